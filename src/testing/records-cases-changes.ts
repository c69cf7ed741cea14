import assert from "node:assert/strict";
import type { Change } from "../storage/index.ts";
import {
  call,
  idsOf,
  items,
  itemsWith,
  refuses,
  sortedIds,
  withItems,
  type RecordsPromises,
} from "./records-subject.ts";

type Items = typeof items;

/** What the port promises about updates. */
export const changeCases: RecordsPromises = {
  "update changes the rows that the query means, no others, and gives them as they are now": async (
    subject,
  ) => {
    const records = await withItems(subject, itemsWith("rank", [1, 2, 3]));
    const change = { where: { rank: { gte: 2 } }, set: { note: "\0new", facts: [-0] } };
    const changed = await records.update(items, change, call);
    assert.equal(sortedIds(changed), "bc");
    for (const { note, facts } of changed) assert.deepStrictEqual([note, facts], ["\0new", [-0]]);
    const found = await records.find(items, { order: [["id", "asc"]] }, call);
    assert.deepStrictEqual(
      found.map(({ id, note, rank }) => [id, note, rank]),
      [
        ["a", null, 1],
        ["b", "\0new", 2],
        ["c", "\0new", 3],
      ],
    );
    assert.deepStrictEqual(
      found.slice(1),
      changed.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  },

  "update sets fields of every type, and takes values away": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 0 }]);
    const full = {
      count: 1.5,
      note: "n",
      text: "t",
      rank: -0,
      open: false,
      facts: { a: [1] },
      body: Uint8Array.of(0, 255),
      site: "s",
      email: "e",
    };
    const [set] = await records.update(items, { set: full }, call);
    assert.deepStrictEqual(set, { id: "a", ...full });
    const { count: _, ...optional } = full;
    const none = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const [unset] = await records.update(items, { set: none }, call);
    assert.deepStrictEqual(unset, { id: "a", count: 1.5, ...none });
    assert.deepStrictEqual(await records.find(items, {}, call), [unset]);
  },

  "an update that means no row gives none": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1]));
    assert.deepEqual(
      await records.update(items, { where: { rank: 2 }, set: { note: "x" } }, call),
      [],
    );
    assert.deepEqual(await records.update(items, { limit: 0, set: { note: "x" } }, call), []);
    assert.equal(await records.count(items, { where: { note: null } }, call), 1);
  },

  "an update without set and add gives the rows as they are": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1, 2, 3]));
    const rows = await records.update(items, { order: [["rank", "desc"]], limit: 2 }, call);
    assert.equal(idsOf(rows), "cb");
  },

  "add adds to what is there, and leaves null as it is": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1, null, -2]));
    const changed = await records.update(
      items,
      { order: [["id", "asc"]], add: { rank: 2, count: 0.5 } },
      call,
    );
    assert.deepStrictEqual(
      changed.map(({ id, rank, count }) => [id, rank, count]),
      [
        ["a", 3, 0.5],
        ["b", null, 0.5],
        ["c", 0, 0.5],
      ],
    );
    await records.update(
      items,
      { where: { id: "a" }, add: { rank: -1 }, set: { note: "x" } },
      call,
    );
    const [row] = await records.find(items, { where: { id: "a" } }, call);
    assert.deepEqual([row?.rank, row?.note], [2, "x"]);
  },

  "a sum that is not finite is INVALID_VALUE, and no row changes": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1, Number.MAX_VALUE, 2]));
    const add = { rank: Number.MAX_VALUE };
    await refuses("INVALID_VALUE", () => records.update(items, { add }, call));
    assert.equal(await records.count(items, { where: { rank: { lte: 2 } } }, call), 2);
  },

  "what an update cannot set or add is INVALID_VALUE": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1]));
    const wrong: unknown[] = [
      { set: { count: null } },
      { set: { count: undefined } },
      { set: { count: "1" } },
      { set: { unknown: 1 } },
      { set: { id: "b" } },
      { set: { facts: new Date(0) } },
      { add: { note: 1 } },
      { add: { count: "1" } },
      { add: { count: Number.NaN } },
      { add: { count: 1n } },
      { add: { unknown: 1 } },
      { add: { rank: 1 }, set: { rank: 1 } },
      { set: null },
    ];
    for (const [index, change] of wrong.entries()) {
      const given = change as Change<Items>;
      await refuses("INVALID_VALUE", () => records.update(items, given, call), `change ${index}`);
    }
    const [row] = await records.find(items, {}, call);
    assert.deepEqual([row?.id, row?.count, row?.rank], ["a", 0, 1]);
  },

  "an update into a unique group that is taken is a CONFLICT, and no row changes": async (
    subject,
  ) => {
    const records = await withItems(subject, [
      { id: "a", count: 0, site: "s", email: "a" },
      { id: "b", count: 0, site: "s", email: "b" },
      { id: "c", count: 0, site: "t", email: "a" },
    ]);
    const taken = { where: { id: "b" }, set: { email: "a", note: "x" } };
    await refuses("CONFLICT", () => records.update(items, taken, call));
    await refuses("CONFLICT", () =>
      records.update(items, { set: { site: "s", email: "z" } }, call),
    );
    const found = await records.find(items, { order: [["id", "asc"]] }, call);
    assert.equal(
      found.map(({ site, email, note }) => `${site}${email}${note}`).join(" "),
      "sanull sbnull tanull",
    );
    await records.update(items, { where: { id: "a" }, set: { email: null } }, call);
    assert.equal((await records.update(items, taken, call)).length, 1);
  },

  "an update to a row's own unique values does not conflict": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 0, site: "s", email: "a" }]);
    const same = { set: { site: "s", email: "a", count: 7 } };
    assert.equal((await records.update(items, same, call))[0]?.count, 7);
  },

  "with an order and a limit it changes the first rows, and gives them in that order": async (
    subject,
  ) => {
    const records = await withItems(subject, itemsWith("rank", [5, 3, 4, 1, 2]));
    const due = { where: { note: null }, order: [["rank", "asc"]], limit: 2 } as const;
    const claims = [];
    for (let times = 0; times < 4; times += 1) {
      const claimed = await records.update(items, { ...due, set: { note: "taken" } }, call);
      claims.push(idsOf(claimed));
    }
    assert.deepEqual(claims, ["de", "bc", "a", ""]);
  },

  "the order of what comes back is that of the values before the change": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [2, 3, 1]));
    const down = await records.update(
      items,
      { order: [["rank", "desc"]], limit: 3, set: { rank: 9 } },
      call,
    );
    assert.equal(idsOf(down), "bac");
    const up = await records.update(items, { order: [["id", "desc"]], add: { rank: 1 } }, call);
    assert.deepEqual([idsOf(up), up[0]?.rank], ["cba", 10]);
  },

  "a limit without an order changes as many rows, never more": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [0, 0, 0, 0, 0]));
    for (const expected of [2, 2, 1, 0]) {
      const change = { where: { rank: 0 }, limit: 2, set: { rank: 1 } };
      assert.equal((await records.update(items, change, call)).length, expected);
    }
  },

  "a lease is extended and settled by its token only": async (subject) => {
    const records = await withItems(subject, itemsWith("note", [null]));
    const claim = async (note: string): Promise<number> => {
      const change = { where: { rank: { in: [0] }, id: "a" }, set: { note }, add: { count: 1 } };
      return (await records.update(items, change, call)).length;
    };
    const settle = (note: string): Promise<number> =>
      records.remove(items, { where: { id: "a", note } }, call);
    assert.equal(await claim("too early"), 0);
    await records.update(items, { set: { rank: 0 } }, call);
    assert.equal(await claim("first"), 1);
    assert.equal(await claim("second"), 1);
    assert.equal(await settle("first"), 0, "the first holder lost its lease");
    assert.equal((await records.find(items, {}, call))[0]?.count, 2);
    assert.equal(await settle("second"), 1);
  },
};
