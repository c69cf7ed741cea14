import { CoreError } from "../../core/index.ts";
import type { TurndownPlugin, TurndownRule } from "./turndown-types.ts";

interface Given {
  readonly turndownRules: Readonly<Record<string, TurndownRule>>;
  readonly turndownPlugins: readonly TurndownPlugin[];
}

/**
 * Refuses what turndown would trip over in the middle of a page.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkTurndown({ turndownRules, turndownPlugins }: Given): void {
  for (const [key, rule] of Object.entries(turndownRules)) {
    if (isRule(rule)) continue;
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'turndownRules' needs an object with a filter and a replacement for '${key}'.`,
      details: { option: "turndownRules", rule: key },
    });
  }
  const plugins: unknown = turndownPlugins;
  if (Array.isArray(plugins) && plugins.every((plugin) => typeof plugin === "function")) return;
  throw new CoreError("INVALID_OPTION", {
    message: "Option 'turndownPlugins' must be an array of functions.",
    details: { option: "turndownPlugins" },
  });
}

function isRule(rule: Partial<TurndownRule> | undefined | null): boolean {
  const { filter, replacement } = rule ?? {};
  const fits = typeof filter === "string" || typeof filter === "function" || Array.isArray(filter);
  return fits && (replacement === undefined || typeof replacement === "function");
}
