import { deadline, DeadlineExceeded, Disposer, type Clock } from "../core/index.ts";
import { runActions, type ActionReport } from "./actions/index.ts";
import { BrowserError, isBrowserError } from "./browser-error.ts";
import type { DriverPage } from "./driver.ts";
import type { PageLease } from "./page-lease.ts";
import { AnswerCapture } from "./page/answer-capture.ts";
import { DocumentTrail } from "./page/document-trail.ts";
import { keepDocuments } from "./page/keep-documents.ts";
import { navigate, throwIfLost } from "./page/navigate.ts";
import { RefreshWatch } from "./page/refresh-watch.ts";
import { removeOverlays } from "./page/remove-overlays.ts";
import { sendHeaders } from "./page/send-headers.ts";
import { serialisePage } from "./page/serialise-page.ts";
import { TabGuard } from "./page/tab-guard.ts";
import { takeScreenshot } from "./page/take-screenshot.ts";
import { armStability, type StabilityWatch, type WaitOutcome } from "./page/wait-until-stable.ts";
import { blankPage } from "./pool/blank-page.ts";
import { saveState } from "./state/save-state.ts";
import type { CompleteVisit } from "./visit-call.ts";
import type { VisitedPage } from "./visited-page.ts";

/** Limits of a visit, in milliseconds and bytes. */
interface VisitLimits {
  readonly navigationTimeoutMs: number;
  readonly settleTimeoutMs: number;
  readonly maxHtmlBytes: number;
}

/** Milliseconds that a guarded page may take to leave its document. */
const LEAVE_MS = 1_000;

/** What a guarded page opens is closed before it asks for anything. */
const noTabs = { most: 0, opened() {}, closed() {}, refused() {} };

/** One visit on a page that was leased for it. */
export class Visit {
  readonly #lease: PageLease;
  readonly #page: DriverPage;
  readonly #call: CompleteVisit;
  readonly #limits: VisitLimits;
  readonly #clock: Clock;

