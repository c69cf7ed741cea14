import { parse, wholePage } from "dragline/html";
import type { Candidate } from "../../../src/extractor/candidates/candidate.ts";
import { PageText } from "../../../src/extractor/candidates/page-text.ts";

/** The text of a page. */
export function pageText(html: string): PageText {
  return new PageText(wholePage(parse(html)));
}

/** Candidates as what they are called and their value, each once. */
export function pairs(candidates: readonly Candidate[]): string[] {
  return [...new Set(candidates.map(({ name, value }) => `${name.key}=${String(value)}`))];
}
