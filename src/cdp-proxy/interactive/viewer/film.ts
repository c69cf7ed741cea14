import type { Clock } from "../../../core/index.ts";
import type { CdpLink } from "../../cdp-link.ts";
import { inTab } from "./in-tab.ts";
import type { Tab } from "./tab.ts";

const PICTURE = { format: "jpeg", quality: 80, everyNthFrame: 1 } as const;
/** Pictures that are on their way to the viewer. */
const MAX_FLYING = 2;
/** Milliseconds without a picture after which the page is taken once more. */
const STILL = 300;

/**
 * The pictures of a tab, at the pace of the viewer. Chromium leaves pictures out while the former
 * are not taken, and the last one may be among them: so a page that has become still is filmed anew,
 * which gives one picture of how it stands.
 */
export class Film {
  readonly #link: CdpLink;
  readonly #clock: Clock;
  readonly #tab: Tab;
  #flying = 0;
  /** Pictures that were taken but not yet acknowledged to Chromium. */
  #untold: unknown[] = [];
  #isAgain = false;
  #cancelAgain: () => void = () => {};

  constructor(parts: { readonly link: CdpLink; readonly clock: Clock }, tab: Tab) {
    this.#link = parts.link;
    this.#clock = parts.clock;
    this.#tab = tab;
  }

  start(): void {
    this.#link.tell(inTab(this.#tab, "Page.startScreencast", PICTURE));
  }

  stop(): void {
    this.#cancelAgain();
    this.#link.tell(inTab(this.#tab, "Page.stopScreencast"));
  }

  /** A picture has come; `isSent` when it is on its way to the viewer. */
  came(number: unknown, isSent: boolean): void {
    this.#untold.push(number);
    if (isSent) this.#flying += 1;
    this.#cancelAgain();
    if (!this.#isAgain || !isSent) {
      this.#cancelAgain = this.#clock.timer(STILL, () => this.#again());
    }
    this.#isAgain = false;
    this.#goOn();
  }

  /** The viewer has drawn one. */
  drawn(): void {
    this.#flying = Math.max(0, this.#flying - 1);
    this.#goOn();
  }

  #again(): void {
    this.#isAgain = true;
    this.#link.tell(inTab(this.#tab, "Page.stopScreencast"));
    this.start();
  }

  /** Lets Chromium make the next picture, when the viewer keeps up. */
  #goOn(): void {
    if (this.#flying >= MAX_FLYING) return;
    const numbers = this.#untold;
    this.#untold = [];
    for (const sessionId of numbers) {
      this.#link.tell(inTab(this.#tab, "Page.screencastFrameAck", { sessionId }));
    }
  }
}
