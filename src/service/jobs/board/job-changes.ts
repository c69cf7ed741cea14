import type { Call, Records } from "../../../storage/index.ts";
import type { JobRow } from "../collections.ts";
import { jobView } from "../job-view.ts";
import type { Job } from "../job.ts";
import type { BoardParts } from "./board-parts.ts";
import { rowsBehind, type ListPlace } from "./rows-behind.ts";

/** Rows that are read at a time. */
const AT_ONCE = 200;
/** Milliseconds between two looks at what other processes have changed. */
const LOOK_EVERY = 1000;
/**
 * Milliseconds that each look goes back: a change is seen when its step is through, which may be after
 * one that was made later, and clocks of machines differ.
 */
const LOOK_BACK = 5000;

/** Changes of an account's jobs, whichever process makes them. */
export class JobChanges {
  readonly #parts: BoardParts;
  readonly #ended = new AbortController();

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** As `JobBoard.follow`. */
  async *follow(
    account: string,
    since: number,
    { signal }: Call,
  ): AsyncGenerator<readonly Job[], void> {
    const { clock, settings } = this.#parts;
    const call = { signal: AbortSignal.any([signal, this.#ended.signal]) };
    const told = new Map<string, JobRow["changedAt"]>();
    let newest = Math.max(since, clock.now() - settings.retentionMs);
    try {
      const records = await this.#parts.records.ready(call);
      using bell = this.#parts.bells.listenTo(account);
      for (;;) {
        const from = newest - LOOK_BACK;
        for await (const rows of changed(records, { account, from }, call)) {
          newest = Math.max(newest, rows.at(-1)?.changedAt ?? 0);
          yield untold(rows, told).map(jobView);
        }
        forget(told, newest - LOOK_BACK);
        await bell.wait(LOOK_EVERY, call.signal);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!this.#ended.signal.aborted) throw error;
    }
  }

  end(): void {
    this.#ended.abort();
  }
}

/** Those that were not told as they are; they are from now on. */
function untold(rows: readonly JobRow[], told: Map<string, JobRow["changedAt"]>): JobRow[] {
  const fresh = rows.filter(({ id, changedAt }) => told.get(id) !== changedAt);
  for (const { id, changedAt } of fresh) told.set(id, changedAt);
  return fresh;
}

/** No look goes back so far. */
function forget(told: Map<string, JobRow["changedAt"]>, before: number): void {
  for (const [id, at] of told) if ((at ?? 0) < before) told.delete(id);
}

/** Rows that changed, oldest first, in pieces. */
async function* changed(
  records: Records,
  { account, from }: { readonly account: string; readonly from: number },
  call: Call,
): AsyncGenerator<readonly JobRow[]> {
  let behind: ListPlace | undefined;
  const where = { account, parent: null };
  const part = { by: "changedAt", direction: "asc", from, until: Infinity, where } as const;
  for (;;) {
    const rows = await rowsBehind(records, { ...part, behind, limit: AT_ONCE }, call);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    behind = { at: last.changedAt ?? 0, id: last.id };
  }
}
