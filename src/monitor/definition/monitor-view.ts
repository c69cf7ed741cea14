import type {
  ChangeDiff,
  MonitorChange,
  MonitorRun,
  MonitorSnapshot,
  RunStatus,
  RunTrigger,
  TrackedPage,
} from "../checks/change.ts";
import type { ChangeRow, MonitorRow, PageRow, RunRow, SnapshotRow } from "../collections.ts";
import { definitionDefaults, type StoredDefinition } from "./definition-defaults.ts";
import type { Monitor } from "./definition.ts";

/** What a stored definition says; where it is no object, one of the defaults without a URL. */
export function definitionOf(row: MonitorRow): StoredDefinition {
  const { definition } = row;
  const isObject = typeof definition === "object" && definition !== null;
  const stored = isObject ? (definition as unknown as Partial<StoredDefinition>) : {};
  return { ...definitionDefaults, ...stored } as StoredDefinition;
}

/** What callers see of a monitor. */
export function monitorView(row: MonitorRow): Monitor {
  return {
    ...definitionOf(row),
    id: row.id,
    owner: row.owner,
    isActive: row.isActive,
    expiresAt: row.expiresAt,
    expired: row.expired,
    excludedUrls: row.excludedUrls as readonly string[],
    sessionExpired: row.sessionExpired,
    nextRunAt: row.nextRunAt,
    lastCheckedAt: row.lastCheckedAt,
    lastAlertedAt: row.lastAlertedAt,
    lastError: row.lastError,
    failures: row.failures,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** What callers see of a run. */
export function runView(stored: RunRow): MonitorRun {
  const { sequence: _sequence, ...row } = stored;
  return { ...row, trigger: row.trigger as RunTrigger, status: row.status as RunStatus };
}

/** What callers see of a change. */
export function changeView(stored: ChangeRow): MonitorChange {
  const { sequence: _sequence, ...row } = stored;
  return { ...row, diff: row.diff as unknown as ChangeDiff };
}

/** What callers see of a snapshot. */
export function snapshotView(row: SnapshotRow): MonitorSnapshot {
  const { id, monitorId, capturedAt, contentHash, extractedData, createdAt } = row;
  const hasBody = row.bodyHash !== null;
  return { id, monitorId, capturedAt, contentHash, extractedData, hasBody, createdAt };
}

/** What callers see of a page. */
export function pageView(row: PageRow): TrackedPage {
  const { url, contentHash, firstSeenAt, lastSeenAt } = row;
  return { url, status: row.status as TrackedPage["status"], contentHash, firstSeenAt, lastSeenAt };
}
