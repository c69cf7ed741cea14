import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";

/** Writes a row and reads it back by its key. */
interface Store {
  insert(row: Job): unknown;
  find(id: string): unknown;
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly dueAt: number;
  readonly payload: string;
}

type Synchronous = "full" | "normal";

/**
 * Rows inserted one by one, each durable when it is acknowledged, then found by their keys. With
 * `synchronous = normal` the disk is not waited for, so that the code's own cost shows.
 */
const benchmark: BenchmarkCase = {
  unit: "rows/s",
  ratios: {
    "sqlite/bare": ["sqlite", "bare-sqlite"],
    "sqlite/bare, normal": ["sqlite-normal", "bare-sqlite-normal"],
  },
  variants: {
    sqlite: (size) => measureRecords(size, "full"),
    "bare-sqlite": (size) => measureBare(size, "full"),
    "sqlite-normal": (size) => measureRecords(size, "normal"),
    "bare-sqlite-normal": (size) => measureBare(size, "normal"),
  },
};

function measureRecords(size: BenchmarkSize, synchronous: Synchronous): Promise<number> {
  return inFolder(async (path) => {
    const { collection } = await import("dragline/storage");
    const { SqliteRecords } = await import("dragline/storage/sqlite");
    const jobs = collection({
      name: "jobs",
      fields: { id: "string", state: "string", dueAt: "number", payload: "string" },
      key: ["id"],
    });
    const call = { signal: new AbortController().signal };
    await using records = new SqliteRecords({}, { path, synchronous });
    await records.ensure([jobs], call);
    return await measure(size, {
      insert: (row) => records.insert(jobs, [row], call),
      find: async (id) => (await records.find(jobs, { where: { id } }, call))[0],
    });
  });
}

function measureBare(size: BenchmarkSize, synchronous: Synchronous): Promise<number> {
  return inFolder(async (path) => {
    const file = new DatabaseSync(path);
    try {
      file.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
      file.exec("CREATE TABLE jobs (id, state, dueAt, payload, PRIMARY KEY (id))");
      const insert = file.prepare(
        "INSERT INTO jobs (id, state, dueAt, payload) VALUES (?, ?, ?, ?)",
      );
      const find = file.prepare("SELECT id, state, dueAt, payload FROM jobs WHERE id = ?");
      return await measure(size, {
        insert: ({ id, state, dueAt, payload }) => insert.run(id, state, dueAt, payload),
        find: (id) => find.get(id),
      });
    } finally {
      file.close();
    }
  });
}

async function inFolder(work: (path: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-benchmark-"));
  try {
    return await work(join(folder, "records.sqlite"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Rows per second: each is inserted once and found once. */
async function measure(size: BenchmarkSize, store: Store): Promise<number> {
  const count = size === "smoke" ? 200 : 10_000;
  await insertAndFind(store, "warm", count / 5);
  const started = performance.now();
  await insertAndFind(store, "row", count);
  return (count / (performance.now() - started)) * 1000;
}

async function insertAndFind(store: Store, name: string, count: number): Promise<void> {
  const payload = "https://harbour.example/tide/".repeat(10);
  for (let index = 0; index < count; index += 1) {
    await store.insert({ id: `${name} ${index}`, state: "due", dueAt: index, payload });
  }
  for (let index = 0; index < count; index += 1) {
    // Not in the order in which they were inserted.
    const row = await store.find(`${name} ${(index * 7919) % count}`);
    if (row === undefined) throw new Error("A row was not found");
  }
}

export default benchmark;
