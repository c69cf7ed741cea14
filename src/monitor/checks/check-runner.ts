import { backoff, onBehalfOf, traced, wait } from "../../core/index.ts";
import { isStorageOutage, updating, type Operation } from "../../storage/index.ts";
import { monitorRows, runRows, type MonitorRow, type RunRow } from "../collections.ts";
import { expiredAt } from "../definition/monitor-states.ts";
import { uncancelled } from "../../storage/internal.ts";
import { beginCheck, skipCheck } from "./begin-check.ts";
import type { CheckParts } from "./check-parts.ts";
import { Checker } from "./checker.ts";
import { endCheck, type Ending } from "./end-check.ts";
import type { FindingOutcome } from "./finding.ts";
import { lookFailure } from "./look.ts";
import { nextTimes } from "./next-times.ts";

/** Workers that may be lost during one check. */
const MOST_LOSSES = 3;
/** Steps that do not apply, one after another; each is the sign of an edit or a sweep. */
const MOST_TRIES = 50;
const RETRY = { baseMs: 100, maxMs: 5_000 };

/** A monitor that somebody holds, to be checked. */
export interface HeldMonitor {
  /** As it was claimed: it has our token. */
  readonly row: MonitorRow;
  /** Carried out with the step that ends the check. */
  readonly freed: readonly Operation[];
}

/** What a run of a check came to. */
interface CheckReport {
  /** As it ended; undefined where it is in other hands, gone, or was not to be checked. */
  readonly run: RunRow | undefined;
  /** Whether the host seems to be down; undefined where nothing was asked of it. */
  readonly isHostDown: boolean | undefined;
}

const nothing: CheckReport = Object.freeze({ run: undefined, isHostDown: undefined });

/** Carries out checks of monitors that are held, from begin to end. */
export class CheckRunner {
  readonly #parts: CheckParts;
  readonly #checker: Checker;

  constructor(parts: CheckParts) {
    this.#parts = parts;
    this.#checker = new Checker(parts, parts.settings.checkTimeoutMs);
  }

  /**
   * @throws the signal's reason, when the monitor was given back; StorageError
   */
  async run(held: HeldMonitor, signal: AbortSignal): Promise<CheckReport> {
    try {
      const { row } = held;
      if (row.runId === null && !isWanted(row, this.#parts.clock.now())) {
        return await this.#retire(held);
      }
      if (row.runId !== null) return await this.#carryOut(held, signal);
      const begun = await beginCheck(
        this.#parts,
        { row, trigger: "schedule", token: row.token },
        uncancelled,
      );
      if (begun.status === "begun") {
        return await this.#carryOut({ ...held, row: begun.row }, signal);
      }
      if (begun.status === "refused") {
        const run = await skipCheck(this.#parts, { ...held, refusal: begun.refusal });
        return { run, isHostDown: undefined };
      }
      await this.#giveBack(held);
      return nothing;
    } catch (error) {
      if (signal.aborted) await this.#giveBack(held);
      throw error;
    }
  }

  /** A monitor that is not active, or over, is looked at no more. */
  async #retire({ row, freed }: HeldMonitor): Promise<CheckReport> {
    const { records, clock } = this.#parts;
    const { id, token, revision } = row;
    const now = clock.now();
    const set = { ...expiredAt(row, now), ...nextTimes({ ...row, isActive: false }, now, 0) };
    const change = { where: { id, token, revision }, set, add: { revision: 1 } };
    await records.atomic([updating(monitorRows, change), ...freed], uncancelled);
    return nothing;
  }

  #carryOut(held: HeldMonitor, signal: AbortSignal): Promise<CheckReport> {
    const { id: monitorId, runId } = held.row;
    const context = { monitorId, runId: runId ?? "" };
    return traced("dragline:monitor:check", context, () => this.#untilEnded(held, signal));
  }

  async #untilEnded(held: HeldMonitor, signal: AbortSignal): Promise<CheckReport> {
    let { row } = held;
    const [run] = await this.#parts.records.find(
      runRows,
      { where: { id: row.runId ?? "" } },
      uncancelled,
    );
    if (run === undefined) return this.#leave(held);
    for (;;) {
      const outcome = await this.#outcome(row, signal);
      const ended = await this.#end({ row, run, outcome, freed: held.freed }, signal);
      if (ended.status === "ended") return { run: ended.run, isHostDown: isDown(outcome) };
      if (ended.status === "lost") return this.#leave(held);
      // Its definition is another one: what was seen is not what is watched now.
      ({ row } = ended);
    }
  }

  async #outcome(row: MonitorRow, signal: AbortSignal): Promise<FindingOutcome> {
    if (row.attempts <= MOST_LOSSES) {
      return onBehalfOf(row.owner, () => this.#checker.check(row, signal));
    }
    return lookFailure("WORKER_LOST", "Workers were lost three times during the check.");
  }

  /** Ends the run; again, where the monitor went on meanwhile without becoming another one. */
  async #end(ending: Ending, signal: AbortSignal): Promise<Ended> {
    let { row } = ending;
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      if (tries === MOST_TRIES) throw new Error("The end of the check cannot be stored.");
      const run = await this.#patiently(signal, () =>
        endCheck(this.#parts, { ...ending, row }, { signal }),
      );
      if (run !== undefined) return { status: "ended", run };
      const { id, token, runId } = row;
      const where = { id, token, runId };
      const [next] = await this.#parts.records.find(monitorRows, { where }, uncancelled);
      if (next === undefined) return { status: "lost" };
      if (isOther(row, next)) return { status: "changed", row: next };
      row = next;
    }
  }

  /** Waits for a store that is away, for as long as the monitor is held. */
  async #patiently<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const { clock, ids } = this.#parts;
    for (let failures = 1; ; failures += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isStorageOutage(error)) throw error;
        await wait(clock, backoff(failures, ids.random(), RETRY), signal);
      }
    }
  }

  /** The monitor is gone or in other hands: what was held with it is let go all the same. */
  async #leave({ freed }: Pick<HeldMonitor, "freed">): Promise<CheckReport> {
    if (freed.length > 0) await this.#parts.records.atomic(freed, uncancelled);
    return nothing;
  }

  /** Somebody else may have it at once; what was begun with it is not counted. */
  async #giveBack({ row, freed }: HeldMonitor): Promise<void> {
    const { records, clock } = this.#parts;
    const { id, token } = row;
    const now = clock.now();
    const [held] = await records.find(monitorRows, { where: { id, token } }, uncancelled);
    if (held === undefined) {
      await this.#leave({ freed });
      return;
    }
    const isDue = held.runId !== null || held.isActive;
    const set = { token: null, heldUntil: 0, dueAt: isDue ? now : null };
    const change = { where: { id, token }, set, add: { attempts: -1 } };
    await records.atomic([updating(monitorRows, change), ...freed], uncancelled);
  }
}

type Ended =
  | { readonly status: "ended"; readonly run: RunRow }
  | { readonly status: "changed"; readonly row: MonitorRow }
  | { readonly status: "lost" };

function isWanted(row: MonitorRow, now: number): boolean {
  return row.isActive && expiredAt(row, now).expired !== true;
}

function isOther(row: MonitorRow, next: MonitorRow): boolean {
  if (row.generation !== next.generation) return true;
  return JSON.stringify(row.excludedUrls) !== JSON.stringify(next.excludedUrls);
}

function isDown(outcome: FindingOutcome): boolean {
  return outcome.status === "failed" && outcome.isHostDown;
}
