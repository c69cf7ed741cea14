import { deadline } from "../../core/index.ts";
import { fuseResults, type SearchAnswer, type SearchResult } from "../../search/index.ts";
import type { FoundPage, Query } from "../journal-entries.ts";
import { ResearchError } from "../research-error.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** Milliseconds that one query may take. */
const TIMEOUT_MS = 30_000;

/** What a search knows of before it. */
interface SearchInput {
  readonly next: readonly Query[];
  readonly made: readonly Query[];
  readonly found: readonly FoundPage[];
}

/** A query with what it found, or why it found nothing. */
interface Search {
  readonly query: Query;
  readonly results: readonly SearchResult[];
  readonly failure?: unknown;
}

/**
 * Makes the queries that wait, at once; pages that several find come first.
 * @throws ResearchError `SEARCH_FAILED` when all of a research's first queries fail
 */
export async function search(
  { next, made, found }: SearchInput,
  parts: StageParts,
): Promise<StageResult<"search">> {
  const { settings, budget, notes, tell } = parts;
  budget.takeRound();
  const queries = next.slice(0, Math.max(0, settings.maxQueries - made.length));
  if (queries.length < next.length) {
    notes.push(`The limit of ${settings.maxQueries} queries was reached.`);
  }
  const searches = await Promise.all(queries.map((query) => searchOne(query, parts)));
  const failed = searches.filter(({ failure }) => failure !== undefined);
  for (const { query, failure } of failed) {
    notes.push(`The search for ${JSON.stringify(query.query)} failed: ${reasonOf(failure)}.`);
  }
  const isCut = budget.gathering.expired;
  if (failed.length === searches.length && failed.length > 0 && found.length === 0 && !isCut) {
    throw new ResearchError("SEARCH_FAILED", {
      message: `All ${failed.length} searches failed: ${reasonOf(failed.at(-1)?.failure)}.`,
      cause: failed.at(-1)?.failure,
    });
  }
  const pages = newPages(searches, new Set(found.map(({ url }) => url)));
  const asked = queries.length === 1 ? "1 query" : `${queries.length} queries`;
  tell(`${asked} found ${pages.length === 1 ? "1 page" : `${pages.length} pages`}.`);
  return { end: isCut ? "cut" : "finished", output: { made: queries, found: pages } };
}

async function searchOne(query: Query, parts: StageParts): Promise<Search> {
  const { budget, clock, settings, call, notes } = parts;
  using limit = deadline(clock, TIMEOUT_MS, budget.gathering.signal);
  try {
    const { results, notes: told }: SearchAnswer = await parts.search.search({
      query: query.query,
      limit: settings.resultsPerQuery,
      country: call.country,
      signal: limit.signal,
    });
    for (const { provider, message } of told) notes.push(`${provider}: ${message}`);
    return { query, results: results.slice(0, settings.resultsPerQuery) };
  } catch (failure) {
    parts.signal.throwIfAborted();
    return { query, results: [], failure };
  }
}

/** The pages of each question by rank, the first of all questions first. */
function newPages(searches: readonly Search[], known: ReadonlySet<string>): FoundPage[] {
  const byQuestion = Map.groupBy(searches, ({ query }) => query.question);
  const lists = [...byQuestion].map(([question, own]) => {
    const results = fuseResults(
      own.map(({ results }) => results),
      100,
    );
    return results.map(({ url, title, snippet }) => ({ url, title, snippet, question }));
  });
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const pages = new Map<string, FoundPage>();
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const page = list[rank];
      if (page !== undefined && !known.has(page.url) && !pages.has(page.url))
        pages.set(page.url, page);
    }
  }
  return [...pages.values()];
}

function reasonOf(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  return message.replace(/[.\s]+$/, "").slice(0, 300);
}
