import { detach } from "../core/index.ts";
import { escapeText } from "./escape.ts";
import { isObject, listThings, parseLinkedData, type JsonObject } from "./json-ld.ts";
import { collectFacts } from "./page-facts.ts";
import { tagIds } from "./tags.ts";
import type { Tree } from "./tree.ts";

/** Objects of a page's embedded state that are looked at. */
const MOST_OBJECTS = 20_000;

/**
 * Content that a page carries as data because scripts would show it: the `articleBody` or `text`
 * of its linked data, the posts of a Discourse thread. As HTML; empty when there is none.
 */
export function embeddedContent(tree: Tree): string {
  const things = listThings(parseLinkedData(tree, collectFacts(tree).linkedData));
  const bodies = things.map((thing) => bodyOf(thing)).filter((body) => body !== "");
  const longest = bodies.toSorted((a, b) => b.length - a.length)[0] ?? "";
  const posts = preloadedPosts(tree);
  return posts.length > longest.length ? posts : longest;
}

function bodyOf(thing: JsonObject): string {
  const body = thing["articleBody"] ?? thing["text"];
  if (typeof body !== "string") return "";
  if (/<(?:p|div|br)\b/i.test(body)) return body;
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`).join("\n");
}

function preloadedPosts(tree: Tree): string {
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag(node) !== tagIds.div) continue;
    const state = tree.attribute(node, "data-preloaded");
    if (state !== undefined) return cookedPosts(parseJson(detach(state)));
  }
  return "";
}

/** The `cooked` HTML of every post in the state, whose values are JSON texts themselves. */
function cookedPosts(state: unknown): string {
  const posts: string[] = [];
  const waiting: unknown[] = isObject(state) ? Object.values(state).map(parseJson) : [];
  for (let seen = 0; waiting.length > 0 && seen < MOST_OBJECTS; seen++) {
    const value = waiting.pop();
    if (isObject(value) && typeof value["cooked"] === "string") posts.push(value["cooked"]);
    else if (typeof value === "object" && value !== null) {
      for (const item of Object.values(value).toReversed()) waiting.push(item);
    }
  }
  return posts.map((post) => `<article>${post}</article>`).join("\n");
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === "string" ? (JSON.parse(text) as unknown) : text;
  } catch {
    return undefined;
  }
}
