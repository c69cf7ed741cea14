import { checkArgument, checkNumber, withDefaults } from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
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
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { checkState } from "dragline/browser";
 *
 * const state = checkState(JSON.parse(await readFile("session.json", "utf8")));
 * console.log(state.cookies.length);
 * ```
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

/**
 * Reads a file with a login: Playwright's `storageState`; a list of cookies as puppeteer, Selenium and
 * extensions of browsers export it; `cookies.txt` (Netscape, curl, wget, yt-dlp), `#HttpOnly_` lines
 * with it. Cookies that expire at 0 end with the session.
 * @throws BrowserError `INVALID_STATE` for what is none of them; it says what is wrong and never shows
 *   a value
 * @example readSessionFile(await readFile("cookies.txt", "utf8")).cookies
 */
export function readSessionFile(text: string): StorageState {
  checkArgument("text of readSessionFile(text)", text, "string");
  const source = text.replace(/^\uFEFF/, "").trimStart();
  if (/^[{[]/.test(source)) return checkState(stateIn(source));
  const cookies = source.split(/\r?\n/).flatMap(cookieIn);
  if (cookies.length === 0) throw invalid("it contains no cookie");
  return checkState({ cookies });
}

function stateIn(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalid("it begins like JSON but is not valid JSON");
  }
  if (Array.isArray(value)) return { cookies: value.map((each) => exportedCookie(each)) };
  const isState =
    typeof value === "object" && value !== null && ("cookies" in value || "origins" in value);
  if (isState) return value;
  throw invalid("the JSON has neither 'cookies' nor 'origins' and is not a list of cookies");
}

/** A cookie of a list with the names of {@link StorageState}. */
function exportedCookie(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const cookie = value as Readonly<Record<string, unknown>>;
  const { expires, expirationDate, expiry, session, hostOnly, domain, sameSite } = cookie;
  return {
    ...cookie,
    expires: session === true ? -1 : (expires ?? expirationDate ?? expiry),
    sameSite: sameSiteOf(sameSite),
    ...(typeof domain === "string" && { domain: domainOf(domain, hostOnly) }),
  };
}

function domainOf(domain: string, hostOnly: unknown): string {
  if (typeof hostOnly !== "boolean") return domain;
  const host = domain.replace(/^\./, "");
  return hostOnly ? host : `.${host}`;
}

/** Extensions of Chrome and Firefox have names of their own. */
function sameSiteOf(written: unknown): unknown {
  if (written === "no_restriction") return "None";
  return written === "unspecified" || written === "" ? undefined : written;
}

const LINE =
  /^(?<domain>[^\t]*)\t(?<below>true|false)\t(?<path>[^\t]*)\t(?<secure>true|false)\t(?<expires>-?\d+(?:\.\d+)?)\t(?<name>[^\t]*)(?:\t(?<value>.*))?$/i;

/** A line of `cookies.txt`: domain, whether subdomains get it, path, secure, expires, name, value. */
function cookieIn(line: string, index: number): object[] {
  const isHttpOnly = line.startsWith("#HttpOnly_");
  const written = isHttpOnly ? line.slice("#HttpOnly_".length) : line;
  if (written.trim() === "" || written.startsWith("#")) return [];
  const fields = LINE.exec(written)?.groups;
  if (fields === undefined) {
    throw invalid(
      `line ${index + 1} is not a line of cookies.txt: expected seven fields separated by tabs`,
    );
  }
  const {
    domain = "",
    below = "",
    path = "",
    secure = "",
    expires,
    name = "",
    value = "",
  } = fields;
  return [
    {
      name,
      value,
      domain: domainOf(domain, /^false$/i.test(below)),
      path,
      expires: Number(expires),
      httpOnly: isHttpOnly,
      secure: /^true$/i.test(secure),
    },
  ];
}

function invalid(reason: string): BrowserError {
  return new BrowserError("INVALID_STATE", {
    message: `The saved session is not valid: ${reason}.`,
    details: { reason },
  });
}
