/** Headers that carry a key, in the order in which they decide (interface, 5.1). */
const HEADERS = ["x-api-key", "api-key", "x-access-key", "access-key", "apikey", "api_key"];

/** What may stand before a key in `Authorization`. */
const SCHEME = /^(?:bearer|api-?key)(?: +|$)/i;

/** Parameters of the query likewise, behind all headers; of WebSocket routes only. */
const PARAMETERS = ["api_key", "apikey", "token"];

/**
 * The API key of a request: of the first header that is present and not empty, also when a later
 * one would be valid (decisions, part 5). Empty when there is none.
 */
export function apiKey(headers: Headers): string {
  for (const name of HEADERS) {
    const key = headers.get(name)?.trim();
    if (key !== undefined && key !== "") return key;
  }
  return headers.get("authorization")?.trim().replace(SCHEME, "").trim() ?? "";
}

/** The API key in the query of a WebSocket route; empty when there is none. */
export function queryApiKey(url: string): string {
  const query = new URL(url).searchParams;
  const keys = PARAMETERS.map((name) => query.get(name)?.trim() ?? "");
  return keys.find((key) => key !== "") ?? "";
}
