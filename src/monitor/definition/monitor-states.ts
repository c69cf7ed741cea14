import { canonicalJson } from "./canonical-json.ts";
import type { MonitorRow } from "../collections.ts";
import type { WatchedDefinition } from "./definition.ts";
import type { StoredDefinition } from "./definition-defaults.ts";
import { definitionOf } from "./monitor-view.ts";
import { anchorOf, nextCheckAt } from "../schedule/check-times.ts";
import type { Json } from "../../storage/index.ts";

// How a monitor goes from one state to another (decisions, 3.5), as what each step writes.

/** What a step writes. */
export type MonitorSet = Partial<Omit<MonitorRow, "id" | "revision">>;

/** Members whose change makes what was seen before incomparable. */
const baselineMembers = [
  "url",
  "scope",
  "watchMode",
  "watchFormat",
  "fields",
  "outputSchema",
  "filters",
  "country",
  "wireActionId",
  "wireCredentialId",
  "wireParams",
  "wireWatchPaths",
] as const satisfies readonly (keyof StoredDefinition)[];

/** What of a definition stands in columns. */
function columnsOf(definition: WatchedDefinition): MonitorSet {
  const { owner, isActive, expiresAt, ...stored } = definition;
  const { host } = new URL(stored.url);
  return { owner, isActive, expiresAt, host, definition: stored as unknown as Json };
}

/** A monitor that is new; its first check is due at once. */
export function added(
  id: string,
  definition: WatchedDefinition,
  terms: { readonly now: number; readonly jitterMs: number },
): MonitorRow {
  const { now, jitterMs } = terms;
  const { schedule, isActive } = definition;
  const at = isActive ? now : null;
  return {
    id,
    slot: null,
    expired: false,
    anchor: anchorOf({ id, schedule }, now, jitterMs),
    nextRunAt: at,
    dueAt: at,
    heldUntil: 0,
    token: null,
    runId: null,
    attempts: 0,
    revision: 1,
    generation: 1,
    baselineId: null,
    finalUrl: null,
    uncut: 0,
    failures: 0,
    lastCheckedAt: null,
    lastAlertedAt: null,
    lastError: null,
    sessionExpired: false,
    excludedUrls: [],
    createdAt: now,
    updatedAt: now,
    ...columnsOf(definition),
  } as MonitorRow;
}

/** Nothing, or that its time is over. */
export function expiredAt(row: MonitorRow, now: number): MonitorSet {
  if (row.expired || row.expiresAt === null || row.expiresAt > now) return {};
  return { expired: true, ...paused(row) };
}

/** No scheduled checks; a run that waits or is under way still ends. */
export function paused(row: MonitorRow): MonitorSet {
  const dueAt = row.runId === null ? null : row.dueAt;
  return { isActive: false, slot: null, nextRunAt: null, dueAt };
}

/** Active, the next check at once. */
export function resumed(
  row: MonitorRow,
  terms: { readonly now: number; readonly jitterMs: number },
): MonitorSet {
  if (row.isActive) return {};
  const { now, jitterMs } = terms;
  const { schedule } = definitionOf(row);
  return {
    isActive: true,
    expired: false,
    anchor: anchorOf({ id: row.id, schedule }, now, jitterMs),
    nextRunAt: now,
    dueAt: row.runId === null ? now : row.dueAt,
  };
}

/** Another definition in the place of the one before. */
export function replaced(
  row: MonitorRow,
  definition: WatchedDefinition,
  terms: { readonly now: number; readonly jitterMs: number },
): MonitorSet {
  const { isActive, ...columns } = columnsOf(definition);
  // Whether another session is good is seen by the next check.
  const set = { ...columns, expired: false, sessionExpired: false };
  const fresh = isNewBaseline(row, definition) ? newBaseline(row) : {};
  if (!isActive) return { ...set, ...fresh, ...paused(row) };
  const next = { ...row, ...set } as MonitorRow;
  if (!row.isActive) return { ...set, ...fresh, ...resumed(next, terms) };
  return {
    ...set,
    ...fresh,
    ...rescheduled(row, next, { ...terms, isFresh: "generation" in fresh }),
  };
}

/** Whether what was seen by the definition before cannot be compared with what is seen by this one. */
export function isNewBaseline(row: MonitorRow, definition: WatchedDefinition): boolean {
  const before = definitionOf(row);
  return baselineMembers.some(
    (name) => canonicalJson(before[name] as Json) !== canonicalJson(definition[name] as Json),
  );
}

function newBaseline(row: MonitorRow): MonitorSet {
  return { generation: row.generation + 1, baselineId: null, finalUrl: null };
}

/** The times of a monitor that stays active. */
function rescheduled(
  row: MonitorRow,
  next: MonitorRow,
  terms: { readonly now: number; readonly jitterMs: number; readonly isFresh: boolean },
): MonitorSet {
  const { now, jitterMs, isFresh } = terms;
  const { schedule } = definitionOf(next);
  const isSame = JSON.stringify(schedule) === JSON.stringify(definitionOf(row).schedule);
  if (isSame && !isFresh) return {};
  const anchor = isSame ? row.anchor : anchorOf({ id: row.id, schedule }, now, jitterMs);
  const nextRunAt = isFresh ? now : (nextCheckAt({ schedule, anchor }, now, 0) ?? null);
  return { anchor, nextRunAt, dueAt: row.runId === null ? nextRunAt : row.dueAt };
}
