import {
  extractMetadata,
  extractStructured,
  structuredKinds,
  type Tree,
} from "../../../html/index.ts";
import type { Json } from "../../../storage/index.ts";

/** What every page has, more or less, and what says nothing of its content. */
const OF_EVERY_PAGE: ReadonlySet<string> = new Set(["title", "language", "icon", "generator"]);

/** Names of meta elements that are for browsers. */
const FOR_BROWSERS =
  /^(?:viewport|charset|robots|generator|theme-color|format-detection|referrer)$/i;

/**
 * What a page says of itself in a form for programs: `metadata`, and each kind of structured data
 * that it has. No member when it says no more than a title.
 */
export function pageFacts(tree: Tree, url: string): Readonly<Record<string, Json>> {
  const found = extractStructured(tree, { url, kinds: structuredKinds });
  const { openGraph: _, jsonLd: __, ...metadata } = extractMetadata(tree, { url });
  const kinds = structuredKinds.flatMap((kind) => {
    const value = found[kind];
    return value === undefined || isEmpty(value) ? [] : [[kind, value] as const];
  });
  const tells =
    Object.keys(metadata).some((name) => !OF_EVERY_PAGE.has(name)) ||
    kinds.some(([kind, value]) => kind !== "meta" || !isForBrowsers(value));
  return tells ? { metadata, ...Object.fromEntries(kinds) } : {};
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isForBrowsers(meta: Json): boolean {
  return Object.keys(meta as object).every((name) => FOR_BROWSERS.test(name));
}
