import { createHash } from "node:crypto";
import type { IndexedPage } from "../page-index.ts";
import type { Passage } from "../cut-passages.ts";
import { passagesOf, type PagePassages } from "../passages-of.ts";
import { pageStemmingOf, termsOf } from "../../evidence/index.ts";
import { siteTerms, urlText } from "./url-terms.ts";

/** A passage as an index keeps it, with its terms by where they stand, each joined by spaces. */
export interface PassageToKeep extends Passage {
  readonly headingTerms: string;
  readonly textTerms: string;
}

/** A page as an index keeps it. */
export interface PageToKeep extends Omit<PagePassages, "description"> {
  readonly url: string;
  readonly fetchedAt: number;
  readonly expiresAt: number | undefined;
  /** The same for pages with the same text. */
  readonly fingerprint: string;
  readonly titleTerms: string;
  /** Words of the URL, and its host as `siteTerm` has it. */
  readonly urlTerms: string;
  readonly passages: readonly PassageToKeep[];
}

/**
 * Reads a page for an index.
 * @throws SearchError `INVALID_PAGE`
 */
export function indexPage(page: IndexedPage): PageToKeep {
  const { url, fetchedAt, expiresAt } = page;
  const { description: _, ...content } = passagesOf(page);
  const stemming = pageStemmingOf(content.language);
  const fingerprint = createHash("sha256");
  const passages = content.passages.map(({ heading, text }) => {
    const textTerms = termsOf(text, stemming).join(" ");
    fingerprint.update(textTerms).update("\n");
    return { heading, text, headingTerms: termsOf(heading, stemming).join(" "), textTerms };
  });
  return {
    ...content,
    url,
    fetchedAt,
    expiresAt,
    fingerprint: fingerprint.digest("base64url").slice(0, FINGERPRINT),
    titleTerms: termsOf(content.title, stemming).join(" "),
    urlTerms: [
      ...termsOf(urlText(url), "english").slice(0, MOST_URL_TERMS),
      ...siteTerms(url),
    ].join(" "),
    passages,
  };
}

/** Words of a URL that are kept. */
const MOST_URL_TERMS = 64;
/** Characters of a fingerprint, of six bits each. */
const FINGERPRINT = 24;