  constructor(lease: PageLease, call: CompleteVisit, { limits, clock }: VisitSurroundings) {
    this.#lease = lease;
    this.#page = lease.page;
    this.#call = call;
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * @throws BrowserError; ActionError `ACTION_FAILED`; the lease's reason
   */
  async run(signal: AbortSignal): Promise<Omit<VisitedPage, "durationMs">> {
    await using owned = new Disposer();
    const trail = new DocumentTrail(this.#page);
    owned.defer(() => trail[Symbol.dispose]());
    const capture = new AnswerCapture(this.#page, this.#call.capture);
    owned.defer(() => capture[Symbol.dispose]());
    const watch = owned.add(armStability(this.#page, this.#clock));
    const refreshes = new RefreshWatch(this.#page, trail, this.#clock);
    owned.defer(() => refreshes[Symbol.dispose]());
    await refreshes.arm(signal);
    await this.#prepare(owned, signal);
    try {
      await this.#go(trail, signal);
    } catch (failure) {
      if (isLoginAsked(failure)) return unshown(this.#call.url, failure.details.url);
      throw failure;
    }
    if (isBare(trail)) return bareAnswer(this.#call.url, trail);
    const actions: ActionReport[] = [];
    const settled = await this.#settle({ watch, refreshes }, actions, signal);
    if (isBare(trail)) return { ...bareAnswer(this.#call.url, trail), actions };
    throwIfLost(this.#lease, trail);
    const captures = await capture.take(signal, this.#clock);
    const taken = await this.#take({ trail, settled, actions, signal });
    const visited = { ...taken, refresh: refreshes.report };
    return Object.keys(this.#call.capture).length === 0 ? visited : { ...visited, captures };
  }

  /** What the page would ask for next must not find its documents unguarded. */
  async #leavePage(signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#clock, LEAVE_MS, signal);
    // A page that hangs or is gone is closed with its lease.
    await blankPage(this.#page, limit.signal).catch(() => {});
  }

  async #prepare(owned: Disposer, signal: AbortSignal): Promise<void> {
    const { url, headers, allowDocument } = this.#call;
    if (allowDocument !== undefined) {
      owned.add(await keepDocuments(this.#page, allowDocument));
      owned.add(await TabGuard.open(this.#page, { ...noTabs, isAllowed: allowDocument }));
      owned.defer(() => this.#leavePage(signal));
    }
    if (Object.keys(headers).length > 0) {
      owned.add(await sendHeaders(this.#page, url.origin, headers));
    }
  }

  async #go(trail: DocumentTrail, signal: AbortSignal): Promise<void> {
    const { url } = this.#call;
    const timeoutMs = this.#limits.navigationTimeoutMs;
    using limit = deadline(this.#clock, timeoutMs, signal);
    try {
      await navigate(this.#lease, trail, { url, timeoutMs, signal: limit.signal });
    } catch (failure) {
      if (!(failure instanceof DeadlineExceeded) || !limit.expired) throw failure;
      const message = `${url.href} returned no document within ${timeoutMs} ms.`;
      throw new BrowserError("TIMEOUT", { message, details: { url: url.href, ms: timeoutMs } });
    }
  }

  /** Whether the page was still in the end. */
  async #settle(watches: Watches, reports: ActionReport[], signal: AbortSignal): Promise<boolean> {
    const { waitFor, actions } = this.#call;
    const clock = this.#clock;
    let outcome = await this.#rest(watches, signal);
    if (waitFor !== undefined) {
      await runActions(this.#page, [{ type: "wait_for", selector: waitFor }], { signal, clock });
    }
    if (actions.length > 0) {
      reports.push(...(await runActions(this.#page, actions, { signal, clock })));
      outcome = await this.#rest(watches, signal);
    }
    return outcome === "stable";
  }

  /** Waits until the page is still, and so is each to which it refreshes soon. */
  async #rest({ watch, refreshes }: Watches, signal: AbortSignal): Promise<WaitOutcome> {
    const { waitUntil: kind } = this.#call;
    const maxMs = this.#limits.settleTimeoutMs;
    const call = { kind, maxMs, signal: AbortSignal.any([signal, refreshes.endless]) };
    let outcome = await watch.until(call);
    while (await refreshes.follow(call.signal)) outcome = await watch.until(call);
    return outcome;
  }

  async #take({
    trail,
    settled,
    actions,
    signal,
  }: Ending): Promise<Omit<VisitedPage, "durationMs">> {
    const { url, screenshot, screenshotFullPage, picture } = this.#call;
    const page = this.#page;
    const clock = this.#clock;
    if (this.#call.removeOverlays) await removeOverlays(page, { signal });
    const shots = {
      ...(screenshot && { screenshot: await takeScreenshot(page, { ...picture, signal, clock }) }),
      ...(screenshotFullPage && {
        screenshotFullPage: await takeScreenshot(page, {
          ...picture,
          fullPage: true,
          signal,
          clock,
        }),
      }),
    };
    const maxBytes = this.#limits.maxHtmlBytes;
    const { url: shownUrl, ...shown } = await serialisePage(page, { maxBytes, signal });
    const state = this.#call.saveState
      ? { state: await saveState(page.browserContext(), { signal, clock }) }
      : {};
    const ending = documentFacts(trail, url.href);
    const facts = { requestedUrl: url.href, url: shownUrl, popups: trail.popups };
    return { ...facts, ...ending, ...shown, settled, actions, ...shots, ...state };
  }
}

/** Whether Chromium was to ask its visitor for a login (RFC 9110, 11.6.1): it has none to ask. */
function isLoginAsked(failure: unknown): failure is BrowserError {
  return isBrowserError(failure) && failure.details.reason === "net::ERR_INVALID_AUTH_CREDENTIALS";
}

/** Whether the last document is an answer from 400 without a page: Chromium shows one of its own. */
function isBare({ last, failed }: DocumentTrail): boolean {
  const isLast = failed !== undefined && last?.request() === failed;
  return isLast && /ERR_HTTP_RESPONSE_CODE_FAILURE/.test(failed.failure()?.errorText ?? "");
}

/** An answer without a page. */
function bareAnswer(asked: URL, trail: DocumentTrail): Omit<VisitedPage, "durationMs"> {
  return { ...unshown(asked, trail.last?.url()), ...documentFacts(trail, asked.href) };
}

/** The answer of a page that wants a login, of a Chromium that keeps its text and headers to itself. */
function unshown(asked: URL, url = asked.href): Omit<VisitedPage, "durationMs"> {
  return {
    requestedUrl: asked.href,
    url,
    redirects: [],
    status: 401,
    statusText: "Unauthorized",
    headers: {},
    mediaType: "text/html",
    html: "",
    truncated: false,
    missingFrames: 0,
    settled: true,
    actions: [],
    popups: [],
  };
}

/** What sees how a page goes on. */
interface Watches {
  readonly watch: StabilityWatch;
  readonly refreshes: RefreshWatch;
}

/** What a visit takes from the browser. */
interface VisitSurroundings {
  readonly limits: VisitLimits;
  readonly clock: Clock;
}

interface Ending {
  readonly trail: DocumentTrail;
  readonly settled: boolean;
  readonly actions: readonly ActionReport[];
  readonly signal: AbortSignal;
}

function documentFacts({ last }: DocumentTrail, url: string) {
  if (last === undefined) {
    throw new BrowserError("NAVIGATION_FAILED", {
      message: `${url} returned no response.`,
      details: { url, reason: "no response" },
    });
  }
  const headers = last.headers();
  const chain = last.request().redirectChain();
  return {
    status: last.status(),
    statusText: last.statusText(),
    headers,
    mediaType: (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
    redirects: chain.map((request) => ({
      url: request.url(),
      status: request.response()?.status() ?? 0,
    })),
  };
}
