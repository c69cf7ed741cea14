import type { PageToKeep, PassageToKeep } from "../page-index/index-page.ts";
import { siteTerm } from "../page-index/url-terms.ts";
import type { NeededPhrase, Question } from "../page-index/read-question.ts";

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
function lexeme(owner: string, term: string): string {
  return `'${owner}·${term}'`;
}

/** A form of one word or two in a row, as a tsquery has it. */
export function formText(owner: string, form: string, label = ""): string {
  return rowText(owner, form.split(" "), label);
}

/** What a tsquery asks for beside the words: phrases, and hosts. */
export function neededText(owner: string, { needed, sites }: Question): string[] {
  const hosts = sites.map(({ host }) => lexeme(owner, siteTerm(host)));
  return [
    ...needed.map((any) => anyText(any.flatMap((phrase) => phraseText(owner, phrase)))),
    ...(hosts.length > 0 ? [anyText(hosts)] : []),
  ];
}

/** What no page may have, as a tsquery. */
export function withoutText(owner: string, { excluded, otherSites }: Question): string | undefined {
  const hosts = otherSites.filter(({ path }) => path === "").map(({ host }) => siteTerm(host));
  const parts = [
    ...excluded.flatMap((phrase) => phraseText(owner, phrase)),
    ...hosts.map((host) => lexeme(owner, host)),
  ];
  return parts.length === 0 ? undefined : anyText(parts);
}

export function anyText(parts: readonly string[]): string {
  return `(${parts.join(" | ")})`;
}

function phraseText(owner: string, { forms, inTitle }: NeededPhrase): string[] {
  return forms.map((terms) => rowText(owner, terms, inTitle ? ":A" : ""));
}

function rowText(owner: string, terms: readonly string[], label: string): string {
  return `(${terms.map((term) => lexeme(owner, term) + label).join(" <-> ")})`;
}
