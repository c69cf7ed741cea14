import { Drain, unlessAborted, type Clock } from "../../core/index.ts";
import type { ReadyBrowser } from "./ready-browser.ts";

/** What a pool is filled with. */
interface WarmPoolParts {
  readonly start: (signal: AbortSignal) => Promise<ReadyBrowser>;
  readonly clock: Clock;
  /** Called when a browser ended that had been ready for long enough to be worth another. */
  readonly onEnd: () => void;
}

interface Place {
  readonly started: Promise<ReadyBrowser>;
  ready: ReadyBrowser | undefined;
}

/** Milliseconds after which a browser's end is bad luck; one that ends before may do so again at once. */
const STEADY = 10_000;

/** Browsers that are ready, or will be, before anybody wants them. */
export class WarmPool implements AsyncDisposable {
  readonly #parts: WarmPoolParts;
  readonly #closing = new AbortController();
  /** What goes on behind the back of callers: starts that nobody took, and ends. */
  readonly #ends = new Drain();
  #places: Place[] = [];

  constructor(parts: WarmPoolParts) {
    this.#parts = parts;
  }

  /** How many are ready. */
  get ready(): number {
    return this.#places.filter(({ ready }) => ready !== undefined).length;
  }

  /** Sees to it that there are so many, no more and no fewer. */
  fill(count: number): void {
    if (this.#closing.signal.aborted) return;
    this.trim(count);
    while (this.#places.length < count) this.#add();
  }

  /** Sees to it that there are no more than so many. */
  trim(count: number): void {
    while (this.#places.length > count) this.#discard(this.#places.pop());
  }

  /**
   * The one that is ready, or will be first.
   * @returns undefined when there is none
   * @throws why it could not be started; the signal's reason, when it stays here
   */
  async take(signal: AbortSignal): Promise<ReadyBrowser | undefined> {
    const place = this.#places.find(({ ready }) => ready !== undefined) ?? this.#places[0];
    if (place === undefined) return undefined;
    this.#remove(place);
    try {
      return place.ready ?? (await unlessAborted(place.started, signal));
    } catch (error) {
      if (signal.aborted) this.#keep(place);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error("The warm browsers are already disposed."));
    for (const place of this.#places.splice(0)) this.#discard(place);
    await this.#ends.end();
  }

  #add(): void {
    const place: Place = { started: this.#parts.start(this.#closing.signal), ready: undefined };
    this.#places.push(place);
    place.started.then(
      (browser) => {
        place.ready = browser;
        this.#watch(place, browser);
      },
      // Given to the one who takes it; else the next take tries again.
      () => this.#remove(place),
    );
  }

  #watch(place: Place, browser: ReadyBrowser): void {
    const since = this.#parts.clock.monotonic();
    void browser.process.ended.then(() => {
      if (!this.#remove(place)) return;
      this.#discard(place);
      if (this.#parts.clock.monotonic() - since >= STEADY) this.#parts.onEnd();
    });
  }

  #keep(place: Place): void {
    if (this.#closing.signal.aborted) this.#discard(place);
    else this.#places.unshift(place);
  }

  #remove(place: Place): boolean {
    const index = this.#places.indexOf(place);
    if (index !== -1) this.#places.splice(index, 1);
    return index !== -1;
  }

  /** No caller waits for it, so failures are not reported; the next launch removes what is left. */
  #discard(place: Place | undefined): void {
    if (place === undefined) return;
    const end = place.started.then((browser) => browser[Symbol.asyncDispose]());
    this.#ends.add(end).catch(() => {});
  }
}
