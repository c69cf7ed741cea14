import { appendFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { systemClock, systemIds } from "dragline";
import { RecordsQueue } from "dragline/queue/records";
import type { Blobs, Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createWebhooks } from "dragline/webhooks";
import type { RunCall, Runner, RunResult } from "dragline/wire";
import { createJobs } from "../src/service/jobs/create-jobs.ts";
import { OpenRuns } from "../src/service/slices/wire/run/open-runs.ts";
import { runAction } from "../src/service/slices/wire/run/run-action.ts";
import { submitTask } from "../src/service/slices/wire/tasks/submit-task.ts";
import { TaskFiles } from "../src/service/slices/wire/tasks/task-files.ts";
import { wireKind } from "../src/service/slices/wire/tasks/wire-kind.ts";
import { wirePrefix } from "../src/service/slices/wire/wire-prefix.ts";
import { createCatalog } from "../src/wire/discovery/create-catalog.ts";
import { blobUrls } from "./service-kill-plan.ts";
import { actionOf, siteOf } from "./transports/wire-samples.ts";
import type { WireKillPoint, WireLife } from "./wire-kill-plan.ts";

// One life of a process that runs actions: it asks for a few, and runs whatever there is, until it is
// killed or told to stop. Where it is to die by itself, it does so at that very point.

const [folder = ""] = process.argv.slice(2);
const life = await new Promise<WireLife>((resolve) => process.once("message", resolve));
let left = life.after;

/** Dies when it is time to. */
function reach(point: WireKillPoint): void {
  if (point !== life.point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

function stepOf(
  names: readonly string[],
): "submit" | "begin" | "settle" | "open" | "close" | "start" {
  if (names.includes("insert service_jobs")) return "submit";
  if (names.includes("insert service_wire_begun")) return "begin";
  if (names.includes("insert service_wire_runs")) return "open";
  if (names.includes("remove service_wire_runs")) return "close";
  return names[0] === "update service_jobs" && names.length > 1 ? "settle" : "start";
}

/** Reaches points before, in and after the steps that move jobs and credits. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, call) => {
    const step = stepOf(operations.map(({ kind, collection }) => `${kind} ${collection.name}`));
    reach(`before-${step}`);
    const outcome = records.atomic(operations, call);
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

const site = siteOf({ slug: "shop" });
const catalog = createCatalog(
  [],
  [
    actionOf(site, { action_id: "shop.read", credits_per_call: 3 }),
    actionOf(site, { action_id: "shop.fail", credits_per_call: 3 }),
    actionOf(site, { action_id: "shop.file", credits_per_call: 2 }),
    actionOf(site, { action_id: "shop.write", type: "write", credits_per_call: 5 }),
  ],
);

function runnerOf(blobs: Blobs): Runner {
  const run = async (id: string, call: RunCall): Promise<RunResult> => {
    reach("run");
    await turn();
    if (id === "shop.fail") {
      const error = { code: "EXECUTION_FAILED", message: "The shop is closed." } as const;
      return { status: "failed", error, executionMs: 1 };
    }
    if (id === "shop.write") {
      appendFileSync(`${folder}/written`, `${call.params?.["number"] as string}\n`);
      reach("after-write");
    }
    const files = id === "shop.file" ? [await fileOf(blobs, call)] : [];
    return { status: "completed", data: { id }, files, executionMs: 1 };
  };
  return {
    check: () => undefined,
    checkLogin: () => undefined,
    logIn: async () => {
      throw new Error("no action of this test signs in");
    },
    run: ({ info }, call = {}) => run(info.action_id, call),
  };
}

async function fileOf(blobs: Blobs, { fileKey, signal }: RunCall) {
  const key = fileKey?.("a.txt", 0) ?? "";
  const contentType = "text/plain";
  const call = { contentType, signal: signal ?? new AbortController().signal };
  const { size } = await blobs.put(key, Buffer.from("a file"), call);
  reach("after-file");
  return { name: "a.txt", contentType, sizeBytes: size, key };
}

// The machine's time, moved on between lives: that is how leases end.
const clock = { ...systemClock, now: () => systemClock.now() + life.offset };
const store = new SqliteRecords({}, { path: `${folder}/store` });
process.send?.("ready");
const records = watched(store);
const queue = new RecordsQueue(
  { records: store, clock },
  { leaseMs: 1000, retryMs: 1, maxRetryMs: 1 },
);
const webhooks = createWebhooks({ records, clock });
await using blobs = new FsBlobs({}, { folder: `${folder}/blobs`, ...blobUrls });
const wire = {
  catalogOf: async () => catalog,
  runner: runnerOf(blobs),
  credentials: undefined,
  privateActions: undefined as never,
  identities: undefined as never,
  sources: undefined as never,
  vaults: undefined as never,
};
const settings = {
  inlineBytes: 1000,
  retentionMs: 2_592_000_000,
  concurrency: 4,
  connectUrl: "",
} as never;
const parts = { records, queue, webhooks, clock, ids: systemIds, settings, blobs, wire };
const files = new TaskFiles(blobs);
const runs = new OpenRuns({ records, files, clock, ids: systemIds });
const jobs = createJobs(parts, () => ({ kinds: [wireKind(parts)], swept: [runs] }));
const stop = new AbortController();
process.once("message", () => stop.abort());
const running = jobs.run({ signal: stop.signal, graceMs: 1000 });

const asked = {
  caller: { account: life.account, key: "key_1" },
  baseUrl: "https://api.example/v1",
  requestId: "req_1",
  signal: new AbortController().signal,
  params: {},
  query: {},
};
const submit = (action_id: string) => {
  const params = { number: systemIds.uuid() };
  const body = { action_id, params, webhook_url: "https://hooks.example/in" };
  const rest = { credential_id: undefined, identity_id: undefined };
  return submitTask({ ...parts, jobs }, { ...asked, body: { ...body, ...rest } }, wirePrefix);
};
const trials = { isOn: true } as never;
const runNow = (action_id: string) =>
  runAction(
    { wire, trials, runs, files, clock },
    { ...asked, address: "", body: { action_id, params: {} } },
  );

if (life.isAsking) {
  await Promise.all([
    submit("shop.read"),
    submit("shop.write"),
    submit("shop.fail"),
    submit("shop.file"),
    runNow("shop.read"),
    runNow("shop.file"),
    runNow("shop.fail"),
  ]);
}
await running;
await jobs[Symbol.asyncDispose]();
await webhooks[Symbol.asyncDispose]();
await queue.close(1000);
await store.close();
