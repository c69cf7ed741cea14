import type { EngineCall } from "./answer-engine.ts";
import { VisibilityError } from "./visibility-error.ts";

/** Characters of a query. */
const LONGEST_QUERY = 2_000;

/**
 * What is asked, trimmed.
 * @throws VisibilityError `INVALID_QUERY`
 */
export function checkEngineCall({ query, country }: Pick<EngineCall, "query" | "country">): {
  query: string;
  country: string | undefined;
} {
  const text = typeof query === "string" ? query.toWellFormed().trim() : "";
  if (text === "" || text.length > LONGEST_QUERY) {
    throw invalid(`'query' must be a string of 1 to ${LONGEST_QUERY} characters`);
  }
  if (country !== undefined && !/^[a-z]{2}$/.test(country)) {
    throw invalid("'country' must be a two-letter code in lower case");
  }
  return { query: text, country };
}

function invalid(message: string): VisibilityError {
  return new VisibilityError("INVALID_QUERY", { message: `${message}.` });
}
