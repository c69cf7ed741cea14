import { inserting, updating, type Call, type Operation } from "../../storage/index.ts";
import type { ChangeDiff, MonitorChange } from "./change.ts";
import { changeTexts, type ChangeEnds, type ChangeTexts } from "./change-texts.ts";
import type { EndingCheck, EndTerms } from "./check-ledger.ts";
import {
  changeRows,
  monitorRows,
  runRows,
  snapshotRows,
  type MonitorRow,
  type RunRow,
  type SnapshotRow,
} from "../collections.ts";
import type { MonitorSet } from "../definition/monitor-states.ts";
import { monitorView, runView } from "../definition/monitor-view.ts";
import type { Json } from "../../storage/index.ts";
import type { CheckParts } from "./check-parts.ts";
import type { Finding, FindingOutcome } from "./finding.ts";
import type { LookFailure } from "./look.ts";
import { nextTimes } from "./next-times.ts";

/** A check to end. */
export interface Ending {
  /** As it was read last. */
  readonly row: MonitorRow;
  readonly run: RunRow;
  readonly outcome: FindingOutcome;
  /** Carried out with it where it applies. */
  readonly freed: readonly Operation[];
}

/**
 * Ends a run in one step: the monitor, the run, and with a finding the snapshot, the change, its texts
 * and pages, and the ledger's part. Nothing of it happens where the monitor is no longer as it was
 * read: it was edited, removed, or the run has come into other hands.
 * @returns the run as it ended; undefined where the step did not apply
 */
export async function endCheck(
  parts: CheckParts,
  ending: Ending,
  call: Call,
): Promise<RunRow | undefined> {
  const { records, ledger, clock, bodies } = parts;
  const { row, outcome, freed } = ending;
  const now = clock.now();
  const made =
    outcome.status === "found"
      ? await foundParts(parts, { ...ending, outcome }, { now, call })
      : failedParts(ending, outcome, now);
  const monitor = monitorView({ ...row, ...made.set });
  const { run, change, between } = made;
  const texts = (): Promise<ChangeTexts> => textsOf(parts, { ending, made }, call);
  const terms = await ledger.end({ monitor, run: runView(run), change, between, texts }, call);
  const kept = outcome.status === "found" ? await bodies.keep(row.id, outcome.texts, call) : [];
  const operations = [
    ...steps(row, { set: { ...made.set, ...toldSet(made, terms, now) }, run, terms }),
    ...made.operations,
    ...kept,
    ...freed,
    ...terms.operations,
  ];
  const applied = await records.atomic(operations, call);
  if (!applied.applied) return undefined;
  if (terms.operations.length > 0) ledger.stored();
  return { ...run, creditsUsed: terms.creditsUsed };
}

/** What the end of a check writes, but for the ledger's part. */
interface EndParts extends Pick<EndingCheck, "change" | "between"> {
  /** The snapshots of the change; none without one. */
  readonly ends: ChangeEnds;
  readonly set: MonitorSet;
  readonly run: RunRow;
  readonly operations: readonly Operation[];
}

function toldSet({ change }: EndParts, { isTold }: EndTerms, now: number): MonitorSet {
  return change !== undefined && isTold ? { lastAlertedAt: now } : {};
}

function steps(
  row: MonitorRow,
  parts: { readonly set: MonitorSet; readonly run: RunRow; readonly terms: EndTerms },
): Operation[] {
  const { id, token, runId, revision } = row;
  const where = { id, token, runId, revision };
  const { id: endedId, monitorId: _monitor, sequence: _sequence, ...ended } = parts.run;
  const set = { ...ended, creditsUsed: parts.terms.creditsUsed };
  return [
    updating(monitorRows, { where, set: parts.set, add: { revision: 1 } }, 1),
    updating(runRows, { where: { id: endedId, status: "processing" }, set }, 1),
  ];
}

