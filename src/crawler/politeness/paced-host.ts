import type { HeapEntry, HostHeap } from "./host-heap.ts";
import type { HostHealth } from "./host-health.ts";

/** One host, as politeness keeps it. Times are as `Clock.monotonic` counts. */
export class PacedHost implements HeapEntry {
  readonly name: string;
  readonly health: HostHealth;
  /** Where it stands in line; undefined while it has nothing to wait for. */
  heap: HostHeap<PacedHost> | undefined;
  heapIndex = -1;
  /** When it is to be looked at again, where it waits for that. */
  wakeAt = 0;
  /** URLs that wait, without those wished. */
  waiting = 0;
  /** The earliest time at which the frontier gives one. */
  nextAt = Number.NEGATIVE_INFINITY;
  /** Claims that were wished and have neither come nor been refused. */
  wished = 0;
  /** Whether one of those wished has come. */
  isMet = false;
  /** Whether the frontier told of the host since it was wished. */
  isTold = false;
  running = 0;
  /** Least milliseconds between two starts. */
  gapMs = 0;
  lastStart = Number.NEGATIVE_INFINITY;
  /** The turn at which it was wished last. */
  turn = 0;
  /** Wishes in a row that gave nothing. */
  vain = 0;
  /** Until when it is not wished again, after such a one. */
  vainUntil = Number.NEGATIVE_INFINITY;

  constructor(name: string, health: HostHealth) {
    this.name = name;
    this.health = health;
  }

  /** Requests that run, or may soon. */
  get load(): number {
    return this.running + this.wished;
  }

  /** From when on it may be asked again, as far as it matters to the host. */
  get restsUntil(): number {
    const gapEnds = this.gapMs > 0 ? this.lastStart + this.gapMs : Number.NEGATIVE_INFINITY;
    return Math.max(this.health.pausedUntil, gapEnds);
  }

  /** From when on it can be asked again. */
  get readyAt(): number {
    return Math.max(this.restsUntil, this.nextAt, this.vainUntil);
  }
}
