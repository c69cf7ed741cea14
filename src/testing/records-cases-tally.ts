import assert from "node:assert/strict";
import {
  call,
  idsOf,
  items,
  refuses,
  sortedIds,
  withItems,
  type RecordsPromises,
} from "./records-subject.ts";

/** What the port promises about parts of text, and about counting in groups. */
export const tallyCases: RecordsPromises = {
  "contains finds a part of a text, A to Z as a to z, and nothing in what has none": async (
    subject,
  ) => {
    const records = await withItems(subject, [
      { id: "a", count: 1, note: "https://Shop.example/100%_off" },
      { id: "b", count: 1, note: "https://shop.example/Äpfel" },
      { id: "c", count: 1, note: null },
      { id: "d", count: 1, note: "" },
    ]);
    const means: [string, string][] = [
      ["SHOP.example", "ab"],
      ["shop", "ab"],
      ["100%_OFF", "a"],
      ["100%xoff", ""],
      ["1__%", ""],
      ["Äpfel", "b"],
      ["äpfel", ""],
      ["'", ""],
      ["\\", ""],
      ["", "abd"],
    ];
    for (const [contains, ids] of means) {
      const where = { note: { contains } };
      assert.equal(sortedIds(await records.find(items, { where }, call)), ids, contains);
      assert.equal(await records.count(items, { where }, call), ids.length, contains);
    }
    const first = {
      where: { note: { contains: "shop" } },
      order: [["id", "desc"]],
      limit: 1,
    } as const;
    assert.equal(idsOf(await records.find(items, first, call)), "b");
    for (const where of [{ count: { contains: "1" } }, { note: { contains: 1 } }]) {
      await refuses("INVALID_QUERY", () => records.find(items, { where } as never, call));
    }
  },

  "a tally counts rows in groups and adds up their numbers": async (subject) => {
    const records = await withItems(subject, [
      { id: "a", count: 1.5, note: "x", open: true, rank: 2 },
      { id: "b", count: 2, note: "x", open: true, rank: null },
      { id: "c", count: -4, note: "x", open: false, rank: 1 },
      { id: "d", count: 8, note: null, open: null, rank: null },
      { id: "e", count: 100, note: "y", open: true, rank: 1 },
    ]);
    const tally = {
      by: ["note", "open"],
      sum: ["count", "rank"],
      where: { count: { lt: 100 } },
    } as const;
    const groups = await records.tally(items, tally, call);
    const told = groups.map(({ values, count, sums }) => [
      values.note,
      values.open,
      count,
      sums.count,
      sums.rank,
    ]);
    assert.deepEqual(
      told.toSorted(
        (one, other) => Number(other[2]) - Number(one[2]) || Number(other[3]) - Number(one[3]),
      ),
      [
        ["x", true, 2, 3.5, 2],
        [null, null, 1, 8, 0],
        ["x", false, 1, -4, 1],
      ],
    );
    const counted = await records.tally(items, { by: ["note"] }, call);
    assert.deepEqual(
      counted
        .map(({ count, sums }) => [count, sums])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
      [
        [1, {}],
        [1, {}],
        [3, {}],
      ],
    );
    assert.deepEqual(await records.tally(items, { by: ["id"], where: { id: "none" } }, call), []);
  },

  "a tally that does not fit the declaration is refused": async (subject) => {
    const records = await withItems(subject);
    const wrong = [
      {},
      { by: [] },
      { by: "note" },
      { by: ["none"] },
      { by: ["facts"] },
      { by: ["body"] },
      { by: ["note", "note"] },
      { by: ["note"], sum: ["note"] },
      { by: ["note"], sum: ["count", "count"] },
      { by: ["note"], limit: 1 },
      { by: ["note"], where: { none: 1 } },
      null,
    ];
    for (const tally of wrong) {
      await refuses("INVALID_QUERY", () => records.tally(items, tally as never, call));
    }
  },
};
