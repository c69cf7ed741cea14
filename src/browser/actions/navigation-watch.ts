import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import { actionLimits } from "./action-limits.ts";

/** Milliseconds within which a document must lead on to the next to be passed over. */
const ONWARD = 50;

interface FrameEvent {
  readonly frameId?: string;
  readonly navigationType?: string;
  readonly type?: string;
  readonly frame?: { readonly id: string; readonly parentId?: string };
}

/**
 * `idle`: the document stands. `loading`: the tab shows that it loads, which a change within the
 * document does too. `started`: another document was asked for. `committed`: it came, and its tree is
 * being built.
 */
type Stage = "idle" | "loading" | "started" | "committed";

/** Knows whether the page's main frame is on its way to another document. */
export class NavigationWatch {
  /** Milliseconds within which a navigation must begin to count as an action's. */
  graceMs = 200;
  readonly #session: CdpSession;
  readonly #clock: Clock;
  #main: string | undefined;
  #stage: Stage = "idle";
  #waiters: (() => void)[] = [];

  constructor(session: CdpSession, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
    const on = (event: string, run: (event: FrameEvent) => void): void => {
      session.on(`Page.${event}`, (event) => run(event as FrameEvent));
    };
    on("frameStartedNavigating", (event) => this.#startedNavigating(event));
    on("frameStartedLoading", (event) => this.#startedLoading(event));
    on("frameNavigated", (event) => this.#navigated(event));
    on("navigatedWithinDocument", (event) => {
      if (event.frameId === this.#main && this.#stage === "loading") this.#enter("idle");
    });
    on("domContentEventFired", () => {
      if (this.#stage === "committed") this.#enter("idle");
    });
    on("frameStoppedLoading", ({ frameId }) => {
      if (frameId === this.#main) this.#enter("idle");
    });
  }

  /** Says which frame is the main one. */
  observe(mainFrame: string): void {
    this.#main = mainFrame;
  }

  /** Whether another document is on its way. */
  get underWay(): boolean {
    return this.#stage !== "idle";
  }

  /**
   * Waits for the navigation that an action may have begun: until the document's tree is complete
   * (DOMContentLoaded), or it turned out to be none, for 10 seconds at most. A document that has not
   * begun to come by then is given up, since the browser answers nothing about the old one meanwhile.
   */
  async follow(signal: AbortSignal): Promise<void> {
    const end = this.#clock.monotonic() + actionLimits.navigation;
    let grace = this.graceMs;
    while (this.#clock.monotonic() < end) {
      await this.#until(() => this.underWay, grace, signal);
      if (!this.underWay) return;
      await this.#until(() => !this.underWay, end - this.#clock.monotonic(), signal);
      grace = ONWARD;
    }
    if (this.#stage !== "started") return;
    await unlessAborted(this.#session.send("Page.stopLoading"), signal).catch(() => {});
    signal.throwIfAborted();
  }

  #startedNavigating({ frameId, navigationType }: FrameEvent): void {
    if (frameId === this.#main && navigationType !== "sameDocument") this.#enter("started");
  }

  #startedLoading({ frameId }: FrameEvent): void {
    if (frameId === this.#main && this.#stage === "idle") this.#enter("loading");
  }

  #navigated({ frame, type }: FrameEvent): void {
    if (frame === undefined || frame.parentId !== undefined) return;
    this.#main = frame.id;
    // A document out of the back-forward cache is complete and says no more.
    this.#enter(type === "BackForwardCacheRestore" ? "idle" : "committed");
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Resolves when `test` holds, or after `ms`. */
  async #until(test: () => boolean, ms: number, signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#clock, ms, signal);
    while (!test() && !limit.signal.aborted) {
      const change = new Promise<void>((wake) => this.#waiters.push(wake));
      await unlessAborted(change, limit.signal).catch(() => {});
    }
    signal.throwIfAborted();
  }
}
