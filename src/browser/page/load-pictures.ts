import { deadline, unlessAborted, wait, type Clock } from "../../core/index.ts";
import type { DriverPage } from "../driver.ts";
import type { IsolatedWorld } from "./isolated-world.ts";
import { PictureProbe, type PictureState } from "./picture-probe.ts";
import { RequestFlights, type Flight } from "./request-flights.ts";

/** Milliseconds that images and fonts may take once all are asked for. */
const SETTLE_MS = 5_000;
/** Milliseconds that scrolling through a page may take. */
const SCROLL_MS = 15_000;
/** Milliseconds that one stop may take; pages without frames to draw answer late. */
const STOP_MS = 500;
/** Milliseconds that a page may take to answer the end of the scrolling with a request. */
const ANSWER_MS = 200;
/** Milliseconds that such a request may take. */
const MORE_MS = 2_000;
const LOOK_MS = 50;

const SHOWN = new Set(["image", "font", "stylesheet"]);
const CHANGING = new Set(["xhr", "fetch", "script"]);

/** Gets what a page shows loaded before its picture is taken. */
export class PictureLoader implements Disposable {
  readonly #world: IsolatedWorld;
  readonly #clock: Clock;
  readonly #flights: RequestFlights;

  constructor(page: DriverPage, world: IsolatedWorld, clock: Clock) {
    this.#world = world;
    this.#clock = clock;
    this.#flights = new RequestFlights(page, clock);
  }

  [Symbol.dispose](): void {
    this.#flights[Symbol.dispose]();
  }

  /**
   * Scrolls through the page by steps of `step` CSS pixels as far as `maxHeight`, so that what is
   * loaded when it is seen is loaded.
   * @returns whether the page grew by it and had not come to an end
   */
  async scrollThrough(step: number, maxHeight: number, signal: AbortSignal): Promise<boolean> {
    const end = this.#clock.monotonic() + SCROLL_MS;
    const first = (await this.#state(0, signal)).height;
    let height = first;
    for (let y = 0; y < Math.min(height, maxHeight); y += step) {
      if (this.#clock.monotonic() >= end) return height > first;
      height = Math.max(height, await this.#stop(y, signal));
      if (y + step >= height) height = await this.#grown(height, signal);
    }
    return height > first && height >= maxHeight;
  }

  /** Scrolls to a place; the height of the document then. */
  async scrollTo(x: number, y: number, signal: AbortSignal): Promise<void> {
    await this.#bounded(STOP_MS, signal, this.#probe(`scrollTo(${x}, ${y})`));
  }

  /** Waits until the images down to the row `last` are there and decoded, and the fonts. */
  async settle(last: number, signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#clock, SETTLE_MS, signal);
    try {
      while (await this.#isLoading(last, limit.signal)) {
        await wait(this.#clock, LOOK_MS, limit.signal);
      }
      await this.#probe(`decode(${last})`)(limit.signal);
    } catch (failure) {
      if (!limit.expired) throw failure;
    }
  }

  async #isLoading(last: number, signal: AbortSignal): Promise<boolean> {
    const { isLoaded, loading, fonts } = await this.#state(last, signal);
    const isShown = ({ request }: Flight): boolean => SHOWN.has(request.resourceType());
    return !isLoaded || loading > 0 || fonts || this.#flights.hasYoung(SETTLE_MS, isShown);
  }

  async #stop(y: number, signal: AbortSignal): Promise<number> {
    const height = await this.#bounded(STOP_MS, signal, this.#probe(`scrollTo(0, ${y})`));
    return typeof height === "number" ? height : 0;
  }

  /** The height once the page has answered that its end was seen. */
  async #grown(before: number, signal: AbortSignal): Promise<number> {
    const start = this.#clock.monotonic();
    const isMore = ({ request }: Flight): boolean => CHANGING.has(request.resourceType());
    for (;;) {
      const { height } = await this.#state(0, signal);
      const waited = this.#clock.monotonic() - start;
      const waits = waited < ANSWER_MS || this.#flights.hasYoung(MORE_MS, isMore);
      if (height > before || !waits || waited >= MORE_MS) return height;
      await wait(this.#clock, LOOK_MS, signal);
    }
  }

  async #state(last: number, signal: AbortSignal): Promise<PictureState> {
    return (await this.#probe(`state(${last})`)(signal)) as PictureState;
  }

  #probe(call: string): (signal: AbortSignal) => Promise<unknown> {
    return (signal) => this.#world.value(signal, `new (${PictureProbe.toString()})().${call}`);
  }

  /** Undefined when it took too long. */
  async #bounded(
    ms: number,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> {
    using limit = deadline(this.#clock, ms, signal);
    try {
      return await unlessAborted(run(limit.signal), limit.signal);
    } catch (failure) {
      if (!limit.expired) throw failure;
      return undefined;
    }
  }
}
