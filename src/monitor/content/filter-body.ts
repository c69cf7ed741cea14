import type { Body } from "./content.ts";
import type { ContentFilters } from "./content-filters.ts";
import { compilePattern, matchesAny } from "./text-pattern.ts";

/** Whether a body is looked at by text at all. */
export function filtersText(filters: ContentFilters): boolean {
  const { removeText = [], ignoreText = [], blockText = [], lineOrder = true } = filters;
  return removeText.length + ignoreText.length + blockText.length > 0 || !lineOrder;
}

/** A body after the filters of text: what is kept of it, and what of that counts. */
export function filterBody(made: string, filters: ContentFilters): Body {
  const body = cutText(made, filters.removeText ?? []);
  const blocking = (filters.blockText ?? []).map(compilePattern);
  return { body, compared: comparedLines(body, filters), isBlocked: matchesAny(body, blocking) };
}

function cutText(body: string, patterns: readonly string[]): string {
  if (patterns.length === 0) return body;
  let text = body;
  for (const pattern of patterns) text = compilePattern(pattern).without(text);
  // The same whether something stood in a line of its own or not at all.
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}

function comparedLines(body: string, filters: ContentFilters): string {
  const { ignoreText = [], lineOrder = true } = filters;
  if (ignoreText.length === 0 && lineOrder) return body;
  const ignored = ignoreText.map(compilePattern);
  const lines = body.split("\n").filter((line) => line.trim() !== "" && !matchesAny(line, ignored));
  return (lineOrder ? lines : lines.toSorted()).join("\n");
}