function failedParts({ row, run }: Ending, { failure }: LookFailure, now: number): EndParts {
  const { code, error } = failure;
  const failures = row.failures + 1;
  const ended = { ...run, status: "failed", completedAt: now, code, error };
  const sessionExpired = code === "SESSION_EXPIRED";
  const told = { failures, lastError: error, lastCheckedAt: now, sessionExpired };
  const set = { ...nextTimes(row, now, failures), ...told };
  const none = { before: undefined, after: undefined };
  return { set, run: ended, operations: [], change: undefined, between: undefined, ends: none };
}

async function foundParts(
  { records, ids }: CheckParts,
  { row, run, outcome }: Ending & { readonly outcome: Finding },
  { now, call }: { readonly now: number; readonly call: Call },
): Promise<EndParts> {
  const { movesBaseline, finalUrl, counts, uncompared = null } = outcome;
  const sequence = row.revision + 1;
  const times = { capturedAt: now, createdAt: now };
  const snapshot = { ...outcome.snapshot, id: ids.uuid(), monitorId: row.id, sequence, ...times };
  const [before] = await records.find(snapshotRows, { where: { id: row.baselineId ?? "" } }, call);
  const change = changeOf(outcome, { before, after: snapshot, id: ids.uuid() });
  const seen = { failures: 0, lastError: null, lastCheckedAt: now, sessionExpired: false };
  const moved = movesBaseline
    ? { baselineId: snapshot.id, finalUrl: finalUrl ?? row.finalUrl }
    : {};
  const told = { code: uncompared === null ? null : "BASELINE_GONE", error: uncompared };
  const ended = { ...run, ...counts, ...told, status: "completed", completedAt: now };
  return {
    set: { ...nextTimes(row, now, 0), ...seen, ...moved, uncut: row.uncut + 1 },
    run: { ...ended, changeId: change?.id ?? null },
    operations: [
      ...outcome.operations,
      inserting(snapshotRows, [snapshot]),
      ...(change === undefined ? [] : [insertingChange(change, sequence)]),
    ],
    change,
    between: betweenOf(change, before, snapshot),
    ends: { before, after: snapshot },
  };
}

/** The texts of a change; those of the snapshot after it are not stored yet. */
async function textsOf(
  { bodies }: CheckParts,
  { ending, made }: { readonly ending: Ending; readonly made: EndParts },
  call: Call,
): Promise<ChangeTexts> {
  const { change, ends } = made;
  const { row, outcome } = ending;
  if (change === undefined) return { before: undefined, after: undefined };
  const fresh = outcome.status === "found" ? outcome.texts : new Map<string, string>();
  const read = async (hash: string): Promise<string | undefined> =>
    fresh.get(hash) ?? (await bodies.read(row.id, hash, call))?.text;
  return changeTexts(change.diff, ends, read);
}

interface ChangeEndRows {
  readonly before: SnapshotRow | undefined;
  readonly after: SnapshotRow;
  /** Of the change. */
  readonly id: string;
}

function changeOf(
  { change }: Finding,
  { before, after, id }: ChangeEndRows,
): MonitorChange | undefined {
  if (change === undefined || before === undefined) return undefined;
  const { monitorId, capturedAt: changedAt, createdAt } = after;
  const { summary } = change;
  const named = { beforeSnapshotId: before.id, afterSnapshotId: after.id };
  const diff: ChangeDiff =
    change.diff.type === "content" ? { ...change.diff, ...named } : change.diff;
  const ends = { snapshotId: after.id, beforeSnapshotId: before.id };
  return { id, monitorId, ...ends, changedAt, summary, diff, createdAt };
}

function insertingChange(change: MonitorChange, sequence: number): Operation {
  return inserting(changeRows, [{ ...change, diff: change.diff as unknown as Json, sequence }]);
}

function betweenOf(
  change: MonitorChange | undefined,
  before: SnapshotRow | undefined,
  after: SnapshotRow,
): EndingCheck["between"] {
  if (change === undefined || before === undefined) return undefined;
  const facts = ({ contentHash, pages }: SnapshotRow) => ({ contentHash, totalPages: pages });
  return { before: facts(before), after: facts(after) };
}
