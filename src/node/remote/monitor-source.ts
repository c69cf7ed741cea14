import {
  isClientError,
  type Client,
  type Monitor,
  type MonitorChange,
  type MonitorContent,
  type MonitorRun,
  type MonitorSnapshot,
} from "../../client/index.ts";
import { neverAborts, systemClock } from "../../core/index.ts";
import { diffText } from "../../diff/index.ts";
import type {
  ChangeDiff,
  MonitorCall,
  HistoryQuery,
  MonitorQuery,
  MonitorRun as KeptRun,
  MonitorSnapshot as KeptSnapshot,
  SnapshotContent,
  TrackedPage,
} from "../../monitor/index.ts";
import type { KeptChange, KeptDetail, KeptMonitors } from "../monitor/kept-monitors.ts";
import { notUnderstood } from "./at-service.ts";
import { poll } from "./poll.ts";

/** Monitors that a service gives at once. */
const PART = 200;

/** Refusals that concern the monitor that is to be checked, by their status. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 402, 403, 404, 409, 422]);

/** Called with the monitor whose check is no longer waited for. */
type OnLeave = (monitorId: string) => void;

/** The monitors of a service, as verbs use those of a folder. All methods throw ClientError. */
export class ServiceMonitors implements KeptMonitors {
  readonly #client: Client;
  readonly #onLeave: OnLeave;

  constructor(client: Client, onLeave: OnLeave) {
    this.#client = client;
    this.#onLeave = onLeave;
  }

  async list({ isActive, signal }: MonitorQuery = {}) {
    const all: Monitor[] = [];
    const seen = new Set<string>();
    for (;;) {
      const before = all.at(-1)?.id;
      const part = await this.#client.listMonitors({ limit: PART, before }, { signal });
      // It would come to no end.
      if (part.some(({ id }) => seen.has(id))) throw notUnderstood(this.#client);
      for (const monitor of part) seen.add(monitor.id);
      all.push(...part);
      if (part.length < PART) break;
    }
    const kept = all.map((monitor) => keptMonitor(monitor));
    return isActive === undefined ? kept : kept.filter((one) => one.isActive === isActive);
  }

  async remove(id: string, { signal }: MonitorCall = {}): Promise<void> {
    await this.#client.deleteMonitor({ id }, { signal });
  }

  /** Has the service check it now, or waits for the check that it is at; what it refuses is told in the run. */
  async check(id: string, { signal = neverAborts() }: MonitorCall = {}): Promise<KeptRun> {
    try {
      const begun = await this.#client.runMonitor({ id }, { signal });
      return await this.ended(id, begun.jobId, signal);
    } catch (error) {
      if (!isClientError(error)) throw error;
      const { serviceCode = "", status } = error.details;
      if (/^conflict$/i.test(serviceCode)) return await this.ended(id, undefined, signal);
      if (!refusals.has(status)) throw error;
      return refusedRun(id, { code: serviceCode.toUpperCase(), error: error.message });
    }
  }

  /** A run of a monitor when it has ended; the newest one when `runId` is undefined. */
  async ended(id: string, runId: string | undefined, signal: AbortSignal): Promise<KeptRun> {
    try {
      return await poll(async () => {
        const run =
          runId === undefined
            ? (await this.runs(id, { limit: 1, signal }))[0]
            : await this.run(id, runId, { signal });
        return run?.status === "processing" ? undefined : run;
      }, signal);
    } catch (error) {
      if (!isClientError(error, "NOT_FOUND")) this.#onLeave(id);
      throw error;
    }
  }

  async run(id: string, runId: string, { signal }: MonitorCall = {}) {
    return (await this.runs(id, { signal })).find((run) => run.id === runId);
  }

  async runs(id: string, { limit, signal }: HistoryQuery = {}): Promise<readonly KeptRun[]> {
    const { runs } = await this.#client.listMonitorRuns({ id, limit }, { signal });
    return runs.map((run) => keptRun(id, run));
  }

  async changes(id: string, { limit, signal }: HistoryQuery = {}): Promise<readonly KeptChange[]> {
    const { changes } = await this.#client.listMonitorChanges({ id, limit }, { signal });
    return changes.map((change) => keptChange(change));
  }

  async snapshots(
    id: string,
    { limit, signal }: HistoryQuery = {},
  ): Promise<readonly KeptSnapshot[]> {
    const { snapshots } = await this.#client.listMonitorSnapshots({ id, limit }, { signal });
    return snapshots.map((snapshot) => keptSnapshot(snapshot));
  }

  async content(
    id: string,
    which: { readonly snapshotId: string } | { readonly hash: string },
    { signal }: MonitorCall = {},
  ): Promise<SnapshotContent | undefined> {
    const asking: Promise<MonitorContent> =
      "hash" in which
        ? this.#client.getMonitorContent({ id, hash: which.hash }, { signal })
        : this.#client.getMonitorSnapshotContent({ id, ...which }, { signal });
    const { available, content, contentHash, capturedAt } = await asking;
    return available ? { content, contentHash, capturedAt: msOf(capturedAt) ?? 0 } : undefined;
  }

  async compare(
    id: string,
    { changeId, signal }: MonitorCall & { readonly changeId: string },
  ): Promise<KeptDetail | undefined> {
    const change = (await this.changes(id, { signal })).find((one) => one.id === changeId);
    if (change === undefined) return undefined;
    const { diff } = change;
    const [before, after] = await this.#sidesOf(change, signal);
    const isWhole = before !== undefined && after !== undefined;
    return { change, diff, before, text: isWhole ? diffText(before, after) : undefined };
  }

  async pages(id: string, { signal }: MonitorCall = {}): Promise<readonly TrackedPage[]> {
    const { pages } = await this.#client.listMonitorPages({ id }, { signal });
    return pages.map(({ firstSeenAt, lastSeenAt, ...page }) => {
      return { ...page, firstSeenAt: Date.parse(firstSeenAt), lastSeenAt: Date.parse(lastSeenAt) };
    });
  }

  /** The bodies of a page, or its values as JSON; undefined for what is kept no longer, and for sites. */
  async #sidesOf(
    { monitorId, snapshotId, diff }: KeptChange,
    signal: AbortSignal | undefined,
  ): Promise<readonly (string | undefined)[]> {
    if (diff.type === "site") return [];
    if (diff.type === "content") {
      const ids = [diff.beforeSnapshotId, diff.afterSnapshotId];
      return await Promise.all(ids.map((one) => this.#bodyOf(monitorId, one, signal)));
    }
    const kept = await this.snapshots(monitorId, { signal });
    const at = kept.findIndex(({ id }) => id === snapshotId);
    const older = at < 0 ? [] : kept.slice(at + 1);
    // Which snapshot was compared with is not said: the newest one that has the values.
    const before = older.find(({ extractedData }) => hasValues(extractedData, diff.before));
    return [before, kept[at]].map((one) => {
      return one === undefined ? undefined : `${JSON.stringify(one.extractedData, undefined, 2)}\n`;
    });
  }

  async #bodyOf(id: string, snapshotId: string, signal: AbortSignal | undefined) {
    try {
      return (await this.content(id, { snapshotId }, { signal }))?.content;
    } catch (error) {
      if (isClientError(error, "NOT_FOUND")) return undefined;
      throw error;
    }
  }
}

function hasValues(data: unknown, values: Readonly<Record<string, unknown>>): boolean {
  const found = typeof data === "object" && data !== null ? data : {};
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(Reflect.get(found, name) ?? null) === JSON.stringify(value);
  });
}

