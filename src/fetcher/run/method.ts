/** The methods of requests (RFC 9110, 9.3, and PATCH of RFC 5789). */
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A method of a request. */
export type Method = (typeof methods)[number];

/** Whether a request may be sent twice with the effect of one (RFC 9110, 9.2.2). */
export function isIdempotent(method: Method): boolean {
  return method !== "POST" && method !== "PATCH";
}

/** The method of the request that a redirect asks for (Fetch, 4.4: HTTP-redirect fetch). */
export function redirectedMethod(method: Method, status: number): Method {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}
