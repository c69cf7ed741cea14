import { checkState, isBrowserError, type StorageState } from "../../browser/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const MOST_CHARACTERS = 100;

/** Whether it is a session's id: a UUID, lower case. */
export function isSessionId(id: unknown): id is string {
  return typeof id === "string" && UUID.test(id);
}

/** @throws CdpProxyError `INVALID_REQUEST` */
export function checkSessionId(id: string): string {
  if (isSessionId(id)) return id;
  throw malformed("id", "a UUID in lower case");
}

/** @throws CdpProxyError `INVALID_REQUEST` */
export function checkName(name: string): string {
  const fits = typeof name === "string" && name.length >= 1 && name.length <= MOST_CHARACTERS;
  if (fits) return name;
  throw malformed("name", `1 to ${MOST_CHARACTERS} characters`);
}

/**
 * A website's URL without user name and password, which are nobody's business.
 * @throws CdpProxyError `INVALID_REQUEST`
 */
export function checkWebsiteUrl(websiteUrl: string | undefined): string | null {
  if (websiteUrl === undefined) return null;
  const url = URL.parse(websiteUrl);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw malformed("websiteUrl", "an absolute http or https URL");
  }
  if (url.username === "" && url.password === "") return websiteUrl;
  url.username = "";
  url.password = "";
  return url.href;
}

/** @throws CdpProxyError `INVALID_REQUEST` for what {@link checkState} refuses */
export function checkContent(state: StorageState): StorageState {
  try {
    return checkState(state);
  } catch (failure) {
    if (!isBrowserError(failure, "INVALID_STATE")) throw failure;
    const { message } = failure;
    const details = { parameter: "state" };
    throw new CdpProxyError("INVALID_REQUEST", { message, details, cause: failure });
  }
}

/** The refusal of an id that another session has. */
export function takenId(): CdpProxyError {
  return malformed("id", "unique among the sessions");
}

function malformed(parameter: string, expected: string): CdpProxyError {
  return new CdpProxyError("INVALID_REQUEST", {
    message: `A session's '${parameter}' must be ${expected}.`,
    details: { parameter },
  });
}
