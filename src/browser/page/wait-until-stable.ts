import {
  checkNumber,
  deadline,
  systemClock,
  unlessAborted,
  wait,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
import type { CdpSession, DriverFrame, DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { bringsContent, isChanging } from "./background-request.ts";
import { IsolatedWorld } from "./isolated-world.ts";
import { LoadingSigns } from "./loading-signs.ts";
import { QuietWatch, type PageQuiet } from "./quiet-watch.ts";
import { RequestFlights, type Flight } from "./request-flights.ts";

/**
 * What a page is waited for.
 * - `stable`: after `domcontentloaded`, nothing was inserted for 250 ms and no document, script or
 *   fetch is in flight that began in the last 2 s. While the page has hardly any text or shows a sign
 *   of loading (`aria-busy`, a spinner, a skeleton, "Loading…"), the first request to each address
 *   is waited for however long it takes, and for 1 s more than that; long polls, streams, counts of
 *   visitors, advertisements and what is asked for again are not.
 * - `networkidle`: after `domcontentloaded`, nothing was loaded for 500 ms.
 * - `domcontentloaded`, `load`: the events of the HTML standard.
 */
export type Readiness = (typeof readinesses)[number];

/** Each {@link Readiness}. */
export const readinesses = Object.freeze([
  "stable",
  "domcontentloaded",
  "load",
  "networkidle",
] as const);

/** How a wait ended; `capped` when its time was up, which is not a failure. */
export type WaitOutcome = "stable" | "capped";

/** What is waited for, and how long. */
export interface WaitOptions {
  /** @default "stable" */
  readonly kind?: Readiness;
  /** Most that is waited, in milliseconds; from 0. @default 10_000 */
  readonly maxMs?: number;
}

const defaults: Required<WaitOptions> = Object.freeze({
  kind: "stable",
  maxMs: 10_000,
});

/** Times of a watch, in milliseconds. */
export interface StabilityTimes {
  /** Without an insertion, and since the last script, document or fetch came. */
  readonly quietMs: number;
  /** After which a request is waited for only where a page is not whole without it. */
  readonly oldMs: number;
  /** What a page that is not whole must be quiet for. */
  readonly lingerMs: number;
  /** Without any request, which `networkidle` means. */
  readonly idleMs: number;
  /** Between looks at a page that is not ready. */
  readonly lookMs: number;
}

const usualTimes: StabilityTimes = Object.freeze({
  quietMs: 250,
  oldMs: 2_000,
  lingerMs: 1_000,
  idleMs: 500,
  lookMs: 50,
});

const DATA = new Set(["xhr", "fetch"]);
const CHANGING = new Set(["document", "script", ...DATA]);
/** Connections that stay open. */
const STREAMING = new Set(["websocket", "eventsource", "ping"]);

/** The watch stays in the isolated world between the questions. */
const watch = `globalThis.draglineQuiet ??= new (${QuietWatch.toString()})(new (${LoadingSigns.toString()})())`;

/** One wait. */
export interface WaitCall extends WaitOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Sees what a page loads from the time it is armed; disposing it leaves the page as it was. */
export interface StabilityWatch extends AsyncDisposable {
  /**
   * Waits until the page is ready, or the time is up. A page that hangs costs that time too.
   * @throws CoreError `INVALID_OPTION`; BrowserError `PAGE_CRASHED` when the page crashes or is
   *   closed; the signal's reason
   */
  until(call: WaitCall): Promise<WaitOutcome>;
}

/**
 * Begins to watch a page. Do it before what is waited for begins: a navigation, a click.
 * @param times what differs from the usual times
 */
export function armStability(
  page: DriverPage,
  clock: Clock = systemClock,
  times: Partial<StabilityTimes> = {},
): StabilityWatch {
  return new PageWatch(page, clock, { ...usualTimes, ...times });
}

class PageWatch implements StabilityWatch {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  readonly #times: StabilityTimes;
  readonly #flights: RequestFlights;
  readonly #lost = new AbortController();
  #navigated = Number.NEGATIVE_INFINITY;
  /** Events of the document that came since the last navigation. */
  readonly #moments = new Set<Readiness>();
  #wake = (): void => {};
  #session: Promise<CdpSession> | undefined;
  #world: IsolatedWorld | undefined;

  constructor(page: DriverPage, clock: Clock, times: StabilityTimes) {
    this.#page = page;
    this.#clock = clock;
    this.#times = times;
    this.#flights = new RequestFlights(page, clock);
    page.on("framenavigated", this.#onNavigated);
    page.on("domcontentloaded", this.#onRead);
    page.on("load", this.#onLoad);
    page.on("error", this.#onCrash);
    page.on("close", this.#onClose);
  }

  async until(call: WaitCall): Promise<WaitOutcome> {
    const { signal, ...given } = call;
    const { kind, maxMs } = withDefaults(defaults, given);
    checkNumber("maxMs", maxMs, { min: 0 });
    using limit = deadline(this.#clock, maxMs, signal);
    const ended = AbortSignal.any([limit.signal, this.#lost.signal]);
    try {
      for (let rest = 0; ;) {
        rest = await this.#untilReady(kind, ended);
        if (rest <= 0) return "stable";
        await this.#rest(rest, ended);
      }
    } catch (failure) {
      this.#lost.signal.throwIfAborted();
      if (limit.expired) return "capped";
      throw failure;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#flights[Symbol.dispose]();
    this.#page.off("framenavigated", this.#onNavigated);
    this.#page.off("domcontentloaded", this.#onRead);
    this.#page.off("load", this.#onLoad);
    this.#page.off("error", this.#onCrash);
    this.#page.off("close", this.#onClose);
    const session = this.#session;
    this.#session = undefined;
    // A page that is gone took its session along.
    await session?.then((open) => open.detach()).catch(() => {});
  }

  /** Waits until it is time for the next look, or an event of the document makes one worthwhile. */
  async #rest(ms: number, ended: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    try {
      await wait(this.#clock, ms, AbortSignal.any([ended, woken.signal]));
    } catch (failure) {
      if (!woken.signal.aborted) throw failure;
    }
  }

  /** Milliseconds to wait before the next look; 0 when the page is ready. */
  async #untilReady(kind: Readiness, signal: AbortSignal): Promise<number> {
    const { lookMs, idleMs } = this.#times;
    if (this.#isLoading(kind)) return lookMs;
    // The driver's word is cheaper than a question to the page.
    if (this.#moments.has(kind)) return 0;
    if (kind === "load" && this.#navigated > 0) return lookMs;
    const page = await this.#ask(signal);
    if (page === undefined || page.state === "loading" || this.#isLoading(kind)) return lookMs;
    if (kind === "domcontentloaded") return 0;
    if (kind === "load") return page.state === "complete" ? 0 : lookMs;
    if (kind === "networkidle") return idleMs - this.#sinceChange(kind);
    return this.#untilStable(page);
  }

  #untilStable({ quiet, look }: PageQuiet): number {
    const { quietMs, lingerMs, lookMs } = this.#times;
    const still = Math.min(quiet, this.#sinceChange("stable"));
    if (still < quietMs || look === "whole") return quietMs - still;
    if (this.#flights.hasFirst(bringsContent)) return lookMs;
    // Between two requests for data of which one waits for the other there may be a pause.
    const hasData = this.#flights.lastChange((type) => DATA.has(type)) > 0;
    return look === "loading" || hasData ? Math.min(lingerMs - still, lookMs) : 0;
  }

  /** Whether a request is in flight that the page is not ready without. */
  #isLoading(kind: Readiness): boolean {
    if (this.#flights.hasYoung(Number.POSITIVE_INFINITY, this.#isLeaving)) return true;
    switch (kind) {
      case "stable":
        return this.#flights.hasYoung(this.#times.oldMs, isGrowing);
      case "networkidle":
        return this.#flights.hasYoung(Number.POSITIVE_INFINITY, isLoad);
      default:
        return false;
    }
  }

  /** A navigation of the main frame that has not replaced the document yet. */
  readonly #isLeaving = ({ request }: Flight): boolean =>
    request.isNavigationRequest() &&
    request.response() === null &&
    request.frame() === this.#page.mainFrame();

  /** Milliseconds since a request that counts began or ended. */
  #sinceChange(kind: Readiness): number {
    const counts = (type: string): boolean =>
      kind === "stable" ? CHANGING.has(type) : !STREAMING.has(type);
    return this.#clock.monotonic() - Math.max(this.#navigated, this.#flights.lastChange(counts));
  }

  /** Undefined when the page has no document to ask at the moment. */
  async #ask(signal: AbortSignal): Promise<PageQuiet | undefined> {
    try {
      this.#session ??= openSession(this.#page);
      this.#world ??= new IsolatedWorld(await unlessAborted(this.#session, signal));
      const question = `(${watch}).run(${this.#times.quietMs})`;
      return (await this.#world.value(signal, question)) as PageQuiet;
    } catch (failure) {
      if (signal.aborted || this.#page.isClosed()) throw failure;
      return undefined;
    }
  }

  readonly #onNavigated = (frame: DriverFrame): void => {
    if (frame !== this.#page.mainFrame()) return;
    this.#navigated = this.#clock.monotonic();
    this.#moments.clear();
  };

  readonly #onRead = (): void => {
    this.#moments.add("domcontentloaded");
    this.#wake();
  };

  readonly #onLoad = (): void => {
    this.#moments.add("load");
    this.#wake();
  };

  readonly #onCrash = (failure: Error): void => this.#lose("The page crashed.", failure);

  readonly #onClose = (): void => this.#lose("The page was closed.");

  #lose(message: string, cause?: Error): void {
    this.#lost.abort(new BrowserError("PAGE_CRASHED", { message, cause }));
  }
}

function isLoad({ request }: Flight): boolean {
  return !STREAMING.has(request.resourceType());
}

function isGrowing({ request, type }: Flight): boolean {
  return type !== "polled" && isChanging(request);
}
