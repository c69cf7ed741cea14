import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { collection, removing, updating } from "dragline/storage";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteCache, SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { startProcess } from "./engines.ts";

const folder = mkdtempSync(join(tmpdir(), "dragline-erasure-"));
afterAll(() => rmSync(folder, { recursive: true }));

const call = { signal: new AbortController().signal };
const ring = `k1:${Buffer.alloc(32, 7).toString("base64url")}`;
const SOON = { timeout: 5000, interval: 100 };

const dataKeys = collection({
  name: "data_keys",
  fields: { record: "string", made: "string", ring_key: "string", wrapped: "bytes" },
  key: ["record"],
  indexes: [["ring_key", "record"]],
});

/** The values that are anywhere in the files of a database, as they are at this moment. */
function onDisk(path: string, values: readonly Uint8Array[]): readonly Uint8Array[] {
  const kept = ["", "-wal", "-shm", "-journal"]
    .map((end) => `${path}${end}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));
  return values.filter((value) => kept.some((bytes) => bytes.includes(Buffer.from(value))));
}

function isOnDisk(path: string, value: Uint8Array | string): boolean {
  const bytes = Buffer.from(value as string);
  return onDisk(path, [bytes]).length > 0;
}

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder, `records-${files}.db`);
}

/** Records with sealed values, and the wrapped data key of each. */
async function sealed(names: readonly string[], records: SqliteRecords) {
  const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
  await sealer.ensure(call);
  await records.ensure([dataKeys], call);
  for (const record of names) {
    await sealer.seal({ record, field: "cookies" }, Buffer.from("secret"), call);
  }
  const rows = await records.find(dataKeys, { order: [["record", "asc"]] }, call);
  return { sealer, keys: rows.map(({ wrapped }) => wrapped) };
}

async function oneSealed(records: SqliteRecords) {
  const { sealer, keys } = await sealed(["sessions/1"], records);
  const [key = new Uint8Array()] = keys;
  return { sealer, key };
}

describe("SqliteRecords whose rows are removed", () => {
  it("have the data key of a record in no file within seconds, while they are open", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    const { sealer, key } = await oneSealed(records);
    expect(isOnDisk(path, key)).toBe(true);
    await sealer.destroy("sessions/1", call);
    await expect.poll(() => isOnDisk(path, key), SOON).toBe(false);
  });

  it("have none of many data keys that moved between pages, and all that were kept", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path, synchronous: "normal" });
    const names = Array.from({ length: 2000 }, (_, index) => `sessions/${(index * 7919) % 2003}`);
    const { keys } = await sealed(names, records);
    const where = { record: { in: names.filter((_, index) => index % 3 !== 0) } };
    await records.remove(dataKeys, { where }, call);
    const kept = await records.find(dataKeys, {}, call);
    const isKept = new Set(kept.map(({ wrapped }) => Buffer.from(wrapped).toString("hex")));
    const gone = keys.filter((key) => !isKept.has(Buffer.from(key).toString("hex")));
    expect(gone.length).toBe(1333);
    await expect.poll(() => onDisk(path, gone).length, SOON).toBe(0);
    const there = kept.map(({ wrapped }) => wrapped);
    expect(onDisk(path, there)).toEqual(there);
  });

  it("have it in no file once the last reader that still sees it has ended", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    const { sealer, key } = await oneSealed(records);
    const reader = new DatabaseSync(path);
    reader.exec("BEGIN");
    expect(reader.prepare("SELECT count(*) AS count FROM sqlite_schema").get()).toBeDefined();
    await sealer.destroy("sessions/1", call);
    // Who reads holds up nobody who writes.
    await sealer.seal({ record: "sessions/2", field: "cookies" }, Buffer.from("other"), call);
    await expect.poll(() => isOnDisk(path, "sessions/2"), SOON).toBe(true);
    expect(isOnDisk(path, key)).toBe(true);
    reader.exec("COMMIT");
    await expect.poll(() => isOnDisk(path, key), SOON).toBe(false);
    reader.close();
  });

  it("have it in no file although another process has the file open and writes", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    await using other = new SqliteRecords({}, { path });
    const { sealer, key } = await oneSealed(records);
    const { sealer: busy } = await sealed(["sessions/other"], other);
    await sealer.destroy("sessions/1", call);
    let place = 0;
    const write = async (): Promise<boolean> => {
      place += 1;
      await busy.seal({ record: `sessions/o${place}`, field: "a" }, Buffer.from("b"), call);
      return isOnDisk(path, key);
    };
    await expect.poll(write, { timeout: 5000, interval: 1 }).toBe(false);
  });

  it("have it in no file when the process that removed it was killed and the next one opens", async () => {
    const path = newPath();
    const start = new SqliteRecords({}, { path });
    const { key } = await oneSealed(start);
    // Keeps the log, as the other processes of a machine do.
    const holder = new DatabaseSync(path);
    holder.prepare("SELECT 1 FROM sqlite_schema").all();
    await start.close();
    const engine = { kind: "sqlite", target: path, folder } as const;
    const child = startProcess(
      "erasure-child.ts",
      { ...engine, [Symbol.asyncDispose]: async () => {} },
      `${ring} sessions/1`,
    );
    const ended = once(child, "close");
    await once(child, "message");
    child.kill("SIGKILL");
    await ended;
    expect(isOnDisk(path, key)).toBe(true);
    await using again = new SqliteRecords({}, { path });
    await again.ensure([dataKeys], call);
    expect(isOnDisk(path, key)).toBe(false);
    holder.close();
  });

  it("have it in no file when they are closed at once while others stay open", async () => {
    const path = newPath();
    const records = new SqliteRecords({}, { path });
    const { sealer, key } = await oneSealed(records);
    const other = new DatabaseSync(path);
    other.prepare("SELECT 1 FROM sqlite_schema").all();
    await sealer.destroy("sessions/1", call);
    await records.close();
    expect(isOnDisk(path, key)).toBe(false);
    other.close();
  });

  it("have a data key that was wrapped anew in its old form in no file", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    const { key } = await oneSealed(records);
    const young = `k2:${Buffer.alloc(32, 9).toString("base64url")},${ring}`;
    const next = new Sealer({ records, ring: KeyRing.parse(young) });
    expect(await next.reseal(call)).toEqual({ moved: 1, left: 0 });
    await expect.poll(() => isOnDisk(path, key), SOON).toBe(false);
  });

  it.each([
    ["an atomic", (name: string) => removing(dataKeys, { where: { record: name } }, 1)],
    [
      "an atomic with an order and a limit",
      (name: string) =>
        removing(dataKeys, { where: { record: name }, order: [["record", "asc"]], limit: 1 }, 1),
    ],
    [
      "a change of the bytes alone",
      (name: string) =>
        updating(dataKeys, { where: { record: name }, set: { wrapped: new Uint8Array(60) } }, 1),
    ],
  ])("have it in no file after %s", async (_, operation) => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    const { key } = await oneSealed(records);
    expect(await records.atomic([operation("sessions/1")], call)).toMatchObject({ applied: true });
    await expect.poll(() => isOnDisk(path, key), SOON).toBe(false);
  });

  it("have it in no file where the host opens it, so that no thread can copy", async () => {
    const path = newPath();
    await using records = new SqliteRecords({ open: (at) => new DatabaseSync(at) }, { path });
    const { sealer, key } = await oneSealed(records);
    await sealer.destroy("sessions/1", call);
    await expect.poll(() => isOnDisk(path, key), SOON).toBe(false);
  });

  it("keep it when the atomic that would remove it is undone", async () => {
    const path = newPath();
    await using records = new SqliteRecords({}, { path });
    const { sealer, key } = await oneSealed(records);
    const outcome = await records.atomic(
      [sealer.destroying("sessions/1"), removing(dataKeys, { where: { record: "none" } }, 1)],
      call,
    );
    expect(outcome).toMatchObject({ applied: false });
    expect(isOnDisk(path, key)).toBe(true);
  });
});

describe("SqliteCache whose values are removed", () => {
  it.each([
    ["deleted", (cache: SqliteCache) => cache.delete("page")],
    ["cleared", (cache: SqliteCache) => cache.clear()],
  ])("has what was %s in no file within seconds", async (_, remove) => {
    const path = newPath();
    await using cache = new SqliteCache({}, { path });
    const text = "a page that was kept ".repeat(500);
    await cache.set("page", text);
    expect(isOnDisk(path, "a page that was kept")).toBe(true);
    await remove(cache);
    await expect.poll(() => isOnDisk(path, "a page that was kept"), SOON).toBe(false);
  });
});
