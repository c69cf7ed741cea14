import * as modules from "node:module";
import { MarkdownError } from "../markdown-error.ts";
import type { MarkdownSettings } from "../options.ts";
import type { DomNode } from "./dom-node.ts";
import type { DomRule } from "./gfm-rules.ts";
import type { TurndownService } from "./turndown-types.ts";

/** Turndown's service as it converts our nodes. */
export interface Service extends Omit<TurndownService, "addRule"> {
  addRule(key: string, rule: object): unknown;
  turndown(root: TurndownRoot): string;
}

/** What turndown converts: it asks for a copy, and ours is made for it. */
interface TurndownRoot {
  readonly nodeType: number;
  cloneNode(): DomNode;
}

type ServiceClass = new (options: object) => Service;

/**
 * A service of the host's turndown with our options.
 * @throws MarkdownError `TURNDOWN_MISSING`
 */
export function createService(settings: MarkdownSettings): Service {
  const service = new (loadTurndown())({
    headingStyle: settings.headingStyle,
    bulletListMarker: settings.bullet,
    codeBlockStyle: "fenced",
    fence: settings.fence.repeat(3),
    emDelimiter: settings.emphasis,
    strongDelimiter: settings.strong,
    linkStyle: settings.links === "reference" ? "referenced" : "inlined",
  });
  const rules = optionRules(settings, (text) => service.escape(text));
  for (const [key, rule] of Object.entries(rules)) service.addRule(key, rule);
  return service;
}

function loadTurndown(): ServiceClass {
  try {
    return modules.createRequire(import.meta.url)("turndown") as ServiceClass;
  } catch (cause) {
    throw new MarkdownError("TURNDOWN_MISSING", {
      message:
        "Options 'turndownRules' and 'turndownPlugins' need the package turndown: npm install turndown",
      cause,
    });
  }
}

/** Our options that turndown has no option for. */
function optionRules(
  { links, images }: MarkdownSettings,
  escape: (text: string) => string,
): Readonly<Record<string, DomRule>> {
  const rules: Record<string, DomRule> = {};
  if (links === "text") {
    rules["linkText"] = { filter: named("A"), replacement: (content) => content };
  }
  if (images !== "keep") {
    const kept = images === "alt";
    rules["imageText"] = {
      filter: named("IMG"),
      replacement: (_, node) => (kept ? escape(node.getAttribute("alt") ?? "") : ""),
    };
  }
  return rules;
}

function named(name: string): (node: DomNode) => boolean {
  return ({ nodeName }) => nodeName === name;
}
