import { collection, type Row } from "../storage/index.ts";

/** What is watched, and how it stands. */
export const monitorRows = collection({
  name: "monitors",
  fields: {
    id: "string",
    owner: "string",
    // From 0 among the active monitors of an owner; null when it does not count.
    slot: "number?",
    definition: "json",
    host: "string",
    isActive: "boolean",
    expiresAt: "number?",
    expired: "boolean",
    // Times of an interval are counted from it.
    anchor: "number",
    nextRunAt: "number?",
    // When a worker must look at it; null: never.
    dueAt: "number?",
    // The end of the lease of its holder; 0 when nobody does.
    heldUntil: "number",
    // Of the last claim: fences it.
    token: "string?",
    // The run that waits or is under way, and how often a worker began with it.
    runId: "string?",
    attempts: "number",
    // Goes up with every edit and every step of a check: fences both, and orders history.
    revision: "number",
    // Goes up when a new baseline is to be made.
    generation: "number",
    baselineId: "string?",
    finalUrl: "string?",
    // Snapshots since history was last cut down.
    uncut: "number",
    failures: "number",
    lastCheckedAt: "number?",
    lastAlertedAt: "number?",
    lastError: "string?",
    sessionExpired: "boolean",
    excludedUrls: "json",
    createdAt: "number",
    updatedAt: "number",
  },
  key: ["id"],
  unique: [["owner", "slot"]],
  indexes: [["dueAt"], ["host", "dueAt"], ["owner", "createdAt"], ["isActive", "expiresAt"]],
});

/** What there was at a check. */
export const snapshotRows = collection({
  name: "monitor_snapshots",
  fields: {
    id: "string",
    monitorId: "string",
    sequence: "number",
    capturedAt: "number",
    contentHash: "string",
    // Hash of the body; null for values.
    bodyHash: "string?",
    // Hash of what is compared, where it is not the body.
    comparedHash: "string?",
    // Values; null for bodies.
    extractedData: "json?",
    pages: "number",
    createdAt: "number",
  },
  key: ["id"],
  unique: [["monitorId", "sequence"]],
});

/** Texts of snapshots and of pages, each once for a monitor. */
export const bodyRows = collection({
  name: "monitor_bodies",
  fields: {
    id: "string",
    monitorId: "string",
    // Null when it is to be removed.
    hash: "string?",
    // Compressed; null when it is a blob.
    bytes: "bytes?",
    blobKey: "string?",
    capturedAt: "number",
    // When a check last named it: what was named lately is not removed.
    usedAt: "number",
  },
  key: ["id"],
  unique: [["monitorId", "hash"]],
  indexes: [["hash"]],
});

/** What changed. */
export const changeRows = collection({
  name: "monitor_changes",
  fields: {
    id: "string",
    monitorId: "string",
    sequence: "number",
    snapshotId: "string",
    beforeSnapshotId: "string",
    changedAt: "number",
    summary: "string?",
    diff: "json",
    createdAt: "number",
  },
  key: ["id"],
  unique: [["monitorId", "sequence"]],
});

/** Checks. */
export const runRows = collection({
  name: "monitor_runs",
  fields: {
    id: "string",
    monitorId: "string",
    sequence: "number",
    trigger: "string",
    status: "string",
    startedAt: "number",
    completedAt: "number?",
    pagesCrawled: "number",
    pagesAdded: "number",
    pagesChanged: "number",
    pagesRemoved: "number",
    changeId: "string?",
    creditsUsed: "number",
    code: "string?",
    error: "string?",
  },
  key: ["id"],
  unique: [["monitorId", "sequence"]],
  indexes: [["startedAt"]],
});

/** Pages of sites, as they are compared with. */
export const pageRows = collection({
  name: "monitor_pages",
  fields: {
    monitorId: "string",
    url: "string",
    status: "string",
    contentHash: "string?",
    comparedHash: "string?",
    firstSeenAt: "number",
    lastSeenAt: "number",
  },
  key: ["monitorId", "url"],
  indexes: [["monitorId"]],
});

/** Places for checks on a host, of all processes. */
export const hostSlotRows = collection({
  name: "monitor_host_slots",
  fields: { host: "string", slot: "number", heldUntil: "number", token: "string?" },
  key: ["host", "slot"],
  indexes: [["host"]],
});

/** Hosts that seem to be down. */
export const hostRows = collection({
  name: "monitor_hosts",
  fields: { host: "string", failures: "number", openUntil: "number" },
  key: ["host"],
});

/** Every collection of the room, for `Records.ensure`. */
export const monitorCollections = Object.freeze([
  monitorRows,
  snapshotRows,
  bodyRows,
  changeRows,
  runRows,
  pageRows,
  hostSlotRows,
  hostRows,
]);

/** A row of {@link monitorRows}. */
export type MonitorRow = Row<typeof monitorRows>;

/** A row of {@link snapshotRows}. */
export type SnapshotRow = Row<typeof snapshotRows>;

/** A row of {@link bodyRows}. */
export type BodyRow = Row<typeof bodyRows>;

/** A row of {@link changeRows}. */
export type ChangeRow = Row<typeof changeRows>;

/** A row of {@link runRows}. */
export type RunRow = Row<typeof runRows>;

/** A row of {@link pageRows}. */
export type PageRow = Row<typeof pageRows>;
