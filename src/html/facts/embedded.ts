import { escapeText } from "../scan/escape.ts";
import { listThings, parseLinkedData, type JsonObject } from "./json-ld.ts";
import { collectFacts, type PageFacts } from "./page-facts.ts";
import { stateTexts } from "./state-texts.ts";
import type { Tree } from "../tree/tree.ts";

/**
 * Content that a page carries as data because scripts would show it: the longest `articleBody` or
 * `text` of its linked data, or the texts of its state, whatever is more; with less of them than
 * `fewest` characters what it says of itself in its description. As HTML; empty when there is none.
 */
export function embeddedContent(tree: Tree, fewest: number): string {
  const facts = collectFacts(tree);
  const bodies = listThings(parseLinkedData(tree, facts.linkedData)).map(bodyOf);
  const state = stateTexts(tree).map(toHtml).join("\n");
  const content = longest([...bodies, state]);
  return content.length < fewest ? longest([content, descriptionOf(facts)]) : content;
}

function bodyOf(thing: JsonObject): string {
  const body = thing["articleBody"] ?? thing["text"];
  return typeof body === "string" ? toHtml(body) : "";
}

function descriptionOf({ metas }: PageFacts): string {
  const names = ["og:description", "twitter:description", "description"];
  return toHtml(longest(names.map((name) => metas.get(name)?.content ?? "")));
}

function toHtml(body: string): string {
  if (/<(?:p|div|br|ul|ol|h[1-6]|table)\b/i.test(body)) return body;
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`).join("\n");
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), "");
}
