import { escapeText } from "./escape.ts";
import { listThings, parseLinkedData, type JsonObject } from "./json-ld.ts";
import { collectFacts } from "./page-facts.ts";
import type { Tree } from "./tree.ts";

/**
 * Content that a page carries as data because scripts would show it: the longest `articleBody` or
 * `text` of its linked data. As HTML; empty when there is none.
 */
export function embeddedContent(tree: Tree): string {
  let longest = "";
  for (const thing of listThings(parseLinkedData(tree, collectFacts(tree).linkedData))) {
    const body = bodyOf(thing);
    if (body.length > longest.length) longest = body;
  }
  return longest;
}

function bodyOf(thing: JsonObject): string {
  const body = thing["articleBody"] ?? thing["text"];
  if (typeof body !== "string") return "";
  if (/<(?:p|div|br)\b/i.test(body)) return body;
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`).join("\n");
}
