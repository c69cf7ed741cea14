import { unlessAborted, wait, type Clock } from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
import type { RefreshReport } from "../visited-page.ts";
import type { CdpSession, DriverPage, DriverFrame, DriverRequest } from "../driver.ts";
import type { DocumentTrail } from "./document-trail.ts";
import { IsolatedWorld } from "./isolated-world.ts";

/** A refresh that waits for its time. */
interface Due {
  /** Where to. */
  readonly url: string;
  readonly seconds: number;
  /** When its time began, in milliseconds of the clock. */
  readonly at: number;
}

/** As with a fetched page. */
const LONGEST_SECONDS = 5;

/** Refreshes of one visit that are followed, as redirects are. */
const MOST = 10;

/** Milliseconds between two looks at one that is due, and that it may be late. */
const LOOK_MS = 50;
const LATE_MS = 2_000;

const DECLARES = `document.querySelector('meta[http-equiv="refresh" i]') !== null`;

const REASONS: ReadonlySet<string> = new Set(["metaTagRefresh", "httpHeaderRefresh"]);

/** Sees which refreshes a page declares, where the driver shows how it knows the page. */
export class RefreshWatch implements Disposable {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  readonly #session: CdpSession | undefined;
  #due: Due | undefined;
  readonly #seen = new Set<string>();
  readonly #trail: DocumentTrail;
  readonly #endless = new AbortController();
  #isLoaded = false;
  #hops = 0;
  #requests = 0;
  #followed = false;
  /** Where the navigation leads that a refresh has begun. */
  #leadsTo: string | undefined;
  #mainFrame: string | undefined;

  constructor(page: DriverPage, trail: DocumentTrail, clock: Clock) {
    this.#page = page;
    this.#trail = trail;
    this.#clock = clock;
    this.#session = page._client?.();
    this.#session?.on("Page.frameScheduledNavigation", this.#onScheduled);
    this.#session?.on("Page.frameClearedScheduledNavigation", this.#onCleared);
    this.#session?.on("Page.frameRequestedNavigation", this.#onRequested);
    page.on("request", this.#onRequest);
    page.on("framenavigated", this.#onNavigated);
    page.on("load", this.#onLoad);
  }

  /** Learns which frame is the page's own; to be called before the page goes anywhere. */
  async arm(signal: AbortSignal): Promise<void> {
    if (this.#session === undefined) return;
    const answer = await unlessAborted(this.#session.send("Page.getFrameTree"), signal);
    this.#mainFrame = (answer as FrameTree).frameTree.frame.id;
  }

  /**
   * Waits for a refresh that is under way: to another page, within 5 seconds, for the first time.
   * @returns whether the page has begun to leave
   */
  async follow(signal: AbortSignal): Promise<boolean> {
    await this.#untilKnown(signal);
    const due = this.#next();
    if (due === undefined || !this.#isWaitedFor(due)) return false;
    this.#seen.add(plain(this.#page.url()));
    const before = this.#requests;
    const latest = due.at + due.seconds * 1_000 + LATE_MS;
    await this.#until(latest, signal, () => this.#requests > before);
    return this.#requests > before;
  }

  /** A page's refreshes count from when it is loaded, which may be later than when it is still. */
  async #untilKnown(signal: AbortSignal): Promise<void> {
    if (this.#isLoaded || !(await this.#declares(signal))) return;
    const latest = this.#clock.monotonic() + LONGEST_SECONDS * 1_000;
    await this.#until(latest, signal, () => this.#isLoaded || this.#due !== undefined);
    // The page tells its refresh just after "load": an answer of the page comes behind both.
    if (this.#due === undefined) await this.#declares(signal);
  }

  async #declares(signal: AbortSignal): Promise<boolean> {
    if (this.#session === undefined) return false;
    if (this.#trail.last?.headers()["refresh"] !== undefined) return true;
    const world = new IsolatedWorld(this.#session);
    return (await world.value(signal, DECLARES).catch(() => false)) === true;
  }

  async #until(latest: number, signal: AbortSignal, isOver: () => boolean): Promise<void> {
    while (!isOver() && this.#clock.monotonic() < latest) {
      await wait(this.#clock, LOOK_MS, signal);
    }
  }

  /** Aborts when a page refreshes without end. */
  get endless(): AbortSignal {
    return this.#endless.signal;
  }

  get report(): RefreshReport {
    const left = this.#next() !== undefined || this.#leadsTo !== undefined;
    return { followed: this.#followed, left };
  }

  /** The refresh that the page waits for, when it leads elsewhere. */
  #next(): Due | undefined {
    return this.#due !== undefined && this.#isElsewhere(this.#due.url) ? this.#due : undefined;
  }

  #isElsewhere(url: string): boolean {
    return plain(url) !== plain(this.#page.url());
  }

  #isWaitedFor({ seconds, url }: Due): boolean {
    if (seconds > LONGEST_SECONDS || this.#seen.size >= MOST) return false;
    return /^https?:/.test(url) && !this.#seen.has(plain(url));
  }

  readonly #onScheduled = (event: unknown): void => {
    const { frameId, url, delay, reason } = event as Scheduled;
    if (frameId !== this.#mainFrame || !REASONS.has(reason)) return;
    this.#due = { url, seconds: delay, at: this.#clock.monotonic() };
  };

  readonly #onCleared = (event: unknown): void => {
    if ((event as Scheduled).frameId === this.#mainFrame) this.#due = undefined;
  };

  readonly #onRequested = (event: unknown): void => {
    const { frameId, reason, url } = event as Scheduled;
    if (frameId !== this.#mainFrame) return;
    this.#leadsTo = REASONS.has(reason) && this.#isElsewhere(url) ? url : undefined;
  };

  readonly #onRequest = (request: DriverRequest): void => {
    if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) {
      this.#requests += 1;
    }
  };

  readonly #onNavigated = (frame: DriverFrame): void => {
    if (frame !== this.#page.mainFrame()) return;
    this.#isLoaded = false;
    if (this.#leadsTo === undefined) return;
    this.#followed = true;
    this.#leadsTo = undefined;
    this.#hops += 1;
    if (this.#hops > MOST) this.#endless.abort(tooMany(frame.url()));
  };

  readonly #onLoad = (): void => {
    this.#isLoaded = true;
  };

  [Symbol.dispose](): void {
    this.#session?.off("Page.frameScheduledNavigation", this.#onScheduled);
    this.#session?.off("Page.frameClearedScheduledNavigation", this.#onCleared);
    this.#session?.off("Page.frameRequestedNavigation", this.#onRequested);
    this.#page.off("request", this.#onRequest);
    this.#page.off("framenavigated", this.#onNavigated);
    this.#page.off("load", this.#onLoad);
  }
}

interface Scheduled {
  readonly frameId: string;
  readonly url: string;
  readonly delay: number;
  readonly reason: string;
}

interface FrameTree {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

function tooMany(url: string): BrowserError {
  return new BrowserError("NAVIGATION_FAILED", {
    message: `Expected at most ${MOST} refreshes in a row; ${url.slice(0, 200)} refreshes again.`,
    details: { url, reason: "net::ERR_TOO_MANY_REDIRECTS" },
  });
}

function plain(url: string): string {
  return url.split("#", 1)[0] ?? url;
}
