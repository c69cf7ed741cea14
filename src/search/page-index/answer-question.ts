import type { SearchAnswer, SearchResult } from "../provider.ts";
import type { Found } from "./rank-pages.ts";
import { readQuestion, type Question, type QuerySite } from "./read-question.ts";

/** The steps of an answer. */
export interface AnswerSteps {
  /** Passages that may answer. */
  readonly find: (question: Question) => Promise<Found>;
  readonly rank: (question: Question, found: Found) => Promise<SearchResult[]>;
}

/** Answers a query. */
export async function answerQuestion(query: string, steps: AnswerSteps): Promise<SearchAnswer> {
  const question = readQuestion(query);
  if (question.terms.length === 0 && question.sites.length === 0) {
    const message = "The query has no words to search for.";
    return { results: [], notes: [{ provider: "index", message }] };
  }
  const found = await steps.find(question);
  const candidates = found.candidates.filter(({ url }) => isOfSites(url, question.sites));
  return { results: await steps.rank(question, { ...found, candidates }), notes: [] };
}

function isOfSites(url: string, sites: readonly QuerySite[]): boolean {
  if (sites.length === 0) return true;
  const { host, pathname } = new URL(url);
  return sites.some(
    (site) =>
      (host === site.host || host.endsWith(`.${site.host}`)) && pathname.startsWith(site.path),
  );
}
