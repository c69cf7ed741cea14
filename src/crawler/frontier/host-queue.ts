import { Heap } from "../../core/index.ts";
import type { Candidate } from "../frontier.ts";

/** A URL that is not settled. */
export interface OpenUrl extends Candidate {
  readonly host: HostQueue;
  /** Place in the order of discovery. */
  readonly seq: number;
  /** Of the last claim; 0 before the first. From 1 on the URL has its place among `maxPages`. */
  attempt: number;
  /** When the lease of its claim ends, or when it is due again. */
  until: number;
  /** `moved`: another object stands for the URL since its depth was found to be less. */
  state: "waiting" | "claimed" | "moved";
}

/** What a claim of a URL has to keep to. */
export interface ClaimBounds {
  /** The one depth of which URLs may be claimed; undefined: every one. */
  readonly level: number | undefined;
  /** Whether a URL may be claimed that has no place among `maxPages` yet. */
  readonly slots: boolean;
}

const earlier = (a: OpenUrl, b: OpenUrl): boolean =>
  a.depth === b.depth ? a.seq < b.seq : a.depth < b.depth;

/** The URLs of one host that wait, and how the host stands. */
export class HostQueue {
  readonly name: string;
  waiting = 0;
  active = 0;
  /** When a URL was last claimed, on any path. */
  lastStart = Number.NEGATIVE_INFINITY;
  pausedUntil = 0;
  /** Never claimed so far. */
  readonly #ready = new Heap<OpenUrl>(earlier);
  /** Claimed before, and due. */
  readonly #again = new Heap<OpenUrl>(earlier);
  /** Claimed before, and not due yet. */
  readonly #delayed = new Heap<OpenUrl>((a, b) => a.until < b.until);

  constructor(name: string) {
    this.name = name;
  }

  add(url: OpenUrl): void {
    this.waiting += 1;
    if (url.attempt === 0) this.#ready.add(url);
    else this.#delayed.add(url);
  }

  /** Says that an object of a URL that was never claimed stands for it no more. */
  drop(url: OpenUrl): void {
    url.state = "moved";
    this.waiting -= 1;
  }

  /** Takes out the URL whose turn it is: those that were claimed before go first. */
  take(now: number, bounds: ClaimBounds): OpenUrl | undefined {
    const heap = this.#next(now, bounds);
    const url = heap?.take();
    if (url !== undefined) this.waiting -= 1;
    return url;
  }

  /** The earliest time at which a URL may be claimed; 0 when at once, Infinity as things stand. */
  nextAt(now: number, bounds: ClaimBounds & { readonly gapMs: number }): number {
    const isNext = this.#next(now, bounds) !== undefined;
    const due = isNext ? 0 : (this.#delayed.first?.until ?? Number.POSITIVE_INFINITY);
    const gapEnd = bounds.gapMs > 0 ? this.lastStart + bounds.gapMs : 0;
    const at = Math.max(due, this.pausedUntil, gapEnd);
    return at <= now ? 0 : at;
  }

  /** Whether a URL that waits has its place among `maxPages`. */
  get holdsSlots(): boolean {
    return this.#again.first !== undefined || this.#delayed.first !== undefined;
  }

  /** Takes out everything that waits. */
  drain(): OpenUrl[] {
    this.waiting = 0;
    const urls = [...this.#ready.drain(), ...this.#again.drain(), ...this.#delayed.drain()];
    return urls.filter(({ state }) => state === "waiting");
  }

  #next(now: number, { level, slots }: ClaimBounds): Heap<OpenUrl> | undefined {
    this.#wakeDelayed(now);
    const fits = (url: OpenUrl | undefined): boolean =>
      url !== undefined && (level === undefined || url.depth === level);
    if (fits(this.#again.first)) return this.#again;
    this.#forgetMoved();
    return slots && fits(this.#ready.first) ? this.#ready : undefined;
  }

  #wakeDelayed(now: number): void {
    for (let next = this.#delayed.first; next !== undefined && next.until <= now;) {
      this.#delayed.take();
      this.#again.add(next);
      next = this.#delayed.first;
    }
  }

  #forgetMoved(): void {
    while (this.#ready.first?.state === "moved") this.#ready.take();
  }
}
