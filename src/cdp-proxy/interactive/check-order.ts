import { checkArgument } from "../../core/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";

/** Longest URL field, in characters (decisions, part 8). */
const MAX_URL = 2048;
/** Longest name of a session, in characters (decisions, 2.10). */
export const MAX_NAME = 100;

/** @throws CdpProxyError `INVALID_REQUEST` */
export function checkWebsiteUrl(text: string): URL {
  checkArgument("websiteUrl", text, "string");
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isWeb || url.username !== "" || url.password !== "") {
    const expected = "an http or https URL without credentials, of at most 2048 characters";
    throw invalid("websiteUrl", expected);
  }
  return url;
}

/** @throws CdpProxyError `INVALID_REQUEST` */
export function checkName(name: string): void {
  if (name.length >= 1 && name.length <= MAX_NAME && name.isWellFormed()) return;
  throw invalid("name", "1 to 100 characters");
}

function invalid(parameter: string, expected: string): CdpProxyError {
  return new CdpProxyError("INVALID_REQUEST", {
    message: `Expected '${parameter}' to be ${expected}.`,
    details: { parameter },
  });
}
