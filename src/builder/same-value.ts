import { readNumber } from "../extractor/index.ts";
import type { Json } from "../storage/index.ts";

/** How a value of an answer becomes the one that was seen. */
export interface Reshaping {
  readonly type?: "number" | "string";
  readonly filters?: string;
}

/**
 * How a value of an answer is the one that a page showed: as it is, or written otherwise; undefined when
 * it is another.
 */
export function sameValue(seen: Json, own: unknown): Reshaping | undefined {
  if (seen === own) return {};
  if (typeof seen === "number") return sameNumber(seen, own);
  if (typeof seen !== "string") return undefined;
  if (typeof own === "number")
    return seen.trim() === String(own) ? { filters: "string" } : undefined;
  return typeof own === "string" ? sameText(seen, own) : undefined;
}

function sameNumber(seen: number, own: unknown): Reshaping | undefined {
  if (typeof own !== "string" || own.length > 40) return undefined;
  return readNumber(own) === seen ? { type: "number" } : undefined;
}

function sameText(seen: string, own: string): Reshaping | undefined {
  if (folded(seen) === folded(own)) return { filters: "trim" };
  const isMarkup = /<[a-z/!]|&[a-z#]/i.test(own);
  return isMarkup && folded(withoutTags(own)) === folded(seen)
    ? { filters: "plain_text" }
    : undefined;
}

function folded(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/g, " ").trim();
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&nbsp;", " ");
}
