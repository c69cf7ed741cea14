import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import type { JsonDiffOptions } from "../json-diff.ts";

/** Options with their defaults. */
export type JsonSettings = Required<JsonDiffOptions>;

const defaults: JsonSettings = Object.freeze({
  identity: Object.freeze(["id", "key", "url", "sku"]),
  tolerance: 0,
  budgetMs: 250,
  maxDepth: 200,
  maxChanges: 10_000,
});

/** @throws CoreError `INVALID_OPTION` */
export function jsonSettings(options: JsonDiffOptions | undefined): JsonSettings {
  const settings = withDefaults(defaults, options);
  const { identity } = settings;
  if (!Array.isArray(identity) || !identity.every((name) => typeof name === "string")) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'identity' must be a list of member names; got ${JSON.stringify(identity)}.`,
      details: { option: "identity", value: identity },
    });
  }
  checkNumber("tolerance", settings.tolerance, { min: 0, integer: false });
  checkNumber("budgetMs", settings.budgetMs, { min: 1, integer: false });
  checkNumber("maxDepth", settings.maxDepth, { min: 1 });
  checkNumber("maxChanges", settings.maxChanges, { min: 1 });
  return settings;
}
