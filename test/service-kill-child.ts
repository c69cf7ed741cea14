import { setImmediate as turn } from "node:timers/promises";
import { systemClock, systemIds } from "dragline";
import { RecordsQueue } from "dragline/queue/records";
import type { Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { createWebhooks } from "dragline/webhooks";
import { AccountStore } from "../src/service/accounts/account-store.ts";
import { createJobs } from "../src/service/jobs/create-jobs.ts";
import type { Job, JobKind, JobOutcome } from "../src/service/jobs/job.ts";
import { blobUrls, type ServiceKillPoint, type ServiceLife } from "./service-kill-plan.ts";

// One life of a process of the service: submits a few jobs and runs whatever there is, until it is
// killed or told to stop. Where it is to die by itself, it does so at that very point.

const [engine = "", place = "", schema = ""] = process.argv.slice(2);
const life = await new Promise<ServiceLife>((resolve) => process.once("message", resolve));
let left = life.after;

/** Dies when it is time to. */
function reach(point: ServiceKillPoint): void {
  if (point !== life.point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

async function open(): Promise<Records> {
  if (engine === "sqlite") {
    const { SqliteRecords } = await import("dragline/storage/sqlite");
    return new SqliteRecords({}, { path: `${place}/store` });
  }
  const { createPostgresRecords } = await import("dragline/storage/postgres");
  return createPostgresRecords({}, { connectionString: schema, schema: place, poolSize: 4 });
}

/** Reaches points before, in and after the steps that store, start and settle jobs. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, call) => {
    const names = operations.map(({ kind, collection }) => `${kind} ${collection.name}`);
    const isSubmit = names.includes("insert service_jobs");
    const isSettle = names[0] === "update service_jobs" && names.length > 2;
    const step = isSubmit ? "submit" : isSettle ? "settle" : "start";
    reach(`before-${step}`);
    const outcome = records.atomic(operations, call);
    // Where there is a server it has the first statements by now.
    void turn().then(() => reach(`in-${step}`));
    const done = await outcome;
    reach(`after-${step}`);
    return done;
  };
  return {
    ensure: (...args) => records.ensure(...args),
    insert: (...args) => records.insert(...args),
    find: (...args) => records.find(...args),
    count: (...args) => records.count(...args),
    tally: (...args) => records.tally(...args),
    update: (...args) => records.update(...args),
    remove: (...args) => records.remove(...args),
    close: () => records.close(),
    atomic,
  };
}

async function run(job: Job): Promise<JobOutcome> {
  reach("run");
  await turn();
  const { chance } = job.request as { chance: number };
  if (chance < 0.2) return { status: "failed", error: "HTTP 500" };
  const result = JSON.stringify({ chance, text: "x".repeat(chance > 0.8 ? 5000 : 10) });
  return { status: "completed", result, credits: chance < 0.4 ? 1 : 3 };
}

function kindOf(type: JobKind["type"]): JobKind {
  const [resultPath, timeoutMs, concurrency] = ["/url-scraper", 300_000, 4];
  const forget = async (): Promise<void> => {};
  // Every second life runs what it is given itself, past the queue; searches are always run so.
  const given = life.number % 2 === 0 ? "soon" : "queue";
  const start = type === "search" ? "at-once" : given;
  const document = type === "agentic_search" ? "queued" : "common";
  const rest = { start, document, head: ({ url }: Job) => ({ url }), forget } as const;
  return { type, resultPath, timeoutMs, concurrency, run, ...rest };
}

// The machine's time, moved on between lives: that is how leases end.
const clock = { ...systemClock, now: () => systemClock.now() + life.offset };
const store = await open();
process.send?.("ready");
const records = watched(store);
const queue = new RecordsQueue(
  { records: store, clock },
  { leaseMs: 1000, retryMs: 1, maxRetryMs: 1 },
);
const webhooks = createWebhooks({ records, clock });
const settings = { inlineBytes: 1000, retentionMs: 2_592_000_000, newAccountCredits: 300 };
const parts = { records, queue, webhooks, clock, ids: systemIds, settings };
await using blobs = new FsBlobs({}, { folder: life.folder, ...blobUrls });
const types = ["url_scraper", "batch_url_scraper", "search", "agentic_search"] as const;
const jobs = createJobs({ ...parts, blobs }, () => ({ kinds: types.map(kindOf) }));
const accounts = new AccountStore(parts);
const stop = new AbortController();
process.once("message", () => stop.abort());
const running = jobs.run({ signal: stop.signal, graceMs: 1000 });
const call = { signal: new AbortController().signal };
for (let index = 0; index < life.jobs; index += 1) {
  const chance = systemIds.random();
  const job = {
    account: life.account,
    url: "https://example.com/",
    country: "us",
    request: { chance },
    baseUrl: "https://api.example/v1",
    webhookUrl: "https://hooks.example/in",
  };
  // The kinds take turns at being first: few lives come to their last job on a slow machine.
  const type = types[(index + Math.floor(life.number / 2)) % types.length] ?? "url_scraper";
  if (type === "batch_url_scraper") {
    const child = { url: job.url, request: job.request, cost: 3 };
    const children = [child, { ...child, request: { chance: 1 - chance } }];
    const { url: _, ...rest } = job;
    await jobs.submitBatch({ ...rest, urls: [child.url, child.url], children }, call);
  } else {
    await jobs.submit({ ...job, type, cost: 3 }, call);
  }
}
if (life.jobs > 0) await accounts.grant(life.account, 1, "lived");
await running;
await jobs[Symbol.asyncDispose]();
await webhooks[Symbol.asyncDispose]();
await queue.close(0);
await store.close();
process.disconnect();