/** A monitor with times in milliseconds, and without its secret. */
export function keptMonitor(monitor: Monitor) {
  const { intervalMinutes, alertWebhookSecret: _, ...rest } = monitor;
  return {
    ...rest,
    schedule: { every: intervalMinutes * 60_000 },
    expiresAt: msOf(monitor.expiresAt),
    nextRunAt: msOf(monitor.nextRunAt),
    lastCheckedAt: msOf(monitor.lastCheckedAt),
    lastAlertedAt: msOf(monitor.lastAlertedAt),
    createdAt: Date.parse(monitor.createdAt),
    updatedAt: Date.parse(monitor.updatedAt),
  };
}

function keptRun(monitorId: string, run: MonitorRun): KeptRun {
  const [startedAt, completedAt] = [Date.parse(run.startedAt), msOf(run.completedAt)];
  // A service gives no code: where there is no text, the code stands in its place.
  return { ...run, monitorId, startedAt, completedAt, code: null };
}

function refusedRun(monitorId: string, why: Pick<KeptRun, "code" | "error">): KeptRun {
  const now = systemClock.now();
  const counts = { pagesCrawled: 0, pagesAdded: 0, pagesChanged: 0, pagesRemoved: 0 };
  const times = { startedAt: now, completedAt: now };
  const facts = { id: "", monitorId, trigger: "manual", status: "skipped" } as const;
  return { ...facts, ...times, ...counts, changeId: null, creditsUsed: 0, ...why };
}

function keptChange(change: MonitorChange): KeptChange {
  const { diffJson, changedAt, createdAt, ...rest } = change;
  // The values of a service's JSON are JSON.
  const diff = diffJson as ChangeDiff;
  const before = diff.type === "content" ? { beforeSnapshotId: diff.beforeSnapshotId } : {};
  const times = { changedAt: Date.parse(changedAt), createdAt: Date.parse(createdAt) };
  return { ...rest, ...before, ...times, diff };
}

function keptSnapshot({ capturedAt, createdAt, ...rest }: MonitorSnapshot): KeptSnapshot {
  return {
    ...rest,
    // As above.
    extractedData: rest.extractedData as KeptSnapshot["extractedData"],
    hasBody: rest.extractedData === null,
    capturedAt: Date.parse(capturedAt),
    createdAt: Date.parse(createdAt),
  };
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
