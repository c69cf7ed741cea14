import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { collection } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { CheckpointThread } from "../../../src/storage/sqlite/checkpoint-thread.ts";
import { completeSqliteOptions } from "../../../src/storage/sqlite/sqlite-options.ts";

const folder = mkdtempSync(join(tmpdir(), "dragline-checkpoints-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MUCH = 20_000_000;
const call = { signal: new AbortController().signal };

/** A thread for a file, and what it says as it comes. */
function threadOf(path: string) {
  const said: boolean[] = [];
  const thread = new CheckpointThread(completeSqliteOptions({ path }), {
    onChange: (copies) => said.push(copies),
  });
  return { thread, said };
}

/** A file whose log has rows that are not in the file itself. */
function logged(name: string) {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (text)");
  database.prepare("INSERT INTO t VALUES (?)").run("a".repeat(100_000));
  return { path, [Symbol.dispose]: () => database.close() };
}

const many = availableParallelism() > 1;

describe("CheckpointThread", () => {
  it.runIf(many)("copies the log into the file once much was written", async () => {
    using file = logged("copied");
    const { thread, said } = threadOf(file.path);
    await using _ = thread;
    expect(statSync(file.path).size).toBeLessThan(100_000);
    thread.committed(MUCH);
    await expect.poll(() => said, { timeout: 30_000 }).toEqual([true]);
    expect(statSync(file.path).size).toBeGreaterThan(100_000);
  });

  it("starts nothing for little", async () => {
    using file = logged("little");
    const { thread, said } = threadOf(file.path);
    for (let commit = 0; commit < 10; commit += 1) thread.committed(1000);
    await thread[Symbol.asyncDispose]();
    expect(said).toEqual([]);
    expect(statSync(file.path).size).toBeLessThan(100_000);
  });

  it.runIf(many)("finishes the copy under way when it is disposed", async () => {
    using file = logged("disposed");
    const { thread, said } = threadOf(file.path);
    thread.committed(MUCH);
    await thread[Symbol.asyncDispose]();
    expect(statSync(file.path).size).toBeGreaterThan(100_000);
    expect(said).toEqual([]);
  });

  it.runIf(many)("says when it cannot copy, and does no more", async () => {
    const { thread, said } = threadOf(join(folder, "missing", "file"));
    await using _ = thread;
    thread.committed(MUCH);
    await expect.poll(() => said, { timeout: 30_000 }).toEqual([false]);
    thread.committed(MUCH);
    await thread[Symbol.asyncDispose]();
    expect(said).toEqual([false]);
  });

  it("leaves what is in memory alone", async () => {
    const { thread, said } = threadOf(":memory:");
    thread.committed(MUCH);
    await thread[Symbol.asyncDispose]();
    expect(said).toEqual([]);
  });
});

describe("SqliteRecords that are written a lot", () => {
  const pages = collection({
    name: "pages",
    fields: { id: "number", text: "string" },
    key: ["id"],
  });

  it("keep everything, and a log that does not grow without end", async () => {
    const path = join(folder, "records");
    const text = "a".repeat(100_000);
    const most = { log: 0 };
    {
      await using records = new SqliteRecords({}, { path, synchronous: "normal" });
      await records.ensure([pages], call);
      for (let id = 0; id < 1000; id += 1) {
        await records.insert(pages, [{ id, text }], call);
        most.log = Math.max(most.log, statSync(`${path}-wal`).size);
      }
    }
    expect(most.log).toBeLessThan(60_000_000);
    await using again = new SqliteRecords({}, { path });
    await again.ensure([pages], call);
    expect(await again.count(pages, { where: { text } }, call)).toBe(1000);
  });
});
