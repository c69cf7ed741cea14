import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createMonitors, type Monitors } from "dragline/monitor";
import { EnsuredRecords, type Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { bodyRows, monitorCollections, monitorRows } from "../../../src/monitor/collections.ts";
import { hashOf } from "../../../src/monitor/checks/hashes.ts";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";
import { FakeAcquirer, HOUR, signal } from "./rig.ts";
import { FakeClock } from "dragline/testing";
import { type Child, KILLED, Program } from "../../rigs/child.ts";

/** Where a worker dies, and at which passage of that point. */
type Kill = readonly [point: string, after: number];
const kills: readonly Kill[] = [
  ["acquire", 1],
  ["before-begin", 2],
  ["in-begin", 1],
  ["after-begin", 3],
  ["acquire", 2],
  ["before-end", 1],
  ["in-end", 1],
  ["in-end", 2],
  ["after-end", 1],
  ["before-end", 3],
  ["after-end", 2],
  ["in-end", 3],
];
/** Of these, as many as end in a few seconds with a server. */
const fewerKills = kills.filter((_, index) => index % 3 !== 0);
const MONITORS = 3;
/** Milliseconds of work after which a life that did not come to its point is killed all the same. */
const LONGEST_LIFE = 2_000;

/** A store that lives share: its records, and the schema by which they find it. */
interface SharedStore {
  readonly records: Records;
  readonly schema: string;
}

async function sqlite(): Promise<SharedStore> {
  const records = new SqliteRecords({}, { path: join(folder, "monitors.sqlite") });
  onTestFinished(() => records.close());
  return { records, schema: "" };
}

async function postgres(): Promise<SharedStore> {
  const place = new PostgresSchema();
  const { name: schema, pool } = place;
  const records = await createPostgresRecords({ pool }, { schema });
  onTestFinished(async () => {
    await records.close();
    await place[Symbol.asyncDispose]();
  });
  return { records, schema };
}

const url = await postgresUrl();
const stores = [
  ["SqliteRecords", true, kills, sqlite],
  [serverTitle("PostgresRecords", url), url !== undefined, fewerKills, postgres],
] as const;

let program: Program;
let folder = "";

beforeAll(async () => {
  program = await Program.bundle("monitors-kill-child.ts");
  folder = program.folder;
}, 60_000);

afterAll(() => program[Symbol.asyncDispose]());

/** A life of a worker, its clock so many hours ahead. */
function live(schema: string, hours: number, [point, after] = ["", 0] as Kill): Child {
  const args = [folder, schema, point, String(after), String(hours * HOUR)];
  return program.start(args);
}

/** Lets a worker live until nothing is under way and nothing is due. */
async function settle({ records, schema }: SharedStore, hours: number): Promise<void> {
  const child = live(schema, hours);
  const busy = async (): Promise<boolean> => {
    const rows = await records.find(monitorRows, {}, { signal });
    const now = Date.now() + hours * HOUR;
    return rows.some(
      ({ runId, token, dueAt }) => runId !== null || token !== null || (dueAt ?? 0) <= now,
    );
  };
  while (child.isAlive && (await busy())) {
    await new Promise(setImmediate);
  }
  if (child.isAlive) child.send("stop");
  expect(await child.exit).toEqual([0, null]);
}

/** What must hold of a monitor, whatever happened to its workers. */
async function check(monitors: Monitors, id: string): Promise<number> {
  const [runs, changes, snapshots] = await Promise.all([
    monitors.runs(id),
    monitors.changes(id),
    monitors.snapshots(id),
  ]);
  expect(runs.filter(({ status }) => !["completed", "failed"].includes(status))).toEqual([]);
  expect(runs.filter(({ code }) => code !== null && code !== "WORKER_LOST")).toEqual([]);
  expect(runs.filter(({ status }) => status === "completed")).toHaveLength(snapshots.length);
  for (const snapshot of snapshots) {
    const body = await monitors.content(id, { snapshotId: snapshot.id });
    expect(hashOf(body?.content ?? "")).toBe(snapshot.contentHash);
  }
  const oldest = snapshots.toReversed();
  const expected = oldest.flatMap((after, index) => {
    const before = oldest[index - 1];
    const isChange = before !== undefined && before.contentHash !== after.contentHash;
    return isChange ? [[before.id, after.id]] : [];
  });
  const told = changes.map((change) => [change.beforeSnapshotId, change.snapshotId]).toReversed();
  expect(told).toEqual(expected);
  const named = runs.flatMap(({ changeId }) => changeId ?? []);
  expect(named).toEqual(changes.map((change) => change.id));
  return changes.length;
}

describe("workers that are killed during checks", () => {
  for (const [title, isThere, deaths, open] of stores) {
    it.runIf(isThere)(
      `leave no half-written snapshot, and neither lose nor double a change, on ${title}`,
      { timeout: 120_000 },
      async () => {
        const { records: store, schema } = await open();
        const records = new EnsuredRecords(store, monitorCollections);
        const blobFolder = join(folder, `blobs${schema}`);
        const blobs = new FsBlobs(
          {},
          {
            folder: blobFolder,
            baseUrl: "http://localhost/blobs",
            secrets: ["0123456789abcdef0123456789abcdef"],
          },
        );
        const acquirer = new FakeAcquirer(new FakeClock());
        const monitors = createMonitors({ acquirer, records: store, blobs }, { jitterMs: 0 });
        const ids: string[] = [];
        for (let index = 0; index < MONITORS; index += 1) {
          const url = `https://host-${index}.example/`;
          ids.push((await monitors.add({ url, schedule: { every: HOUR } })).id);
        }
        let hours = 0;
        let killed = 0;
        for (const death of deaths) {
          hours += 1;
          const exit = await live(schema, hours, death).life(LONGEST_LIFE);
          expect(exit, death[0]).toEqual(KILLED);
          killed += 1;
        }
        await settle({ records, schema }, hours + 1);
        await settle({ records, schema }, hours + 2);
        let changes = 0;
        for (const id of ids) changes += await check(monitors, id);
        expect(killed).toBe(deaths.length);
        // On a busy machine lives are killed before they change anything; the last two are not.
        expect(changes).toBeGreaterThanOrEqual(MONITORS);
        const rows = await records.find(bodyRows, {}, { signal });
        const keys = rows.filter(({ blobKey }) => blobKey !== null);
        const files = await readdir(blobFolder, { recursive: true, withFileTypes: true });
        const stored = files.filter(
          (entry) => entry.isFile() && !entry.parentPath.includes("temporary"),
        );
        expect(stored.length).toBeLessThanOrEqual(keys.length);
        await monitors[Symbol.asyncDispose]();
      },
    );
  }
});
