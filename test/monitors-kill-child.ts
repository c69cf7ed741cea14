import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "dragline";
import { createMonitors, type Acquirer } from "dragline/monitor";
import type { Operation, Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { postgresAddress } from "./postgres-address.ts";

// One life of a worker: checks what is due on a store that it shares, and dies at the point that it is
// told. The page has another version in each hour of the clock, so that each slot has one change.

const [folder = "", schema = "", point = "", after = "0", offset = "0"] = process.argv.slice(2);
let left = Number(after);

function reach(reached: string): void {
  if (reached !== point) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, "SIGKILL");
}

/**
 * Which step of a check operations are, or are a part of: were the end of a check made of two, workers
 * would die between them.
 */
function stepOf(operations: readonly Operation[]): "begin" | "end" | undefined {
  const of = (name: string) => operations.find(({ collection }) => collection.name === name);
  const run = of("monitor_runs");
  if (run?.kind === "insert") return "begin";
  return (run ?? of("monitor_snapshots") ?? of("monitor_changes")) === undefined
    ? undefined
    : "end";
}

/** Reaches points before, in and after the steps that begin and end checks. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, call) => {
    const step = stepOf(operations);
    if (step !== undefined) reach(`before-${step}`);
    const outcome = records.atomic(operations, call);
    if (step !== undefined) void turn().then(() => reach(`in-${step}`));
    const done = await outcome;
    if (step !== undefined) reach(`after-${step}`);
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

const HOUR = 3_600_000;
const clock = { ...systemClock, now: () => systemClock.now() + Number(offset) };
const acquirer: Acquirer = {
  async page({ url }) {
    reach("acquire");
    const version = Math.floor(Number(offset) / HOUR);
    // Large and hard to compress, so that bodies are blobs.
    const words = Array.from({ length: 400 }, (_, index) =>
      ((index * 7919 * (version + 1)) % 99_991).toString(36),
    );
    return {
      status: "completed",
      finalUrl: url,
      html: `<p>version ${version}</p><p>${words.join(" ")}</p>`,
    };
  },
  async *site() {
    yield* [];
    return { truncated: false };
  },
  async action() {
    return { status: "completed", result: null };
  },
};
const store =
  schema === ""
    ? new SqliteRecords({}, { path: `${folder}/monitors.sqlite` })
    : await createPostgresRecords({}, { connectionString: postgresAddress, schema });
const blobs = new FsBlobs(
  {},
  {
    folder: `${folder}/blobs${schema}`,
    baseUrl: "http://localhost/blobs",
    secrets: ["0123456789abcdef0123456789abcdef"],
  },
);
const options = { leaseMs: 1_000, jitterMs: 0, inlineBytes: 100 };
const monitors = createMonitors({ acquirer, records: watched(store), blobs, clock }, options);
const stop = new AbortController();
process.once("message", () => stop.abort());
process.send?.("ready");
await monitors.work({ signal: stop.signal });
await monitors[Symbol.asyncDispose]();
await store.close();
process.disconnect();
