import { createCatalog } from "dragline/wire";
import { actionOf, siteOf } from "../../../../transports/index.ts";
import { onTestFinished } from "vitest";
import { systemIds, type Ids } from "dragline";
import type { ChangeDiff, EndingCheck, Monitor, MonitorChange, MonitorRun } from "dragline/monitor";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import type { Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";
import { createWebhooks, verify, type AttemptRequest, type EventMailer } from "dragline/webhooks";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { createAlerts } from "../../../../../src/service/slices/monitors/alerts/create-alerts.ts";
import { serviceSettings } from "../../../../../src/service/base/service-settings.ts";

export const call = { signal: new AbortController().signal };

export const HOOK = "https://hooks.example/alert";

/** What a rig may be given in place of its own. */
export interface RigParts {
  readonly records?: Records;
  readonly clock?: FakeClock;
  readonly ids?: Ids;
  readonly sealer?: Sealer;
  readonly mailer?: EventMailer | undefined;
  /** Status of each answer of a receiver; 200 when absent. */
  readonly answer?: (request: AttemptRequest) => number;
}

/** Alerts with everything that they need, and an account of 300 credits. */
export async function makeRig(parts: RigParts = {}) {
  const { records = new MemoryRecords(), clock = new FakeClock(), ids = systemIds } = parts;
  const { sealer, mailer, answer = () => 200 } = parts;
  const settings = serviceSettings(undefined);
  const sent: AttemptRequest[] = [];
  const sender = {
    send: async (request: AttemptRequest) => {
      sent.push(request);
      const httpStatus = answer(request);
      const failure = httpStatus < 300 ? undefined : ("status" as const);
      return { httpStatus, failure, permanent: false, retryAfterMs: undefined, durationMs: 1 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const webhooks = createWebhooks({ records, clock, ids, sealer, sender, mailer });
  onTestFinished(() => webhooks[Symbol.asyncDispose]());
  const shop = siteOf({ slug: "shop" });
  const catalog = createCatalog([], [actionOf(shop, { action_id: "act", credits_per_call: 5 })]);
  const wire = { catalogOf: async () => catalog };
  const accounts = new AccountStore({ records, clock, ids, settings });
  const made = createAlerts({ records, webhooks, sealer, wire, clock, ids, settings });
  const { id: account } = await accounts.create({});
  /** Sends until nothing is pending. */
  const deliver = async () => {
    const stop = new AbortController();
    const running = webhooks.run({ signal: stop.signal });
    const pending = () => webhooks.deliveries.list(account, { status: "pending" });
    while ((await pending()).length > 0) await clock.advance(1_000);
    stop.abort();
    await running;
  };
  /** Of each attempt that was sent, whether it is signed with the secret. */
  const verified = (secret: string) =>
    sent.map(({ headers, body }) => verify({ headers, body }, secret, { clock }).valid);
  return { ...made, records, webhooks, accounts, account, sent, clock, ids, deliver, verified };
}

/** A monitor as the engine has it. */
export function monitorOf(owner: string, definition: Partial<Monitor> = {}): Monitor {
  return {
    id: "m1",
    owner,
    url: "https://example.com/news",
    schedule: { every: 900_000 },
    scope: "page",
    watchMode: "full_page",
    watchFormat: "markdown",
    fields: null,
    outputSchema: null,
    filters: {},
    aiMode: false,
    aiGoal: null,
    useBrowser: false,
    country: null,
    sessionId: null,
    maxPages: 50,
    maxDepth: 2,
    includePatterns: [],
    excludePatterns: [],
    wireActionId: null,
    wireCredentialId: null,
    wireParams: {},
    wireWatchPaths: [],
    isActive: true,
    expiresAt: null,
    excludedUrls: [],
    expired: false,
    sessionExpired: false,
    nextRunAt: 0,
    lastCheckedAt: null,
    lastAlertedAt: null,
    lastError: null,
    failures: 0,
    createdAt: 0,
    updatedAt: 0,
    ...definition,
  };
}

export const contentDiff: ChangeDiff = {
  type: "content",
  beforeSnapshotId: "s1",
  afterSnapshotId: "s2",
  stats: { adds: 4, dels: 1 },
};

/** A change of a monitor, found on the first of March. */
export function changeOf(monitor: Monitor, change: Partial<MonitorChange> = {}): MonitorChange {
  const at = Date.parse("2026-03-01T10:00:00.000Z");
  return {
    id: "c9",
    monitorId: monitor.id,
    snapshotId: "s2",
    beforeSnapshotId: "s1",
    changedAt: at,
    summary: null,
    diff: contentDiff,
    createdAt: at,
    ...change,
  };
}

/** The end of a check that found something, or nothing. */
export function endingOf(
  monitor: Monitor,
  change?: MonitorChange,
  run: Partial<MonitorRun> = {},
): EndingCheck {
  const facts = (contentHash: string) => ({ contentHash, totalPages: 12 });
  return {
    monitor,
    change,
    between: change && { before: facts("aa01"), after: facts("bb02") },
    texts: async () => ({ before: undefined, after: undefined }),
    run: {
      id: "r1",
      monitorId: monitor.id,
      trigger: "schedule",
      status: "completed",
      startedAt: 0,
      completedAt: 1,
      pagesCrawled: 1,
      pagesAdded: 0,
      pagesChanged: 0,
      pagesRemoved: 0,
      changeId: change?.id ?? null,
      creditsUsed: 0,
      code: null,
      error: null,
      ...run,
    },
  };
}

export type Rig = Awaited<ReturnType<typeof makeRig>>;

/** Stores the end of a check; gives its terms. */
export async function ended({ ledger, records }: Rig, ending: EndingCheck) {
  const terms = await ledger.end(ending, call);
  const outcome = await records.atomic(terms.operations, call);
  if (outcome.applied) ledger.stored();
  return { ...terms, applied: outcome.applied };
}
