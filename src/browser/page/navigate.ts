import { unlessAborted } from "../../core/index.ts";
import { isNetError, type NetError } from "../../net/index.ts";
import { BrowserError } from "../browser-error.ts";
import type { PageLease } from "../page-lease.ts";
import type { DocumentTrail } from "./document-trail.ts";

/** Where to, and how long that may take. */
interface Navigation {
  readonly url: URL;
  /** Milliseconds until the first document must have been read. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Leads a page to a URL and waits for the document's `DOMContentLoaded`.
 * @throws BrowserError `NAVIGATION_FAILED`, `ADDRESS_NOT_ALLOWED`, `DOWNLOAD`, `TIMEOUT`; the
 *   lease's or the caller's reason
 */
export async function navigate(
  lease: Pick<PageLease, "page" | "failureOf">,
  trail: DocumentTrail,
  { url, timeoutMs, signal }: Navigation,
): Promise<void> {
  const { page } = lease;
  const read = Promise.withResolvers<void>();
  // The driver waits for the frames too, of which one may never come.
  const onRead = (): void => {
    if (trail.last !== undefined) read.resolve();
  };
  const ended = new AbortController();
  // A page that shows the document under another fragment would keep it, and give no answer.
  if (
    url.hash !== "" &&
    URL.parse(page.url())?.href.split("#", 1)[0] === url.href.split("#", 1)[0]
  ) {
    await unlessAborted(page.goto("about:blank"), signal);
  }
  page.on("domcontentloaded", onRead);
  try {
    const going = page.goto(url.href, {
      timeout: timeoutMs,
      waitUntil: "domcontentloaded",
      signal: AbortSignal.any([signal, ended.signal]),
    });
    await unlessAborted(Promise.race([going, read.promise]), signal);
  } catch (failure) {
    signal.throwIfAborted();
    if (leftByScript(failure, trail)) return;
    throw explained(failure, { url, timeoutMs, trail, lease });
  } finally {
    page.off("domcontentloaded", onRead);
    ended.abort();
  }
}

/**
 * Refuses a page that left by itself for an address that could not be loaded: Chromium shows that in its place.
 * @throws BrowserError `NAVIGATION_FAILED`, `ADDRESS_NOT_ALLOWED`
 */
export function throwIfLost(
  lease: Pick<PageLease, "page" | "failureOf">,
  trail: DocumentTrail,
): void {
  const { failed } = trail;
  if (failed === undefined || !lease.page.url().startsWith("chrome-error:")) return;
  const url = new URL(failed.url());
  throw explained(new Error(failed.failure()?.errorText), { url, timeoutMs: 0, trail, lease });
}

interface Circumstances extends Pick<Navigation, "url" | "timeoutMs"> {
  readonly trail: DocumentTrail;
  readonly lease: Pick<PageLease, "failureOf">;
}

/** A script that leads elsewhere at once ends the navigation, and the page goes on. */
function leftByScript(failure: unknown, { last, failed }: DocumentTrail): boolean {
  if (last === undefined || failed !== undefined || !isPage(last.headers())) return false;
  return /ERR_ABORTED|detached/.test(String(failure));
}

function explained(failure: unknown, circumstances: Circumstances): BrowserError {
  const { url, trail, lease } = circumstances;
  const at = trail.failed?.url() ?? url.href;
  const host = URL.parse(at)?.hostname ?? url.hostname;
  const cause = lease.failureOf(host);
  if (isNetError(cause)) return refused(at, cause);
  return failed(at, failure, circumstances);
}

/** The guard proxy knows more than Chromium. */
function refused(url: string, cause: NetError): BrowserError {
  const code = cause.code === "ADDRESS_NOT_ALLOWED" ? cause.code : "NAVIGATION_FAILED";
  const details = { url, reason: cause.details.reason ?? cause.code };
  return new BrowserError(code, { message: cause.message, cause, details });
}

function failed(
  url: string,
  cause: unknown,
  { trail, timeoutMs }: Pick<Circumstances, "trail" | "timeoutMs">,
): BrowserError {
  const text = trail.failed?.failure()?.errorText ?? String(cause);
  const reason = /net::ERR_\w+/.exec(`${text} ${String(cause)}`)?.[0];
  // The event for the response of a download may come after its navigation has ended, or never.
  if (reason === "net::ERR_ABORTED") {
    const message = `${shown(url)} is a file to download, not a page.`;
    return new BrowserError("DOWNLOAD", { message, cause, details: { url } });
  }
  if (reason === undefined && isTimeout(cause)) {
    const message = `${shown(url)} returned no document within ${timeoutMs} ms.`;
    return new BrowserError("TIMEOUT", { message, cause, details: { url, ms: timeoutMs } });
  }
  const message = `Could not load ${shown(url)}: ${reason ?? text}.`;
  const details = { url, reason: reason ?? text };
  return new BrowserError("NAVIGATION_FAILED", { message, cause, details });
}

function isPage(headers: Readonly<Record<string, string>>): boolean {
  return !/^\s*attachment/i.test(headers["content-disposition"] ?? "");
}

function isTimeout(failure: unknown): boolean {
  return failure instanceof Error && failure.name === "TimeoutError";
}

function shown(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url;
}
