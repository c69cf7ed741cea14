import assert from "node:assert/strict";
import { collection } from "../storage/index.ts";
import {
  call,
  idsOf,
  items,
  refuses,
  sortedIds,
  withItems,
  type RecordsPromises,
} from "./records-subject.ts";

const pairs = collection({
  name: "pairs",
  fields: { left: "string", right: "number", sure: "boolean", note: "string?" },
  key: ["left", "right", "sure"],
});

/** What the port promises about inserting and removing. */
export const rowCases: RecordsPromises = {
  "optional fields that are absent or undefined are null": async (subject) => {
    const row = { id: "a", count: 1, note: undefined as unknown as null };
    const records = await withItems(subject, [row]);
    assert.deepStrictEqual(await records.find(items, {}, call), [
      {
        id: "a",
        count: 1,
        note: null,
        text: null,
        rank: null,
        open: null,
        facts: null,
        body: null,
        site: null,
        email: null,
      },
    ]);
  },

  "a field that is not optional must be there": async (subject) => {
    const records = await withItems(subject);
    const row = { id: "a" } as { id: string; count: number };
    await refuses("INVALID_VALUE", () => records.insert(items, [row], call));
  },

  "a key that is taken is a CONFLICT": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 1 }]);
    await refuses("CONFLICT", () => records.insert(items, [{ id: "a", count: 2 }], call));
    const [row] = await records.find(items, {}, call);
    assert.equal(row?.count, 1);
  },

  "a row that conflicts keeps all others out": async (subject) => {
    const records = await withItems(subject, [{ id: "c", count: 1 }]);
    const rows = ["a", "b", "c", "d"].map((id) => ({ id, count: 2 }));
    await refuses("CONFLICT", () => records.insert(items, rows, call));
    assert.equal(sortedIds(await records.find(items, {}, call)), "c");
  },

  "two rows with one key in one insert are a CONFLICT": async (subject) => {
    const records = await withItems(subject);
    const rows = ["a", "a"].map((id) => ({ id, count: 2 }));
    await refuses("CONFLICT", () => records.insert(items, rows, call));
    assert.equal(await records.count(items, {}, call), 0);
  },

  "a unique group that is taken is a CONFLICT": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 0, site: "s", email: "e" }]);
    const again = { id: "b", count: 0, site: "s", email: "e" };
    await refuses("CONFLICT", () => records.insert(items, [again], call));
    await records.insert(items, [{ ...again, email: "E" }], call);
    assert.equal(sortedIds(await records.find(items, {}, call)), "ab");
  },

  "rows share a unique group in which one of them has a null": async (subject) => {
    const half = { count: 0, site: "s", email: null };
    const none = { count: 0 };
    const records = await withItems(subject, [
      { id: "a", ...half },
      { id: "b", ...half },
      { id: "c", ...none },
      { id: "d", ...none },
    ]);
    assert.equal(await records.count(items, {}, call), 4);
  },

  "removal frees the key and the unique group": async (subject) => {
    const row = { id: "a", count: 0, site: "s", email: "e" };
    const records = await withItems(subject, [row]);
    assert.equal(await records.remove(items, { where: { id: "a" } }, call), 1);
    await records.insert(items, [row], call);
    assert.equal(await records.count(items, {}, call), 1);
  },

  "a key of several fields compares all of them, each by its own type": async ({ records }) => {
    await records.ensure([pairs], call);
    const rows = [
      { left: "a", right: 1, sure: true },
      { left: "a", right: 1, sure: false },
      { left: "a", right: 11, sure: true },
      { left: "a1", right: 1, sure: true },
      { left: 'a",1', right: 1, sure: true },
    ];
    await records.insert(pairs, rows, call);
    await refuses("CONFLICT", () => records.insert(pairs, rows.slice(2, 3), call));
    for (const where of rows) {
      assert.deepStrictEqual(await records.find(pairs, { where }, call), [
        { ...where, note: null },
      ]);
    }
  },

  "0 and -0 are the same key": async ({ records }) => {
    await records.ensure([pairs], call);
    await records.insert(pairs, [{ left: "a", right: -0, sure: true }], call);
    const again = { left: "a", right: 0, sure: true };
    await refuses("CONFLICT", () => records.insert(pairs, [again], call));
    const [row] = await records.find(pairs, { where: again }, call);
    assert.deepStrictEqual(row?.right, -0);
  },

  "inserting no rows does nothing": async (subject) => {
    const records = await withItems(subject, []);
    assert.equal(await records.count(items, {}, call), 0);
  },

  "remove gives how many rows it removed": async (subject) => {
    const rows = ["a", "b", "c", "d"].map((id, count) => ({ id, count }));
    const records = await withItems(subject, rows);
    assert.equal(await records.remove(items, { where: { count: { gte: 2 } } }, call), 2);
    assert.equal(await records.remove(items, { where: { count: { gte: 2 } } }, call), 0);
    assert.equal(sortedIds(await records.find(items, {}, call)), "ab");
    assert.equal(await records.remove(items, {}, call), 2);
  },

  "remove with an order and a limit removes a slice": async (subject) => {
    const rows = Array.from({ length: 25 }, (_, count) => ({ id: `row ${count}`, count }));
    const records = await withItems(subject, rows);
    const slice = { where: { count: { lt: 22 } }, order: [["count", "asc"]], limit: 10 } as const;
    const removed = [];
    for (let times = 0; times < 4; times += 1) {
      removed.push(await records.remove(items, slice, call));
      const [least] = await records.find(items, { order: [["count", "asc"]], limit: 1 }, call);
      assert.equal(least?.count, Math.min(22, (times + 1) * 10));
    }
    assert.deepEqual(removed, [10, 10, 2, 0]);
    const left = await records.find(items, { order: [["count", "asc"]] }, call);
    assert.equal(idsOf(left), "row 22row 23row 24");
  },
};
