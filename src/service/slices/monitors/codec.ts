import type {
  ChangeDiff,
  MeaningfulChange,
  Monitor,
  MonitorChange,
  MonitorRun,
  MonitorSnapshot,
  TrackedPage,
} from "../../../monitor/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { AlertSettings } from "./alerts/alerts.ts";

const MINUTE = 60_000;

/** What a monitor's JSON has besides what the engine knows. */
interface ServiceFacts {
  readonly alert: AlertSettings;
  /** Of the action; null without one, and for one that is gone. */
  readonly wireCatalogSlug: string | null;
  readonly creditCostPerRun: number;
}

/** A monitor as clients see it (decisions, 2.12). */
export function monitorJson(monitor: Monitor, facts: ServiceFacts): object {
  const { alert } = facts;
  return {
    id: monitor.id,
    url: monitor.url,
    intervalMinutes: "every" in monitor.schedule ? monitor.schedule.every / MINUTE : 0,
    ...watched(monitor),
    wireActionId: monitor.wireActionId,
    wireCatalogSlug: facts.wireCatalogSlug,
    wireCredentialId: monitor.wireCredentialId,
    wireParams: monitor.wireParams,
    wireWatchPaths: monitor.wireWatchPaths,
    isActive: monitor.isActive,
    expiresAt: timeOrNull(monitor.expiresAt),
    expired: monitor.expired,
    alertWebhookUrl: alert.alertWebhookUrl,
    alertEmails: alert.alertEmails,
    nextRunAt: timeOrNull(monitor.nextRunAt),
    lastCheckedAt: timeOrNull(monitor.lastCheckedAt),
    lastAlertedAt: timeOrNull(monitor.lastAlertedAt),
    lastError: monitor.lastError,
    creditCostPerRun: facts.creditCostPerRun,
    createdAt: time(monitor.createdAt),
    updatedAt: time(monitor.updatedAt),
  };
}

function watched(monitor: Monitor): object {
  return {
    scope: monitor.scope,
    watchMode: monitor.watchMode,
    watchFormat: monitor.watchFormat,
    outputSchema: monitor.outputSchema ?? null,
    aiMode: monitor.aiMode,
    aiGoal: monitor.aiGoal,
    useBrowser: monitor.useBrowser,
    country: monitor.country,
    sessionId: monitor.sessionId,
    sessionExpired: monitor.sessionExpired,
    maxPages: monitor.maxPages,
    maxDepth: monitor.maxDepth,
    includePatterns: monitor.includePatterns,
    excludePatterns: monitor.excludePatterns,
    excludedUrls: monitor.excludedUrls,
  };
}

/** A change (interface, 2.12). */
export function changeJson(change: MonitorChange): object {
  const { id, monitorId, snapshotId, changedAt, summary, diff, createdAt } = change;
  return {
    id,
    monitorId,
    snapshotId,
    changedAt: time(changedAt),
    summary,
    diffJson: diffJsonOf(diff),
    createdAt: time(createdAt),
  };
}

/** A difference as documents show it: without how well the model's words are supported (decisions, 2.12). */
function diffJsonOf(diff: ChangeDiff): object {
  const aiMeaningful = diff.aiMeaningful?.map((each) => withoutSupport(each));
  return { ...diff, summarySupport: undefined, aiMeaningful };
}

/** A part of a change as documents show it. */
export function withoutSupport({ description, before, after }: MeaningfulChange) {
  return { description, before, after };
}

/** A snapshot (interface, 2.12). */
export function snapshotJson(snapshot: MonitorSnapshot): object {
  const { id, monitorId, capturedAt, contentHash, extractedData, createdAt } = snapshot;
  return {
    id,
    monitorId,
    capturedAt: time(capturedAt),
    contentHash,
    extractedData: objectOrNull(extractedData),
    createdAt: time(createdAt),
  };
}

/** A run (decisions, 2.12). */
export function runJson(run: MonitorRun): object {
  return {
    id: run.id,
    trigger: run.trigger,
    status: run.status,
    startedAt: time(run.startedAt),
    completedAt: timeOrNull(run.completedAt),
    pagesCrawled: run.pagesCrawled,
    pagesAdded: run.pagesAdded,
    pagesChanged: run.pagesChanged,
    pagesRemoved: run.pagesRemoved,
    changeId: run.changeId,
    creditsUsed: run.creditsUsed,
    error: run.error ?? run.code,
  };
}

/** A page of a site (decisions, 2.12). */
export function pageJson(page: TrackedPage): object {
  const { url, status, contentHash, firstSeenAt, lastSeenAt } = page;
  return {
    url,
    status,
    contentHash,
    firstSeenAt: time(firstSeenAt),
    lastSeenAt: time(lastSeenAt),
  };
}

/** The body of a snapshot, or that there is none (interface, 4.6). */
export function contentJson(found: {
  readonly contentHash: string;
  readonly content?: string | undefined;
  readonly capturedAt?: number | undefined;
}): object {
  const { content, capturedAt, contentHash } = found;
  return {
    available: content !== undefined,
    content: content ?? "",
    capturedAt: timeOrNull(capturedAt ?? null),
    contentHash,
  };
}

/** Whole results of actions may be lists; the interface has objects here. */
function objectOrNull(value: Json): Json {
  return typeof value === "object" && !Array.isArray(value) ? value : null;
}

function time(at: number): string {
  return new Date(at).toISOString();
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : time(at);
}
