import { detach } from "../core/index.ts";
import type { NodeId, Tree } from "./tree.ts";

/** A JSON object of unknown members. */
export type JsonObject = { readonly [name: string]: unknown };

/** Scripts, and characters of all of them, beyond which linked data is left out. */
const MOST_SCRIPTS = 64;
const MOST_CHARACTERS = 4_000_000;

/** Nodes of the linked data's graph that are looked at. */
const MOST_OBJECTS = 10_000;

/** The parsed content of the page's `application/ld+json` scripts; what is no JSON is left out. */
export function parseLinkedData(tree: Tree, scripts: readonly NodeId[]): unknown[] {
  const parsed: unknown[] = [];
  let left = MOST_CHARACTERS;
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const text = tree.text(tree.firstChild(script));
    left -= text.length;
    if (left < 0) break;
    const value = parseLeniently(text);
    if (value !== undefined) parsed.push(value);
  }
  return parsed;
}

/** JSON as pages write it: in a comment or CDATA, with bare line ends in strings, with a last comma. */
function parseLeniently(text: string): unknown {
  // A copy, because the strings that JSON.parse makes may be slices of the page.
  const source = detach(text);
  for (const repair of [keep, unwrap, foldLines, dropLastCommas]) {
    try {
      return JSON.parse(repair(source)) as unknown;
    } catch {
      // The next repair may help; without one the script says nothing.
    }
  }
  return undefined;
}

function keep(text: string): string {
  return text;
}

function unwrap(text: string): string {
  return text
    .trim()
    .replace(/^(?:<!--|(?:\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?|\/\/\s*<!\[CDATA\[)/, "")
    .replace(/(?:-->|(?:\/\*\s*)?\]\]>(?:\s*\*\/)?|\/\/\s*\]\]>|;)$/, "");
}

function foldLines(text: string): string {
  return unwrap(text).replace(/[\r\n\t]+/g, " ");
}

function dropLastCommas(text: string): string {
  return foldLines(text).replace(/,\s*([}\]])/g, "$1");
}

/** Every object in linked data that is a thing by itself: the roots, their lists and `@graph`s. */
export function listThings(roots: readonly unknown[]): JsonObject[] {
  const things: JsonObject[] = [];
  const waiting: unknown[] = roots.toReversed();
  while (waiting.length > 0 && things.length < MOST_OBJECTS) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) waiting.push(item);
    } else if (isObject(value)) {
      things.push(value);
      waiting.push(value["@graph"], value["mainEntity"], value["mainEntityOfPage"]);
    }
  }
  return things;
}

/** Whether a JSON value is an object and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a thing is of one of the types, `schema.org` before the name aside. */
export function hasType(thing: JsonObject, types: RegExp): boolean {
  const type = thing["@type"];
  const names = Array.isArray(type) ? type : [type];
  return names.some((name) => typeof name === "string" && types.test(name.replace(/^.*[/:]/, "")));
}

/** Types of things that are a text with a headline. */
export const ARTICLE_TYPES =
  /^(?:Advertiser)?(?:Article|NewsArticle|BlogPosting|LiveBlogPosting|TechArticle|ScholarlyArticle|Report|Review|SocialMediaPosting|DiscussionForumPosting|AnalysisNewsArticle|OpinionNewsArticle|ReportageNewsArticle|ReviewNewsArticle|BackgroundNewsArticle|APIReference|Recipe|QAPage|Question|HowTo)$/;
