import type { StateCookie } from "../storage-state.ts";
import type { StateReader } from "./state-reader.ts";

const sameSites = ["Strict", "Lax", "None"] as const;

/**
 * Reads a cookie of a saved session.
 * @throws BrowserError `INVALID_STATE`
 */
export function checkCookie(reader: StateReader): StateCookie {
  const expires = reader.member("expires");
  const below = reader.member("_crHasCrossSiteAncestor");
  const partitionKey = reader.member("partitionKey");
  return {
    name: reader.member("name").text(),
    value: reader.member("value").text(),
    ...placeOf(reader),
    // -1 is the format's word for a session cookie, 0 that of other tools; other negatives lie in the past.
    expires: expires.number(-1) || -1,
    httpOnly: reader.member("httpOnly").flag(false),
    sameSite: sameSiteOf(reader.member("sameSite")),
    ...(partitionKey.given && { partitionKey: partitionKey.text() }),
    ...(below.given && { _crHasCrossSiteAncestor: below.flag(false) }),
  };
}

/** A cookie says where it belongs by `domain` and `path`, or by `url`, as for Playwright. */
function placeOf(reader: StateReader): Pick<StateCookie, "domain" | "path" | "secure"> {
  const url = reader.member("url").given ? urlOf(reader.member("url")) : undefined;
  const path = reader.member("path");
  const domain = reader.member("domain");
  const secure = reader.member("secure").flag(url?.protocol === "https:");
  if (url !== undefined && !domain.given) {
    const folder = url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
    return { domain: url.hostname, path: path.given ? path.text() : folder, secure };
  }
  return { domain: domainOf(domain), path: path.given ? path.text() : "/", secure };
}

function urlOf(reader: StateReader): URL {
  const url = URL.parse(reader.text());
  if (url === null || !/^https?:$/.test(url.protocol)) throw reader.wrong("an http or https URL");
  return url;
}

function domainOf(reader: StateReader): string {
  const domain = reader.text();
  const host = URL.parse(`http://${domain.replace(/^\./, "")}/`);
  if (host === null || host.pathname !== "/" || host.port !== "" || host.username !== "") {
    throw reader.wrong("a host name or address");
  }
  return domain;
}

function sameSiteOf(reader: StateReader): StateCookie["sameSite"] {
  if (!reader.given) return "Lax";
  const text = reader.text();
  const found = sameSites.find((known) => known.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw reader.wrong("Strict, Lax or None");
  return found;
}
