import type { SearchAnswer, SearchNote } from "../provider.ts";
import { rankPages, type Found } from "./rank-pages.ts";
import { readQuestion, type Question, type QuerySite } from "./read-question.ts";

/** Answers a query from the passages that a store finds for it. */
export async function answerQuestion(
  query: string,
  limit: number,
  find: (question: Question) => Found | Promise<Found>,
): Promise<SearchAnswer> {
  const question = readQuestion(query);
  const notes: SearchNote[] = [];
  const note = (message: string): unknown => notes.push({ provider: "index", message });
  if (question.terms.length === 0 && question.sites.length === 0) {
    note("The query has no words to search for.");
    return { results: [], notes };
  }
  const found = await find(question);
  const candidates = found.candidates.filter(({ url }) => isOfSites(url, question.sites));
  return { results: rankPages(question, { ...found, candidates }, limit), notes };
}

function isOfSites(url: string, sites: readonly QuerySite[]): boolean {
  if (sites.length === 0) return true;
  const { host, pathname } = new URL(url);
  return sites.some(
    (site) =>
      (host === site.host || host.endsWith(`.${site.host}`)) && pathname.startsWith(site.path),
  );
}
