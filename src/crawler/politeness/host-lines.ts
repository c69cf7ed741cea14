import { HostHeap } from "./host-heap.ts";
import type { PacedHost } from "./paced-host.ts";

/** The hosts in the order in which they have their turns. */
export class HostLines {
  /** Hosts that may be asked and are known to answer. */
  readonly #answering = new HostHeap<PacedHost>(isBefore);
  /** Hosts that may be asked, and have not answered yet or have failed to. */
  readonly #untried = new HostHeap<PacedHost>(isBefore);
  /** Hosts with something to ask whose time has not come. */
  readonly #resting = new HostHeap<PacedHost>(isSooner);
  /** Hosts with nothing to ask whose pause is not over. */
  readonly #fading = new HostHeap<PacedHost>(isSooner);
  readonly #forget: (host: PacedHost) => void;

  /** @param forget is told of hosts that there is nothing to remember of */
  constructor(forget: (host: PacedHost) => void) {
    this.#forget = forget;
  }

  /** Whether a host may be asked now. */
  get isEmpty(): boolean {
    return this.#answering.first === undefined && this.#untried.first === undefined;
  }

  /** When the next host's time comes; undefined when none is waiting for it. */
  get nextWake(): number | undefined {
    return this.#resting.first?.wakeAt;
  }

  /** Puts a host where it belongs after a change. */
  place(host: PacedHost, now: number): void {
    const heap = this.#heapOf(host, now);
    if (host.heap !== heap) this.leave(host);
    host.heap = heap;
    heap?.put(host);
  }

  /** Takes a host out of line until it is placed again. */
  leave(host: PacedHost): void {
    host.heap?.remove(host);
    host.heap = undefined;
  }

  /** Puts those in line whose time has come, and forgets those whose pause is over. */
  wake(now: number): void {
    for (const heap of [this.#resting, this.#fading]) {
      for (let { first } = heap; first !== undefined && first.wakeAt <= now; { first } = heap) {
        this.place(first, now);
      }
    }
  }

  /**
   * The host whose turn it is: the one with the fewest requests, of several the one that has waited
   * longest.
   * @param sparing whether hosts that may be dead stand back
   */
  first(sparing: boolean): PacedHost | undefined {
    const answering = this.#answering.first;
    const untried = this.#untried.first;
    if (answering === undefined || untried === undefined) return answering ?? untried;
    return sparing || isBefore(answering, untried) ? answering : untried;
  }

  #heapOf(host: PacedHost, now: number): HostHeap<PacedHost> | undefined {
    if (host.waiting <= 0) return this.#idle(host, now);
    if (host.load >= host.health.cap) return undefined;
    if (host.gapMs > 0 && host.wished > 0) return undefined;
    host.wakeAt = host.readyAt;
    if (host.wakeAt > now) return this.#resting;
    return host.health.answers ? this.#answering : this.#untried;
  }

  #idle(host: PacedHost, now: number): HostHeap<PacedHost> | undefined {
    if (host.load > 0) return undefined;
    host.wakeAt = host.restsUntil;
    if (host.wakeAt > now) return this.#fading;
    this.#forget(host);
    return undefined;
  }
}

function isBefore(one: PacedHost, other: PacedHost): boolean {
  return one.load === other.load ? one.turn < other.turn : one.load < other.load;
}

function isSooner(one: PacedHost, other: PacedHost): boolean {
  return one.wakeAt < other.wakeAt;
}
