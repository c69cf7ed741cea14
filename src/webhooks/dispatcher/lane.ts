import type { DeliveryRow } from "../collections.ts";

/** Where a row stands among those that are due. */
export interface Place {
  readonly dueAt: number;
  readonly id: string;
}

/** A delivery that is due, as much of it as waiting takes. */
export interface DueDelivery extends Place {
  readonly lane: string;
  readonly host: string;
  readonly mode: string;
}

const FIRST_WINDOW = 2;

/** The due deliveries of one endpoint that are in memory, the first due first. */
export class Lane {
  readonly key: string;
  readonly #waiting = new Map<string, DueDelivery>();
  /** What is under way, with when it was taken; the first taken first. */
  readonly underWay = new Map<DueDelivery, number>();
  /** Whether its last attempt ended without an answer, or there is none for long. */
  isTroubled = false;
  #window = FIRST_WINDOW;
  /** Whether the store has due ones beyond {@link end} that are not in memory. */
  isCut = false;
  /** Up to where the store was read for it; undefined before anything was. */
  end: Place | undefined;

  constructor(key: string) {
    this.key = key;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** When the first of what is under way was taken; Infinity when nothing is. */
  get since(): number {
    const [first = Number.POSITIVE_INFINITY] = this.underWay.values();
    return first;
  }

  /** How many attempts at once it has earned: few at first, twice as many with each answer. */
  get window(): number {
    return this.#window;
  }

  /** Learns from an attempt that ended. */
  learn(troubled: boolean): void {
    this.#window = troubled ? FIRST_WINDOW : this.#window * 2;
  }

  /** The next to go. */
  get head(): DueDelivery | undefined {
    const [head] = this.#waiting.values();
    return head;
  }

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Adds one that is not there. */
  push(due: DueDelivery): void {
    this.#waiting.set(due.id, due);
    if (this.end === undefined || isAfter(due, this.end)) this.end = due;
  }

  /** Takes the next one out. */
  shift(): DueDelivery | undefined {
    const { head } = this;
    if (head !== undefined) this.#waiting.delete(head.id);
    return head;
  }
}

/** What of a row is kept while it waits. */
export function dueDelivery({ id, lane, host, mode, dueAt }: DeliveryRow): DueDelivery {
  return { id, lane, host, mode, dueAt: dueAt ?? 0 };
}

function isAfter(a: Place, b: Place): boolean {
  return a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.id > b.id);
}
