import type { SearchAnswer } from "../../../search/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { Job } from "../../jobs/job.ts";
import type { SearchBody } from "./schema.ts";

/** What a search remembers of its request. */
interface SearchRequest {
  readonly prompt: string;
  readonly limit: number;
}

/** The request as it is stored with the job. */
export function storedSearch({ prompt, limit }: SearchBody): Json {
  return { prompt, limit };
}

/** The request of a search, as {@link storedSearch} wrote it. */
export function searchRequest({ request }: Job): SearchRequest {
  return request as unknown as SearchRequest;
}

/** A completed search's members of the document (decisions, 2.2). */
export function searchResult({ results }: SearchAnswer): string {
  return JSON.stringify({
    results: results.map(({ url, title, snippet, date, lastUpdated }) => ({
      url,
      title,
      snippet,
      date,
      last_updated: lastUpdated,
    })),
  });
}

/** A search's other members of the document. */
export function searchHead(job: Job): { readonly [name: string]: Json } {
  return { prompt: searchRequest(job).prompt };
}

/** What POST /search answers, from the text of the job's document. */
export function searchAnswer(document: string): object {
  const { id, results } = JSON.parse(document) as { readonly [name: string]: Json };
  return { id, results };
}
