import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { collection, isStorageError, updating } from "dragline/storage";
import { SqliteRecords, type SqliteRecordsOptions } from "dragline/storage/sqlite";
import { FakeClock } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sqliteFailure } from "../../../src/storage/sqlite/sqlite-failure.ts";

const pages = collection({
  name: "pages",
  fields: { url: "string", body: "bytes?", depth: "number?" },
  key: ["url"],
});
const call = { signal: new AbortController().signal };
const row = (index: number): { url: string } => ({ url: `https://a.example/${index}` });

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-sqlite-"));
  path = join(folder, "records.sqlite");
});

afterEach(() => rm(folder, { recursive: true }));

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return isStorageError(error) ? error.code : String(error);
}

/** Takes the file's write lock as another process would. */
function hold(): Disposable {
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  return { [Symbol.dispose]: () => other.close() };
}

describe("SqliteRecords", () => {
  it("keeps rows in a file in WAL mode, synchronously unless told otherwise", async () => {
    for (const [synchronous, level] of [
      [undefined, 2],
      ["full", 2],
      ["normal", 1],
    ] as const) {
      let opened: DatabaseSync | undefined;
      const open = (given: string): DatabaseSync => (opened = new DatabaseSync(given));
      await using records = new SqliteRecords({ open }, { path, synchronous });
      await records.ensure([pages], call);
      expect(opened?.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: level });
      expect(opened?.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    }
  });

  it("leaves nothing of a removed row in the file when it is closed", async () => {
    const secret = Buffer.from("a key that was destroyed");
    {
      await using records = new SqliteRecords({}, { path });
      await records.ensure([pages], call);
      await records.insert(pages, [{ ...row(1), body: secret }, row(2)], call);
      await records.remove(pages, { where: row(1) }, call);
    }
    expect((await readFile(path)).includes(secret)).toBe(false);
  });

  it("finds the rows of an earlier process", async () => {
    {
      await using records = new SqliteRecords({}, { path });
      await records.ensure([pages], call);
      await records.insert(pages, [row(1)], call);
    }
    await using records = new SqliteRecords({}, { path });
    await records.ensure([pages], call);
    expect(await records.find(pages, {}, call)).toEqual([{ ...row(1), body: null, depth: null }]);
  });

  it("does not open the file before the first call, and not at all when it is closed first", async () => {
    let opened = 0;
    const open = (given: string): DatabaseSync => {
      opened += 1;
      return new DatabaseSync(given);
    };
    const records = new SqliteRecords({ open }, { path });
    await records.close();
    expect(await refusal(records.ensure([pages], call))).toBe("CLOSED");
    expect(opened).toBe(0);
  });

  it("does not open the file again for a call that was under way when it closed", async () => {
    const opened: DatabaseSync[] = [];
    const open = (given: string): DatabaseSync => {
      const database = new DatabaseSync(given);
      opened.push(database);
      return database;
    };
    const records = new SqliteRecords({ open }, { path });
    await Promise.all([records.ensure([pages], call), records.close()]);
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  it.each<[string, SqliteRecordsOptions]>([
    ["an empty path", { path: "" }],
    ["a path with U+0000", { path: "a\0b" }],
    ["an unknown level", { synchronous: "off" as "full" }],
    ["a deadline of 0", { timeoutMs: 0 }],
    ["an unknown option", { file: "x" } as SqliteRecordsOptions],
  ])("refuses %s", (_, options) => {
    expect(() => new SqliteRecords({}, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("refuses options in the place of collaborators", () => {
    expect(() => new SqliteRecords({ path } as object)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("numbers its migrations, and makes none when nothing is new", async () => {
    await using records = new SqliteRecords({}, { path });
    const more = { ...pages, fields: { ...pages.fields, title: "string?" } } as const;
    for (const declaration of [pages, pages, more, pages, more]) {
      await records.ensure([declaration], call);
    }
    using file = new DatabaseSync(path);
    const rows = file.prepare("SELECT number, collection FROM dragline_migrations").all();
    expect(rows.map(({ number, collection: name }) => `${number} ${name}`)).toEqual([
      "1 pages",
      "2 pages",
    ]);
  });
});

describe("SqliteRecords beside another process", () => {
  it("reads while the other writes", async () => {
    await using records = new SqliteRecords({ clock: new FakeClock() }, { path });
    await records.ensure([pages], call);
    await records.insert(pages, [row(1)], call);
    using _ = hold();
    expect(await records.count(pages, {}, call)).toBe(1);
    await records.ensure([pages], call);
  });

  it("waits until the other has written", async () => {
    const clock = new FakeClock();
    await using records = new SqliteRecords({ clock }, { path });
    await records.ensure([pages], call);
    const held = hold();
    const inserting = records.insert(pages, [row(1)], call);
    const moving = records.atomic([updating(pages, { set: { depth: 1 } })], call);
    await clock.advance(5000);
    held[Symbol.dispose]();
    await clock.advance(10);
    await inserting;
    expect((await moving).applied).toBe(true);
    expect(await records.count(pages, {}, call)).toBe(1);
    expect(clock.waiting).toBe(0);
  });

  it("is UNAVAILABLE when the deadline passes, and works again", async () => {
    const clock = new FakeClock();
    await using records = new SqliteRecords({ clock }, { path, timeoutMs: 3000 });
    await records.ensure([pages], call);
    {
      using _ = hold();
      const refused = refusal(records.insert(pages, [row(1)], call));
      await clock.timerOf();
      await clock.advance(2999);
      expect(clock.waiting).toBeGreaterThan(0);
      await clock.advance(1);
      expect(await refused).toBe("UNAVAILABLE");
      expect(clock.waiting).toBe(0);
    }
    await records.insert(pages, [row(1)], call);
    expect(await records.count(pages, {}, call)).toBe(1);
  });

  it("stops waiting when the call is aborted, and does nothing", async () => {
    const clock = new FakeClock();
    await using records = new SqliteRecords({ clock }, { path });
    await records.ensure([pages], call);
    const held = hold();
    const controller = new AbortController();
    const inserting = records.insert(pages, [row(1)], { signal: controller.signal });
    await clock.timerOf();
    controller.abort("enough");
    await expect(inserting).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
    held[Symbol.dispose]();
    await clock.advance(100);
    expect(await records.count(pages, {}, call)).toBe(0);
  });

  it("closes when the calls that wait are done", async () => {
    const clock = new FakeClock();
    const records = new SqliteRecords({ clock }, { path });
    await records.ensure([pages], call);
    const held = hold();
    const inserting = records.insert(pages, [row(1)], call);
    await clock.timerOf();
    const closing = records.close();
    expect(await refusal(records.count(pages, {}, call))).toBe("CLOSED");
    held[Symbol.dispose]();
    await clock.advance(20);
    await Promise.all([inserting, closing]);
    await using again = new SqliteRecords({}, { path });
    await again.ensure([pages], call);
    expect(await again.count(pages, {}, call)).toBe(1);
  });
});

describe("SqliteRecords on a bad day", () => {
  it("is STORE_FULL without space, keeps what it has, and works again after", async () => {
    let file: DatabaseSync | undefined;
    const open = (given: string): DatabaseSync => (file = new DatabaseSync(given));
    await using records = new SqliteRecords({ open }, { path });
    await records.ensure([pages], call);
    await records.insert(pages, [row(0)], call);
    file?.exec("PRAGMA max_page_count = 20");
    const big = (index: number): object => ({ ...row(index), body: new Uint8Array(30_000) });
    const rows = [1, 2, 3, 4].map(big) as { url: string }[];
    const refusals = [
      await refusal(records.insert(pages, rows, call)),
      await refusal(records.atomic([{ kind: "insert", collection: pages, rows }], call)),
      await refusal(records.update(pages, { set: { body: new Uint8Array(90_000) } }, call)),
    ];
    expect(refusals).toEqual(["STORE_FULL", "STORE_FULL", "STORE_FULL"]);
    expect(await records.find(pages, {}, call)).toEqual([{ ...row(0), body: null, depth: null }]);
    file?.exec("PRAGMA max_page_count = 1000");
    await records.insert(pages, rows, call);
    expect(await records.count(pages, {}, call)).toBe(5);
    expect(file?.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });

  it("is READ_ONLY where the file cannot be made, and works once its folder is there", async () => {
    const later = join(folder, "later");
    await using records = new SqliteRecords({}, { path: join(later, "records.sqlite") });
    expect(await refusal(records.ensure([pages], call))).toBe("READ_ONLY");
    await mkdir(later);
    await records.ensure([pages], call);
    await records.insert(pages, [row(1)], call);
  });

  it("is READ_ONLY for writes to a file that may only be read", async () => {
    {
      await using records = new SqliteRecords({}, { path });
      await records.ensure([pages], call);
      await records.insert(pages, [row(1)], call);
    }
    const open = (given: string): DatabaseSync => new DatabaseSync(given, { readOnly: true });
    await using records = new SqliteRecords({ open }, { path });
    await records.ensure([pages], call);
    expect(await records.count(pages, {}, call)).toBe(1);
    expect(await refusal(records.insert(pages, [row(2)], call))).toBe("READ_ONLY");
    const deeper = updating(pages, { set: { depth: 1 } });
    expect(await refusal(records.atomic([deeper], call))).toBe("READ_ONLY");
  });

  it("is UNAVAILABLE when the file is no database", async () => {
    await writeFile(path, "no database, but long enough to look like one".repeat(100));
    await using records = new SqliteRecords({}, { path });
    const failure = await records.ensure([pages], call).catch((error: unknown) => error);
    expect(isStorageError(failure, "UNAVAILABLE")).toBe(true);
    expect(String(failure)).toContain("damaged or is not an SQLite database");
  });

  it("leaves errors that are not SQLite's as they are", () => {
    const error = new TypeError("x");
    expect(sqliteFailure(error, path)).toBe(error);
  });

  it("answers thousands of shapes of queries", async () => {
    await using records = new SqliteRecords({}, { path });
    await records.ensure([pages], call);
    await records.insert(pages, [row(1)], call);
    for (let length = 0; length < 1200; length += 1) {
      const where = { url: { in: Array.from({ length }, (_, index) => row(index).url) } };
      expect(await records.count(pages, { where }, call)).toBe(length > 1 ? 1 : 0);
    }
  });
});
