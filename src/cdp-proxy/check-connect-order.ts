import { CdpProxyError } from "./cdp-proxy-error.ts";
import type { ConnectOrder } from "./cdp-proxy.ts";

/** Longest name of a session, in characters (decisions, 2.10). */
const MAX_NAME = 100;
/** Longest URL field, in characters (decisions, part 8). */
const MAX_URL = 2048;

/** @throws CdpProxyError `INVALID_REQUEST` */
export function checkConnectOrder(order: ConnectOrder): void {
  const { saveSession, saveUrl } = order;
  if (saveSession !== undefined && !isName(saveSession)) {
    throw invalid("save_session", `1 to ${MAX_NAME} characters`);
  }
  if (saveUrl !== undefined && !isWebsite(saveUrl)) {
    const expected = `an http or https URL without credentials, of at most ${MAX_URL} characters`;
    throw invalid("save_url", expected);
  }
}

/** Whether a session may have that name; none is found by another. */
export function isName(name: string): boolean {
  return name.length >= 1 && name.length <= MAX_NAME && name.isWellFormed();
}

function isWebsite(text: string): boolean {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  return isWeb && url?.username === "" && url.password === "";
}

function invalid(parameter: string, expected: string): CdpProxyError {
  return new CdpProxyError("INVALID_REQUEST", {
    message: `Expected '${parameter}' to be ${expected}.`,
    details: { parameter },
  });
}
