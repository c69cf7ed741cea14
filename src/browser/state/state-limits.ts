/** Bounds of a session, saved or loaded. */
export interface StateLimits {
  /** Cookies; Chromium keeps 3,300 of all sites. @default 5000 */
  readonly maxCookies?: number | undefined;
  /** Origins, each of which costs a visit when it is loaded. @default 200 */
  readonly maxOrigins?: number | undefined;
  /** Bytes of the session as JSON, about: characters are counted. @default 134217728 */
  readonly maxBytes?: number | undefined;
}

/** What {@link StateLimits} are unless said otherwise. */
export const stateLimits: Readonly<Record<keyof StateLimits, number>> = Object.freeze({
  maxCookies: 5000,
  maxOrigins: 200,
  maxBytes: 134_217_728,
});
