import { inspect } from "node:util";
import { isSearchError, type SearchCall, type SearchError } from "dragline/search";
import type { Deed, KnownPage } from "./vendor-server.ts";

/** A call for moss. */
export const call = (more: Partial<SearchCall> = {}): SearchCall => ({
  query: "moss",
  limit: 5,
  signal: new AbortController().signal,
  ...more,
});

/** The error that a search ends with. */
export async function failureOf(search: Promise<unknown>): Promise<SearchError> {
  const outcome = await search.catch((error: unknown) => error);
  if (!isSearchError(outcome)) throw new Error(`Expected a SearchError; got ${inspect(outcome)}`);
  return outcome;
}

/** Pages with numbers. */
export const pages = (count: number): KnownPage[] =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://moss.example/${index + 1}`,
    title: `Moss ${index + 1}`,
    text: `Moss number ${index + 1} grows on stones.`,
  }));

/** The head of an answer in JSON. */
export const json = { "content-type": "application/json" };

/** Begins an answer and never ends it. */
export const half: Deed = (response) => {
  response.writeHead(200, json);
  response.write('{"results": [');
};

/** Chance that is always in the middle. */
export const halves = { uuid: () => "", token: () => "", random: () => 0.5 };
