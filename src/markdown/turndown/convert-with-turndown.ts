import type { View } from "../../html/index.ts";
import type { MarkdownSettings } from "../options.ts";
import { buildDom } from "./build-dom.ts";
import { gfmRules } from "./gfm-rules.ts";
import { createService, type Service } from "./turndown-service.ts";

/** Whether the host brings rules or plugins of turndown. */
export function wantsTurndown(settings: MarkdownSettings): boolean {
  return settings.turndownPlugins.length > 0 || Object.keys(settings.turndownRules).length > 0;
}

/**
 * The markdown of a view as the host's turndown writes it over our tree. Later goes over earlier:
 * turndown's own rules, our GFM, the host's plugins, the host's rules.
 * @throws MarkdownError `TURNDOWN_MISSING`
 */
export function convertWithTurndown(view: View, settings: MarkdownSettings): string {
  const service = createService(settings);
  let ownTables = true;
  if (settings.flavor === "gfm") {
    const lineBreak = settings.inlineHtml ? "<br>" : " ";
    const rules = gfmRules(view, lineBreak, () => ownTables);
    for (const [key, rule] of Object.entries(rules)) service.addRule(key, rule);
  }
  ownTables = !bringsTables(service, settings);
  for (const [key, rule] of Object.entries(settings.turndownRules)) {
    const complete = rule.replacement === undefined ? { ...rule, replacement: keepContent } : rule;
    service.addRule(key, complete);
  }
  const document = buildDom(view);
  return service.turndown({ nodeType: document.nodeType, cloneNode: () => document });
}

/** Adds the host's plugins; whether one of them writes tables, as a whole or in parts. */
function bringsTables(service: Service, { turndownPlugins }: MarkdownSettings): boolean {
  let found = false;
  const addRule = service.addRule.bind(service);
  service.addRule = (key, rule) => {
    found ||= /^table/i.test(key);
    return addRule(key, rule);
  };
  for (const plugin of turndownPlugins) service.use(plugin);
  service.addRule = addRule;
  return found;
}

function keepContent(content: string): string {
  return content;
}
