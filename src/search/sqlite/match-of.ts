import { chooseTerms } from "../page-index/choose-terms.ts";
import type { NeededPhrase, Question } from "../page-index/read-question.ts";
import { siteTerm } from "../page-index/url-terms.ts";

/** Passages that are looked at for a query. */
export const MOST_MATCHES = 8000;

/** Whose pages they are. */
export interface Owner {
  readonly id: number;
  readonly passages: number;
}

/** Terms as an owner's, in a text that has spaces between them. */
export function owned(owner: number, terms: string): string {
  return terms === "" ? "" : `${owner}·${terms.replaceAll(" ", ` ${owner}·`)}`;
}

/** Terms in a row, as MATCH takes them; no term has a quotation mark. */
export function quotedOf(owner: Owner, terms: readonly string[]): string {
  return `"${owned(owner.id, terms.join(" "))}"`;
}

function anyOf(parts: readonly string[]): string {
  return `(${parts.join(" OR ")})`;
}

function phraseOf(owner: Owner, { forms, inTitle }: NeededPhrase): string[] {
  return forms.map((terms) => `${inTitle ? "{title} : " : ""}${quotedOf(owner, terms)}`);
}

/** Of each of these, as MATCH takes them, every passage has to have one. */
function neededOf(owner: Owner, { needed, sites }: Question): string[] {
  return [
    ...needed.map((any) => anyOf(any.flatMap((phrase) => phraseOf(owner, phrase)))),
    ...(sites.length > 0
      ? [anyOf(sites.map(({ host }) => quotedOf(owner, [siteTerm(host)])))]
      : []),
  ];
}

/** What every passage has to have, as MATCH takes it; undefined where that is nothing. */
export function onlyOf(owner: Owner, question: Question): string | undefined {
  const needed = neededOf(owner, question);
  return needed.length === 0 ? undefined : needed.join(" AND ");
}

/**
 * What is given to MATCH; every term in quotation marks.
 * @returns undefined where nothing can match
 */
export function matchOf(
  owner: Owner,
  question: Question,
  frequencies: readonly number[],
): string | undefined {
  const term = (index: number): string[] =>
    (question.terms[index]?.forms ?? []).map((form) => quotedOf(owner, [form]));
  const needed = neededOf(owner, question);
  const chosen = chooseTerms(frequencies, MOST_MATCHES);
  if (chosen.length > 0) return [anyOf(chosen.flatMap(term)), ...needed].join(" AND ");
  const there = frequencies.flatMap((count, index) => (count > 0 ? [index] : []));
  if (there.length === 0) {
    return question.terms.length > 0 || needed.length === 0 ? undefined : needed.join(" AND ");
  }
  // All of them are common: passages that have all, or where pages say what they are about.
  const all = there.map((index) => anyOf(term(index))).join(" AND ");
  return [`((${all}) OR {title heading} : ${anyOf(there.flatMap(term))})`, ...needed].join(" AND ");
}

/** What no page may have, as MATCH takes it. */
export function withoutOf(owner: Owner, { excluded, otherSites }: Question): string | undefined {
  const hosts = otherSites.filter(({ path }) => path === "").map(({ host }) => siteTerm(host));
  const parts = [
    ...excluded.flatMap((phrase) => phraseOf(owner, phrase)),
    ...hosts.map((host) => quotedOf(owner, [host])),
  ];
  return parts.length === 0 ? undefined : anyOf(parts);
}
