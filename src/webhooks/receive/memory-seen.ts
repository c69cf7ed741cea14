import {
  checkArgument,
  checkNumber,
  detach,
  systemClock,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import {
  checkClaim,
  type NewSeenClaim,
  type SeenClaim,
  type SeenDeliveries,
  type SeenState,
} from "./seen-deliveries.ts";

/** The collaborators of a {@link MemorySeen}. */
export interface MemorySeenCollaborators {
  /** Whose monotonic time counts; the system's when absent. */
  readonly clock?: Clock | undefined;
}

/** How much is remembered. */
export interface MemorySeenOptions {
  /**
   * Milliseconds for which an id is remembered after it was handled; 1 or more. A sender's ladder of
   * attempts takes 8.6 hours.
   * @default 86400000
   */
  readonly retentionMs?: number | undefined;
  /**
   * Most ids that are remembered, about 200 bytes each; the oldest are forgotten first. 1 or more.
   * @default 100000
   */
  readonly maxIds?: number | undefined;
}

const defaults = Object.freeze<Record<keyof MemorySeenOptions, number>>({
  retentionMs: 86_400_000,
  maxIds: 100_000,
});

interface Entry {
  /** Of the claim that runs; undefined when it was handled. */
  readonly token: string | undefined;
  /** Until when the claim or the memory holds. */
  readonly until: number;
}

/** Remembers deliveries in this process, and only for as long as it lives. */
export class MemorySeen implements SeenDeliveries {
  readonly #clock: Clock;
  readonly #options: typeof defaults;
  readonly #running = new Map<string, Entry>();
  /** In the order in which they were handled, and so in that in which they end. */
  readonly #handled = new Map<string, number>();

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: MemorySeenCollaborators = {}, options?: MemorySeenOptions) {
    checkArgument("collaborators of new MemorySeen({ clock })", collaborators, "object");
    this.#clock = collaborators.clock ?? systemClock;
    this.#options = withDefaults(defaults, options);
    checkNumber("retentionMs", this.#options.retentionMs, { min: 1 });
    checkNumber("maxIds", this.#options.maxIds, { min: 1 });
  }

  /** Ids that are remembered now. */
  get size(): number {
    return this.#handled.size;
  }

  async claim(claim: NewSeenClaim): Promise<SeenState> {
    const { id, token, leaseMs } = checkClaim(claim);
    const now = this.#clock.monotonic();
    this.#forget(now);
    if (this.#handled.has(id)) return "seen";
    const running = this.#running.get(id);
    if (running !== undefined && running.until > now) return "busy";
    this.#running.set(detach(id), { token, until: now + leaseMs });
    return "claimed";
  }

  async settle(claim: SeenClaim): Promise<void> {
    const { id, token } = checkClaim(claim);
    if (!this.#end(id, token)) return;
    this.#handled.set(detach(id), this.#clock.monotonic() + this.#options.retentionMs);
    const [oldest] = this.#handled.keys();
    if (this.#handled.size > this.#options.maxIds && oldest !== undefined) {
      this.#handled.delete(oldest);
    }
  }

  async release(claim: SeenClaim): Promise<void> {
    const { id, token } = checkClaim(claim);
    this.#end(id, token);
  }

  #end(id: string, token: string): boolean {
    return this.#running.get(id)?.token === token && this.#running.delete(id);
  }

  #forget(now: number): void {
    for (const [id, until] of this.#handled) {
      if (until > now) return;
      this.#handled.delete(id);
    }
  }
}
