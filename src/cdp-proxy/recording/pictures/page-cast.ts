import type { Clock } from "../../../core/index.ts";
import type { CdpObject } from "../../cdp-link.ts";

/** The dependencies of a cast. */
interface PageCastParts {
  readonly clock: Clock;
  /** Sends a command to the page; rejects when it is gone. */
  send(method: string, params: CdpObject): Promise<unknown>;
  /** Called whenever {@link PageCast.isVisible} may have changed. */
  onvisible(): void;
  /** Takes a picture, as base64. */
  onpicture(jpeg: string): void;
}

/** Milliseconds between two pictures of a page that changes. */
const REST_MS = 250;

/** Milliseconds until the next look at a page that draws the same again and again. */
const SAME_REST_MS = 1000;

/** Milliseconds between two looks whether a page that is not followed is still visible. */
const LOOK_MS = 1000;

/** No larger than the window; text stays readable. */
const SCREENCAST = Object.freeze({
  format: "jpeg",
  quality: 60,
  maxWidth: 1366,
  maxHeight: 1080,
  everyNthFrame: 1,
});

/**
 * Pictures of one page, in pulses: a screencast that runs all the time costs three times as much. It
 * is started, stopped at its first picture, and started again after a rest. It is left running where
 * it costs nothing: while the page shows what it showed before, or is hidden; so both are told at
 * once when they end.
 */
export class PageCast {
  readonly #parts: PageCastParts;
  #isVisible = false;
  #isPictured = false;
  #isFollowed = false;
  #isRunning = false;
  #isClosed = false;
  #picture: string | undefined;
  #pictures = 0;
  #cancelRest: (() => void) | undefined;

  constructor(parts: PageCastParts) {
    this.#parts = parts;
  }

  /** Whether it is seen: a hidden target says that it is visible, and never has a picture. */
  get isVisible(): boolean {
    return this.#isVisible && this.#isPictured;
  }

  /** Looks at the page now. */
  start(): void {
    if (this.#isClosed || this.#isRunning) return;
    this.#cancelRest?.();
    this.#isRunning = true;
    this.#pictures = 0;
    this.#parts.send("Page.startScreencast", SCREENCAST).then(
      () => this.#started(),
      () => this.#rest(LOOK_MS),
    );
  }

  /** Whether its pictures are wanted; without that it only tells whether it is visible. */
  follow(isFollowed: boolean): void {
    if (this.#isFollowed === isFollowed) return;
    this.#isFollowed = isFollowed;
    this.#picture = undefined;
    if (isFollowed) this.start();
    else if (this.#isRunning && this.isVisible) this.#stop(LOOK_MS);
  }

  /** Takes `Page.screencastVisibilityChanged`. */
  visibility(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#parts.onvisible();
  }

  /** Takes `Page.screencastFrame`. */
  frame(jpeg: string, number: number): void {
    if (!this.#isRunning) return;
    this.#isPictured = true;
    this.#pictures += 1;
    // It may be followed from now on, and then its picture is new.
    this.#parts.onvisible();
    const isSame = jpeg === this.#picture;
    this.#picture = jpeg;
    if (this.#isFollowed && !isSame) this.#parts.onpicture(jpeg);
    if (!this.#isFollowed) this.#stop(LOOK_MS);
    else if (!isSame) this.#stop(REST_MS);
    else if (this.#pictures > 1) this.#stop(SAME_REST_MS);
    else this.#tell("Page.screencastFrameAck", { sessionId: number });
  }

  /** The page crashed: it shows nothing until it is loaded again. */
  crashed(): void {
    this.#isPictured = false;
    this.#picture = undefined;
    this.#parts.onvisible();
    this.#stop(LOOK_MS);
  }

  /** The page is gone, or no pictures are wanted any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRest?.();
  }

  #started(): void {
    if (this.isVisible && !this.#isFollowed) this.#stop(LOOK_MS);
  }

  #stop(restMs: number): void {
    this.#tell("Page.stopScreencast", {});
    this.#rest(restMs);
  }

  #rest(ms: number): void {
    this.#isRunning = false;
    this.#cancelRest?.();
    if (!this.#isClosed) this.#cancelRest = this.#parts.clock.timer(ms, () => this.start());
  }

  /** A page that is gone needs nothing; its end is reported elsewhere. */
  #tell(method: string, params: CdpObject): void {
    this.#parts.send(method, params).catch(() => {});
  }
}
