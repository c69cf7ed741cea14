import assert from "node:assert/strict";
import type { Order, Query, Where } from "../storage/index.ts";
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

/** Strings in the order of their code points, which is not that of UTF-16 units. */
const inOrder = [
  "",
  "\0",
  "\u0001",
  " ",
  "A",
  "Z",
  "a",
  "a\0",
  "aa",
  "b",
  "é",
  "\ud7ff",
  "\ud800",
  "\udfff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{1f600}",
];

/** What the port promises about finding and counting. */
export const queryCases: RecordsPromises = {
  "an empty query means every row, and an empty store has none": async (subject) => {
    const records = await withItems(subject);
    assert.deepEqual(await records.find(items, {}, call), []);
    assert.equal(await records.count(items, {}, call), 0);
    await records.insert(items, itemsWith("rank", [1, 2]), call);
    assert.equal(sortedIds(await records.find(items, { where: {} }, call)), "ab");
  },

  "every condition of a query must hold": async (subject) => {
    const records = await withItems(subject, [
      { id: "a", count: 1, note: "x", rank: 1 },
      { id: "b", count: 1, note: "y", rank: 1 },
      { id: "c", count: 2, note: "x", rank: 1 },
      { id: "d", count: 1, note: "x", rank: 2 },
    ]);
    const found = await records.find(items, { where: { count: 1, note: "x", rank: 1 } }, call);
    assert.equal(idsOf(found), "a");
    const between = { where: { rank: { gte: 1, lt: 2 }, id: { ne: "b" } } };
    assert.equal(sortedIds(await records.find(items, between, call)), "ac");
  },

  "ne, in, lt, lte, gt and gte compare numbers, text and booleans": async (subject) => {
    const records = await withItems(subject, [
      { id: "a", count: -1, note: "k", open: false },
      { id: "b", count: 2, note: "l", open: true },
      { id: "c", count: 10, note: "m", open: true },
    ]);
    const means: [Where<Items>, string][] = [
      [{ count: { ne: 2 } }, "ac"],
      [{ count: { in: [2, 10, 3] } }, "bc"],
      [{ count: { lt: 2 } }, "a"],
      [{ count: { lte: 2 } }, "ab"],
      [{ count: { gt: 2 } }, "c"],
      [{ count: { gte: 2 } }, "bc"],
      [{ note: { ne: "l" } }, "ac"],
      [{ note: { in: ["m", "k", "m"] } }, "ac"],
      [{ note: { lt: "l" } }, "a"],
      [{ note: { gte: "l" } }, "bc"],
      [{ id: { in: ["c", "a", "c", "x"] } }, "ac"],
      [{ open: true }, "bc"],
      [{ open: { ne: true } }, "a"],
      [{ open: { lt: true } }, "a"],
      [{ open: { in: [false] } }, "a"],
    ];
    for (const [where, ids] of means) {
      assert.equal(
        sortedIds(await records.find(items, { where }, call)),
        ids,
        JSON.stringify(where),
      );
      assert.equal(await records.count(items, { where }, call), ids.length, JSON.stringify(where));
    }
  },

  "nothing is one of none": async (subject) => {
    const records = await withItems(subject, itemsWith("note", ["x", null]));
    for (const where of [{ note: { in: [] } }, { id: { in: [] } }, { id: "a", rank: { in: [] } }]) {
      assert.deepEqual(await records.find(items, { where }, call), []);
    }
  },

  "null means no value and differs from every value": async (subject) => {
    const records = await withItems(subject, [
      ...itemsWith("rank", [null, 0, 1]),
      { id: "d", count: 0, rank: null, facts: {}, body: new Uint8Array(0) },
    ]);
    const means: [Where<Items>, string][] = [
      [{ rank: null }, "ad"],
      [{ rank: { ne: null } }, "bc"],
      [{ rank: { ne: 0 } }, "acd"],
      [{ rank: { ne: 0, in: [0, 1] } }, "c"],
      [{ rank: { lt: 9 } }, "bc"],
      [{ rank: { lte: 9 } }, "bc"],
      [{ rank: { gt: -9 } }, "bc"],
      [{ rank: { gte: -9 } }, "bc"],
      [{ rank: 0 }, "b"],
      [{ facts: null }, "abc"],
      [{ facts: { ne: null } }, "d"],
      [{ body: null }, "abc"],
      [{ site: null, rank: 1 }, "c"],
      [{ note: null, rank: null }, "ad"],
    ];
    for (const [where, ids] of means) {
      assert.equal(
        sortedIds(await records.find(items, { where }, call)),
        ids,
        JSON.stringify(where),
      );
    }
  },

  "0 and -0 are equal": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [0, -0, 1]));
    for (const rank of [0, -0, { in: [0] }, { in: [-0] }, { lte: -0 }]) {
      assert.equal(sortedIds(await records.find(items, { where: { rank } }, call)), "ab");
    }
  },

  "text is ordered by code points": async (subject) => {
    const rows = inOrder.map((note, count) => ({ id: `row ${(count * 7) % 18}`, count, note }));
    const records = await withItems(subject, rows);
    const found = await records.find(items, { order: [["note", "asc"]] }, call);
    assert.deepStrictEqual(
      found.map(({ note }) => note),
      inOrder,
    );
    for (const [index, note] of inOrder.entries()) {
      assert.equal(await records.count(items, { where: { note: { lt: note } } }, call), index);
    }
  },

  "the first field of an order counts most": async (subject) => {
    const records = await withItems(subject, [
      { id: "a", count: 1, rank: 2 },
      { id: "b", count: 2, rank: 1 },
      { id: "c", count: 1, rank: 1 },
      { id: "d", count: 10, rank: 1 },
    ]);
    const orders: [Order<Items>, string][] = [
      [
        [
          ["count", "asc"],
          ["rank", "asc"],
        ],
        "cabd",
      ],
      [
        [
          ["count", "asc"],
          ["rank", "desc"],
        ],
        "acbd",
      ],
      [
        [
          ["rank", "asc"],
          ["count", "desc"],
        ],
        "dbca",
      ],
      [[["id", "desc"]], "dcba"],
    ];
    for (const [order, ids] of orders) {
      assert.equal(idsOf(await records.find(items, { order }, call)), ids);
    }
  },

  "null comes before every value": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [3, null, -1]));
    const up = await records.find(items, { order: [["rank", "asc"]] }, call);
    const down = await records.find(items, { order: [["rank", "desc"]] }, call);
    assert.deepEqual([idsOf(up), idsOf(down)], ["bca", "acb"]);
  },

  "false comes before true": async (subject) => {
    const records = await withItems(subject, itemsWith("open", [true, null, false]));
    assert.equal(idsOf(await records.find(items, { order: [["open", "asc"]] }, call)), "bca");
  },

  "a limit bounds the rows, and the count as well": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1, 2, 3]));
    for (const [limit, expected] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 3],
      [1e300, 3],
      [Number.POSITIVE_INFINITY, 3],
    ] as const) {
      const query: Query<Items> = { order: [["rank", "asc"]], limit };
      const found = await records.find(items, query, call);
      assert.equal(idsOf(found), "abc".slice(0, expected), `find ${limit}`);
      assert.equal(await records.count(items, query, call), expected, `count ${limit}`);
      assert.equal((await records.find(items, { limit }, call)).length, expected);
    }
  },

  "thousands of values are compared with at once": async (subject) => {
    const rows = Array.from({ length: 50 }, (_, count) => ({ id: `row ${count * 100}`, count }));
    const records = await withItems(subject, rows);
    const ids = Array.from({ length: 10_000 }, (_, index) => `row ${index}`);
    assert.equal(await records.count(items, { where: { id: { in: ids } } }, call), 50);
    const more = { where: { id: { in: [...ids, "one more"] } } };
    await refuses("INVALID_QUERY", () => records.find(items, more, call));
  },

  "a query that does not fit the collection is INVALID_QUERY": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1]));
    const wrong: unknown[] = [
      { where: { unknown: 1 } },
      { where: { count: "1" } },
      { where: { count: undefined } },
      { where: { count: Number.NaN } },
      { where: { note: 1 } },
      { where: { note: {} } },
      { where: { note: { like: "a" } } },
      { where: { note: { lt: null } } },
      { where: { note: { in: "a" } } },
      { where: { note: { in: [null] } } },
      { where: { note: ["a"] } },
      { where: { facts: {} } },
      { where: { facts: { a: 1 } } },
      { where: { body: new Uint8Array(1) } },
      { where: [] },
      { where: null },
      { order: [["unknown", "asc"]] },
      { order: [["facts", "asc"]] },
      { order: [["body", "desc"]] },
      { order: [["count", "up"]] },
      { order: ["count"] },
      { order: { count: "asc" } },
      { limit: -1 },
      { limit: 1.5 },
      { limit: Number.NaN },
      { limit: "1" },
      { limits: 1 },
      null,
    ];
    for (const [index, query] of wrong.entries()) {
      const given = query as Query<Items>;
      await refuses("INVALID_QUERY", () => records.find(items, given, call), `find ${index}`);
      await refuses("INVALID_QUERY", () => records.count(items, given, call), `count ${index}`);
      await refuses("INVALID_QUERY", () => records.remove(items, given, call), `remove ${index}`);
      await refuses("INVALID_QUERY", () => records.update(items, given, call), `update ${index}`);
    }
    assert.equal(await records.count(items, {}, call), 1);
  },
};
