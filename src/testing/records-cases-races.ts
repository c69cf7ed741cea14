import assert from "node:assert/strict";
import { inserting, removing, updating, type Records } from "../storage/index.ts";
import { isDraglineError } from "../core/index.ts";
import {
  call,
  items,
  sortedIds,
  withItems,
  type RecordsPromises,
  type RecordsSubject,
} from "./records-subject.ts";

/** Two views of one store; the second knows the collection as well. */
async function twoCallers(subject: RecordsSubject): Promise<readonly [Records, Records]> {
  const other = await subject.another();
  await other.ensure([items], call);
  return [subject.records, other];
}

function times<Result>(count: number, work: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => work(index));
}

/** What the port promises to callers at the same time. */
export const raceCases: RecordsPromises = {
  "of 200 spends of 3 from 300 exactly 100 succeed, and nothing is left": async (subject) => {
    await withItems(subject, [{ id: "credits", count: 300 }]);
    const callers = await twoCallers(subject);
    const spent = await Promise.all(
      times(200, (index) =>
        callers[(index % 2) as 0 | 1].update(
          items,
          { where: { id: "credits", count: { gte: 3 } }, add: { count: -3 } },
          call,
        ),
      ),
    );
    assert.equal(spent.filter(({ length }) => length === 1).length, 100);
    const balances = spent.flat().map(({ count }) => count);
    assert.deepEqual(
      balances.sort((a, b) => a - b),
      times(100, (index) => index * 3),
    );
    const [left] = await subject.records.find(items, {}, call);
    assert.equal(left?.count, 0);
  },

  "of several callers that insert one key exactly one succeeds": async (subject) => {
    await withItems(subject);
    const callers = await twoCallers(subject);
    const outcomes = await Promise.all(
      times(20, (index) =>
        callers[(index % 2) as 0 | 1].insert(items, [{ id: "a", count: index }], call).then(
          () => index,
          (error: unknown) => {
            assert.ok(isDraglineError(error, "CONFLICT"), String(error));
          },
        ),
      ),
    );
    const winners = outcomes.filter((index) => index !== undefined);
    assert.equal(winners.length, 1);
    assert.equal((await subject.records.find(items, {}, call))[0]?.count, winners[0]);
  },

  "callers that claim what is due never get the same row, nor more than the limit": async (
    subject,
  ) => {
    const rows = times(100, (index) => ({ id: `row ${index}`, count: index }));
    await withItems(subject, rows);
    const callers = await twoCallers(subject);
    const claimed: string[] = [];
    for (let empty = 0; empty < 3;) {
      const claims = await Promise.all(
        times(6, (index) =>
          callers[(index % 2) as 0 | 1].update(
            items,
            {
              where: { note: null },
              order: [["count", "asc"]],
              limit: 7,
              set: { note: `token ${index}` },
            },
            call,
          ),
        ),
      );
      for (const claim of claims) assert.ok(claim.length <= 7, `${claim.length} rows at once`);
      const ids = claims.flat().map(({ id }) => id);
      claimed.push(...ids);
      empty = ids.length === 0 ? empty + 1 : 0;
    }
    assert.equal(claimed.length, 100);
    assert.equal(new Set(claimed).size, 100);
  },

  "an update waits for the other and judges rows by their new values": async (subject) => {
    await withItems(subject, [{ id: "a", count: 0 }]);
    const callers = await twoCallers(subject);
    const steps = await Promise.all(
      times(30, (index) =>
        callers[(index % 2) as 0 | 1].update(
          items,
          { where: { id: "a", note: null }, set: { note: `taken by ${index}` } },
          call,
        ),
      ),
    );
    assert.equal(steps.flat().length, 1);
    const [row] = await callers[1].find(items, {}, call);
    assert.equal(row?.note, steps.flat()[0]?.note);
  },

  "additions of many callers are all counted": async (subject) => {
    await withItems(subject, [{ id: "a", count: 0 }]);
    const callers = await twoCallers(subject);
    await Promise.all(
      times(100, (index) =>
        index % 3 === 0
          ? callers[1].atomic([updating(items, { add: { count: 1 } }, 1)], call)
          : callers[0].update(items, { add: { count: 1 } }, call),
      ),
    );
    const [row] = await callers[1].find(items, {}, call);
    assert.equal(row?.count, 100);
  },

  "no caller sees half of an atomic": async (subject) => {
    await withItems(subject, [
      { id: "a", count: 50 },
      { id: "b", count: 50 },
    ]);
    const [writer, reader] = await twoCallers(subject);
    const move = (by: number): Promise<object> =>
      writer.atomic(
        [
          updating(items, { where: { id: "a" }, add: { count: -by } }, 1),
          removing(items, { where: { id: "b" } }, 1),
          inserting(items, [{ id: "b", count: 50 + by }]),
          updating(items, { where: { id: "a" }, set: { count: 50 - by } }, 1),
        ],
        call,
      );
    const moves = times(20, (index) => move(index));
    const sums = await Promise.all(
      times(40, async () => {
        const rows = await reader.find(items, {}, call);
        return rows.reduce((sum, { count }) => sum + count, 0);
      }),
    );
    await Promise.all(moves);
    assert.deepEqual([...new Set(sums)], [100]);
  },

  "what one caller wrote, the other finds when the promise has resolved": async (subject) => {
    await withItems(subject);
    const [writer, reader] = await twoCallers(subject);
    for (const id of ["a", "b", "c"]) {
      await writer.insert(items, [{ id, count: 1 }], call);
      assert.equal(await reader.count(items, { where: { id } }, call), 1);
    }
    await reader.remove(items, { where: { id: "b" } }, call);
    assert.equal(sortedIds(await writer.find(items, {}, call)), "ac");
  },
};
