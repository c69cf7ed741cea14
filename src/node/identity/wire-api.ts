/** The API of a service below `/v1/wire`: of one in this process, or of one elsewhere. */
export interface WireApi {
  /**
   * Asks a route, such as `GET /identities`; gives what it answers.
   * @throws UsageError for what the request should not hold; Error with code and sentence for a refusal
   */
  readonly ask: <Answer>(route: string, body?: object) => Promise<Answer>;
}

/** Codes of requests that hold what they should not (UsageError); others are refusals. */
export const wrongUsage: ReadonlySet<string> = new Set([
  "INVALID_PARAMS",
  "INVALID_VAULT_URL",
  "PROVIDER_NOT_SUPPORTED",
  "SOURCE_FIELD_MISSING",
  "UNKNOWN_CONNECT_FIELD",
]);
