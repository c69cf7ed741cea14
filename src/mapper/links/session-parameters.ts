/** Names of query parameters that carry a visitor's session and make no difference to a page. */
export const sessionParameters: readonly string[] = Object.freeze([
  "phpsessid",
  "jsessionid",
  "sessionid",
  "session_id",
  "sid",
  "aspsessionid",
  "cfid",
  "cftoken",
  "zenid",
]);
