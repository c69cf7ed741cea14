import { checkNumber, withDefaults } from "../../core/index.ts";
import type { StorageState } from "../storage-state.ts";
import { checkCookie } from "./check-cookie.ts";
import { checkOrigin } from "./check-origin.ts";
import { stateLimits, type StateLimits } from "./state-limits.ts";
import { StateReader } from "./state-reader.ts";

/**
 * Reads a stranger's JSON (parsed already) as a saved session: a file of Playwright's
 * `storageState`, of ours, or written by hand. Members that may be missing get their defaults:
 * `cookies` and `origins` none, a cookie's `path` "/", `expires` -1, `httpOnly` and `secure` false,
 * `sameSite` "Lax", `domain` that of its `url`. Unknown members are dropped.
 * @throws BrowserError `INVALID_STATE`, with the place of the first fault and what stands there;
 *   CoreError `INVALID_OPTION`
 */
export function checkState(value: unknown, limits?: StateLimits): StorageState {
  const { maxCookies, maxOrigins, maxBytes } = withDefaults(stateLimits, limits);
  for (const [name, limit] of Object.entries({ maxCookies, maxOrigins, maxBytes })) {
    checkNumber(name, limit, { min: 0 });
  }
  const reader = new StateReader(value, maxBytes);
  return {
    cookies: reader.member("cookies").list(checkCookie, maxCookies),
    origins: reader.member("origins").list(checkOrigin, maxOrigins),
  };
}
