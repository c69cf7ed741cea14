import { createHash } from "node:crypto";
import type { IndexedPage } from "../page-index.ts";
import { passagesOf, type PagePassages } from "../passages-of.ts";
import { stemmingOf, termsOf } from "./terms-of.ts";

/** The terms of a passage by where they stand. */
export interface PassageTerms {
  readonly title: readonly string[];
  readonly heading: readonly string[];
  readonly text: readonly string[];
  /** Words of the URL, and its host as {@link siteTerm} has it. */
  readonly url: readonly string[];
}

/** A page as an index keeps it. */
export interface PageToKeep {
  readonly url: string;
  readonly fetchedAt: number;
  readonly expiresAt: number | undefined;
  readonly content: PagePassages;
  /** The same for pages with the same text. */
  readonly fingerprint: string;
  /** In the order of the passages. */
  readonly terms: readonly PassageTerms[];
}

/**
 * Reads a page for an index.
 * @throws SearchError `INVALID_PAGE`
 */
export function indexPage(page: IndexedPage): PageToKeep {
  const { url, fetchedAt, expiresAt } = page;
  const content = passagesOf(page);
  const stemming = stemmingOf(content.language);
  const title = termsOf(content.title, stemming);
  const address = [...urlTerms(url), ...siteTerms(url)];
  const fingerprint = createHash("sha256");
  const terms = content.passages.map(({ heading, text }) => {
    const words = termsOf(text, stemming);
    fingerprint.update(words.join(" ")).update("\n");
    return { title, heading: termsOf(heading, stemming), text: words, url: address };
  });
  return {
    url,
    fetchedAt,
    expiresAt,
    content,
    fingerprint: fingerprint.digest("base64url").slice(0, FINGERPRINT),
    terms,
  };
}

/** Characters of a fingerprint, of six bits each. */
const FINGERPRINT = 24;

/** The words of a URL. */
export function urlTerms(url: string): string[] {
  const { hostname, pathname, search } = new URL(url);
  return termsOf(`${hostname.replace(/^www\./, "")} ${unescaped(pathname + search)}`, "english");
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A host as a term, which no word of a text can be. */
export function siteTerm(host: string): string {
  return `·${host.replaceAll(/[^a-z0-9]/g, "·")}`;
}

/** A URL's host, and the domains above it. */
function siteTerms(url: string): string[] {
  const { host } = new URL(url);
  const labels = host.split(".");
  return labels.map((_, index) => siteTerm(labels.slice(index).join(".")));
}
