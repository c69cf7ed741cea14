import type { SearchCall } from "./provider.ts";
import { SearchError } from "./search-error.ts";

/** Bytes of a query or a prompt. */
const LONGEST_PROMPT = 8_192;
/** The most results that one search gives. */
const MOST_RESULTS = 100;

/**
 * A call with its query trimmed and its white space folded.
 * @throws SearchError `INVALID_QUERY`
 */
export function checkSearchCall<Call extends Omit<SearchCall, "signal">>(call: Call): Call {
  const { limit, country } = call;
  const query = checkText("query", call.query).replace(/\s+/g, " ");
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_RESULTS) {
    throw invalid(`'limit' must be a whole number from 1 to ${MOST_RESULTS}; got ${String(limit)}`);
  }
  if (country !== undefined && !/^[a-z]{2}$/.test(country)) {
    throw invalid("'country' must be a two-letter code in lower case");
  }
  return { ...call, query };
}

/**
 * A query or prompt, trimmed.
 * @throws SearchError `INVALID_QUERY` when it is empty or longer than 8,192 bytes
 */
export function checkText(name: string, given: unknown): string {
  const text = typeof given === "string" ? given.toWellFormed().trim() : "";
  if (text === "") throw invalid(`'${name}' must be a string that is not empty`);
  const bytes = Buffer.byteLength(text);
  if (bytes <= LONGEST_PROMPT) return text;
  throw invalid(`'${name}' may have at most ${LONGEST_PROMPT} bytes; got ${bytes}`);
}

function invalid(message: string): SearchError {
  return new SearchError("INVALID_QUERY", { message: `${message}.` });
}
