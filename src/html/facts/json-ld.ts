import { detach, parseJson } from "../../core/index.ts";
import { decodeText } from "../scan/decode.ts";
import { readLenientJson, type LenientJson } from "../scan/lenient-json.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** A JSON object of unknown members. */
export type JsonObject = { readonly [name: string]: unknown };

/** Scripts, and characters of all of them, beyond which linked data is left out. */
const MOST_SCRIPTS = 64;
const MOST_CHARACTERS = 4_000_000;

/** Nodes of the linked data's graph that are looked at. */
const MOST_OBJECTS = 10_000;

/** What the scripts of linked data hold. */
interface LinkedData {
  /** Objects and lists. */
  readonly values: readonly unknown[];
  /** Whether there is more: a script ends too early, or is beyond what is read. */
  readonly truncated: boolean;
}

/** The objects and lists in the page's `application/ld+json` scripts; see {@link readLinkedData}. */
export function parseLinkedData(tree: Tree, scripts: readonly NodeId[]): unknown[] {
  return [...readLinkedData(tree, scripts).values];
}

/**
 * Reads the page's `application/ld+json` scripts, at most 64 of them and 4 million characters.
 * What is no JSON is read as {@link readLenientJson} does.
 */
export function readLinkedData(tree: Tree, scripts: readonly NodeId[]): LinkedData {
  const values: unknown[] = [];
  let left = MOST_CHARACTERS;
  let truncated = scripts.length > MOST_SCRIPTS;
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const text = tree.text(tree.firstChild(script));
    left -= text.length;
    if (left < 0) return { values, truncated: true };
    // A copy, because the strings that are read may be slices of the page.
    const { roots, cutOff } = readJson(detach(text));
    for (const root of roots) values.push(root);
    truncated ||= cutOff;
  }
  return { values, truncated };
}

/** The objects and lists of a text, which JSON should be. */
function readJson(text: string): LenientJson {
  try {
    const value = parseJson(text);
    return { roots: typeof value === "object" && value !== null ? [value] : [], cutOff: false };
  } catch {
    // A script's text has no entities; some pages escape all of it nevertheless.
    const isEscaped = /^[\s\u{feff}[{]{0,200}&(?:quot|#34|#x22);/iu.test(text);
    return readLenientJson(isEscaped ? decodeText(text, false) : text);
  }
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
