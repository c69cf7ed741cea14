import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { collection, inserting, updating } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "dragline-groups-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = collection({
  name: "pages",
  fields: { id: "string", depth: "number", body: "string?" },
  key: ["id"],
});
const call = { signal: new AbortController().signal };
const row = (id: number) => ({ id: `p${id}`, depth: 0 });

/** Records in a file of their own, and how often they were committed. */
async function open(name: string, pagesAtMost?: number) {
  const commits = { count: 0 };
  const records = new SqliteRecords(
    {
      open: (path) => {
        const database = new DatabaseSync(path);
        if (pagesAtMost !== undefined) database.exec(`PRAGMA max_page_count = ${pagesAtMost}`);
        const prepare = database.prepare.bind(database);
        database.prepare = (sql) => {
          const statement = prepare(sql);
          if (sql !== "COMMIT") return statement;
          const run = statement.run.bind(statement);
          statement.run = (...values: never[]) => {
            commits.count += 1;
            return run(...values);
          };
          return statement;
        };
        return database;
      },
    },
    { path: join(folder, name) },
  );
  await records.ensure([pages], call);
  commits.count = 0;
  return { records, commits, [Symbol.asyncDispose]: () => records.close() };
}

describe("SqliteRecords under many writes at once", () => {
  it("commits the writes of one turn once", async () => {
    await using opened = await open("once");
    const { records, commits } = opened;
    await Promise.all(
      Array.from({ length: 50 }, (_, id) => records.insert(pages, [row(id)], call)),
    );
    expect(commits.count).toBe(1);
    expect(await records.count(pages, {}, call)).toBe(50);
  });

  it("lets each see those before it", async () => {
    await using opened = await open("order");
    const { records } = opened;
    const claims = Array.from({ length: 20 }, () =>
      records.update(pages, { where: { depth: 0 }, set: { depth: 1 }, limit: 1 }, call),
    );
    expect((await Promise.all(claims)).flat()).toEqual([]);
    await records.insert(pages, [row(1), row(2)], call);
    const again = Array.from({ length: 5 }, () =>
      records.update(pages, { where: { depth: 0 }, set: { depth: 1 }, limit: 1 }, call),
    );
    expect((await Promise.all(again)).map((rows) => rows.length)).toEqual([1, 1, 0, 0, 0]);
  });

  it("undoes the one that fails and no other", async () => {
    await using opened = await open("apart");
    const { records, commits } = opened;
    const [first, taken, partly, refused, last] = await Promise.allSettled([
      records.insert(pages, [row(1)], call),
      records.insert(pages, [row(1)], call),
      records.insert(pages, [row(2), row(1)], call),
      records.atomic(
        [
          inserting(pages, [row(3)]),
          updating(pages, { where: { id: "none" }, set: { depth: 1 } }, 1),
        ],
        call,
      ),
      records.insert(pages, [row(4)], call),
    ]);
    expect([first.status, last.status]).toEqual(["fulfilled", "fulfilled"]);
    expect([taken, partly]).toMatchObject([
      { reason: { code: "CONFLICT" } },
      { reason: { code: "CONFLICT" } },
    ]);
    expect(refused).toMatchObject({ value: { applied: false, operation: 1 } });
    expect(commits.count).toBe(1);
    const rows = await records.find(pages, { order: [["id", "asc"]] }, call);
    expect(rows.map(({ id }) => id)).toEqual(["p1", "p4"]);
  });

  it("undoes those that fail alone in group after group, and none when none fails", async () => {
    await using opened = await open("groups");
    const { records, commits } = opened;
    for (let group = 0; group < 40; group += 1) {
      // The first of each group is there from the second group on; between them there are others.
      const same = group % 3 === 0 ? 0 : group;
      const outcomes = await Promise.allSettled([
        records.insert(pages, [row(1000 + group), row(same)], call),
        records.insert(pages, [row(2000 + group)], call),
        records.update(pages, { where: { id: "p0" }, add: { depth: 1 } }, call),
      ]);
      const isTaken = group % 3 === 0 && group > 0;
      expect(outcomes[0].status).toBe(isTaken ? "rejected" : "fulfilled");
      expect(outcomes[1].status).toBe("fulfilled");
    }
    expect(commits.count).toBe(40);
    // One for each group, one more where the first of the group held, and the first row itself.
    expect(await records.count(pages, {}, call)).toBe(40 + 2 * 27);
    const [first] = await records.find(pages, { where: { id: "p0" } }, call);
    expect(first?.depth).toBe(40);
  });

  it("does nothing of a write that was aborted before its turn", async () => {
    await using opened = await open("aborted");
    const { records } = opened;
    const controller = new AbortController();
    const writes = [
      records.insert(pages, [row(1)], call),
      records.insert(pages, [row(2)], { signal: controller.signal }),
    ];
    controller.abort("enough");
    const [kept, dropped] = await Promise.allSettled(writes);
    expect(kept?.status).toBe("fulfilled");
    expect(dropped).toMatchObject({ reason: "enough" });
    expect(await records.count(pages, {}, call)).toBe(1);
  });

  it("writes the others when one fills the disk", async () => {
    await using opened = await open("full", 200);
    const { records } = opened;
    const [before, large, after] = await Promise.allSettled([
      records.insert(pages, [row(1)], call),
      records.insert(pages, [{ ...row(2), body: "x".repeat(2_000_000) }], call),
      records.insert(pages, [row(3)], call),
    ]);
    expect([before.status, after.status]).toEqual(["fulfilled", "fulfilled"]);
    expect(large).toMatchObject({ reason: { code: "STORE_FULL" } });
    expect(await records.count(pages, {}, call)).toBe(2);
  });

  it("writes what was asked for before it is closed", async () => {
    const { records } = await open("closing");
    const writing = records.insert(pages, [row(1)], call);
    await records.close();
    await writing;
    await using again = await open("closing");
    expect(await again.records.count(pages, {}, call)).toBe(1);
  });
});
