import { wait } from "../../core/index.ts";
import type { Call } from "../../storage/index.ts";
import { beginCheck } from "./begin-check.ts";
import type { CheckParts } from "./check-parts.ts";
import type { CheckRunner } from "./check-runner.ts";
import { monitorRows, type MonitorRow, type RunRow } from "../collections.ts";
import { MonitorError } from "../monitor-error.ts";
import type { MonitorStore } from "../store/monitor-store.ts";
import { HostSlots } from "../work/host-slots.ts";
import type { MonitorLeases } from "../work/leases.ts";

/** What checks at a caller's wish work with. */
export interface ForegroundParts extends CheckParts {
  readonly store: MonitorStore;
  readonly runner: CheckRunner;
  readonly leases: MonitorLeases;
  readonly slots: HostSlots;
}

/** Milliseconds between two looks for a free slot of the host. */
const LOOK_EVERY = 200;

/**
 * Begins a run that a worker is to take.
 * @throws MonitorError `UNKNOWN_MONITOR`, `CHECK_UNDER_WAY`, `CHECK_REFUSED`
 */
export async function requestCheck(
  parts: ForegroundParts,
  id: string,
  call: Call,
): Promise<RunRow> {
  for (;;) {
    const row = await parts.store.get(id, call);
    if (row.runId !== null) throw underWay();
    const run = (await begin(parts, row, { token: null, call }))?.run;
    if (run !== undefined) return run;
  }
}

/**
 * Checks a monitor at once. A run that waits and that nobody has is carried out.
 * @throws MonitorError `UNKNOWN_MONITOR`, `CHECK_UNDER_WAY`, `CHECK_REFUSED`; StorageError; the
 *   signal's reason, when the check was given back
 */
export async function checkNow(parts: ForegroundParts, id: string, call: Call): Promise<RunRow> {
  const row = await take(parts, id, call);
  const { token, runId } = row;
  const [slot] = await freeSlot(parts, row, call.signal);
  using lease = parts.leases.hold({ id, token: token ?? "", slotToken: slot?.token });
  const signal = AbortSignal.any([call.signal, lease.signal]);
  const freed = slot === undefined ? [] : [HostSlots.freeing(slot)];
  const { run } = await parts.runner.run({ row, freed }, signal);
  if (run !== undefined) return run;
  call.signal.throwIfAborted();
  throw new MonitorError("UNKNOWN_MONITOR", {
    message: "The monitor was removed, or another worker took over its check.",
    details: { runId },
  });
}

/** A monitor with a run of ours. */
async function take(parts: ForegroundParts, id: string, call: Call): Promise<MonitorRow> {
  const token = parts.ids.token(12);
  for (;;) {
    const row = await parts.store.get(id, call);
    const held =
      row.runId === null
        ? (await begin(parts, row, { token, call }))?.row
        : await takeOver(parts, row, { token, call });
    if (held !== undefined) return held;
  }
}

/** A run that waits, or whose worker was lost. */
async function takeOver(
  { records, clock, settings }: ForegroundParts,
  { id, runId, heldUntil: held }: MonitorRow,
  { token, call }: { readonly token: string; readonly call: Call },
): Promise<MonitorRow> {
  const now = clock.now();
  if (held > now) throw underWay();
  const heldUntil = now + settings.leaseMs;
  const change = {
    where: { id, runId, heldUntil: { lte: now } },
    set: { token, heldUntil, dueAt: heldUntil },
    add: { attempts: 1 },
  };
  const [taken] = await records.update(monitorRows, change, call);
  if (taken === undefined) throw underWay();
  return taken;
}

async function begin(
  parts: ForegroundParts,
  row: MonitorRow,
  { token, call }: { readonly token: string | null; readonly call: Call },
): Promise<{ readonly row: MonitorRow; readonly run: RunRow } | undefined> {
  const begun = await beginCheck(parts, { row, trigger: "manual", token }, call);
  if (begun.status === "begun") return begun;
  if (begun.status === "stale") return undefined;
  const { refusal: reason } = begun;
  throw new MonitorError("CHECK_REFUSED", {
    message: `The check was refused: ${reason}.`,
    details: { reason },
  });
}

/** Waits for a place on the host. */
async function freeSlot(
  { slots, leases, clock }: ForegroundParts,
  { id, host, token }: MonitorRow,
  signal: AbortSignal,
) {
  using lease = leases.hold({ id, token: token ?? "" });
  const until = AbortSignal.any([signal, lease.signal]);
  for (;;) {
    const taken = await slots.take(host, 1);
    if (taken.length > 0 || until.aborted) return taken;
    await wait(clock, LOOK_EVERY, until).catch(() => {});
  }
}

function underWay(): MonitorError {
  return new MonitorError("CHECK_UNDER_WAY", { message: "The monitor is being checked already." });
}
