import type { PageToKeep, PassageToKeep } from "../page-index/index-page.ts";
import { siteTerm } from "../page-index/url-terms.ts";
import type { Question } from "../page-index/read-question.ts";

/** Words between the end of one field and the beginning of the next, so that no phrase spans both. */
const GAP = 100;
/** The highest position that Postgres knows. */
const LAST_POSITION = 16_383;

/** A passage's terms as the text of a tsvector: title A, heading B, URL C, text D. */
export function vectorText(owner: string, page: PageToKeep, passage: PassageToKeep): string {
  const places = new Map<string, string[]>();
  let at = 0;
  const fields = [
    [page.titleTerms, "A"],
    [passage.headingTerms, "B"],
    [page.urlTerms, "C"],
    [passage.textTerms, ""],
  ] as const;
  for (const [terms, weight] of fields) {
    for (const term of terms.split(" ")) {
      at = Math.min(at + 1, LAST_POSITION);
      if (term === "") continue;
      const known = places.get(term);
      if (known === undefined) places.set(term, [`${at}${weight}`]);
      else known.push(`${at}${weight}`);
    }
    at += GAP;
  }
  return [...places].map(([term, all]) => `${lexeme(owner, term)}:${all.join(",")}`).join(" ");
}

/** A term as an owner's; no term has a quotation mark or a backslash. */
export function lexeme(owner: string, term: string): string {
  return `'${owner}·${term}'`;
}

/** What a tsquery asks for beside the words: phrases, and hosts. */
export function neededText(owner: string, { phrases, sites }: Question): string[] {
  const anyOf = (parts: readonly string[]): string => `(${parts.join(" | ")})`;
  const phrase = (terms: readonly string[]): string =>
    `(${terms.map((term) => lexeme(owner, term)).join(" <-> ")})`;
  const hosts = sites.map(({ host }) => lexeme(owner, siteTerm(host)));
  return [
    ...phrases.map((forms) => anyOf(forms.map(phrase))),
    ...(hosts.length > 0 ? [anyOf(hosts)] : []),
  ];
}
