import type { Call, Records } from "../../storage/index.ts";
import type { DeliveryRow } from "../collections.ts";
import { dueRows, nextDueAt } from "./due-rows.ts";
import type { Place } from "./lane.ts";

/** Rows read at once. */
const PAGE = 500;
/** Milliseconds: rows that are stored so much later than they are due are found at once. */
const OVERLAP = 2000;
/** Milliseconds between two looks at an idle store. */
const POLL = 1000;
/** Milliseconds after which everything that is due is read anew, and how much rarer than that takes. */
const ANEW = 10_000;
const RARER = 20;

/** What a look at the store gave. */
interface ScanPage {
  readonly rows: readonly DeliveryRow[];
  /** Whether reading begins anew with it. */
  readonly isAnew: boolean;
}

/** Reads what is due page by page, first due first, over and over. */
export class DueScan {
  readonly #records: Records;
  #after: Place | undefined;
  /** When to look at the store again. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #anewAt = Number.NEGATIVE_INFINITY;
  #begunAt = 0;
  #isExpected = false;
  #isInside = false;

  constructor(records: Records) {
    this.#records = records;
  }

  /** When there is something to read, as far as is known; the past when there is at once. */
  get nextAt(): number {
    return this.#isExpected ? Number.NEGATIVE_INFINITY : this.#nextAt;
  }

  /** Whether a pass over what is due is under way. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Something became due; also while a page is being read. */
  expect(): void {
    this.#isExpected = true;
  }

  /** Reads everything anew. */
  restart(): void {
    this.#anewAt = Number.NEGATIVE_INFINITY;
    this.#isExpected = true;
  }

  /** The next rows that are due. */
  async read(now: number, call: Call): Promise<ScanPage> {
    this.#isExpected = false;
    const isAnew = now >= this.#anewAt;
    if (isAnew) {
      this.#after = undefined;
      this.#begunAt = now;
      this.#anewAt = Number.POSITIVE_INFINITY;
    }
    const rows = await dueRows(this.#records, { after: this.#after, by: now, limit: PAGE }, call);
    const last = rows.at(-1);
    if (last?.dueAt != null) this.#after = { dueAt: last.dueAt, id: last.id };
    this.#isInside = rows.length === PAGE;
    if (this.#isInside) this.#nextAt = now;
    else await this.#atEnd(now, call);
    return { rows, isAnew };
  }

  async #atEnd(now: number, call: Call): Promise<void> {
    if (this.#anewAt === Number.POSITIVE_INFINITY) {
      this.#anewAt = now + Math.max(ANEW, (now - this.#begunAt) * RARER);
    }
    this.#after = { dueAt: now - OVERLAP, id: "" };
    this.#nextAt = Math.min(now + POLL, await nextDueAt(this.#records, now, call));
  }
}
