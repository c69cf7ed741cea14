import assert from "node:assert/strict";
import {
  collection,
  inserting,
  removing,
  updating,
  type Operation,
  type Records,
} from "../storage/index.ts";
import {
  call,
  idsOf,
  items,
  itemsWith,
  refuses,
  sortedIds,
  withItems,
  type RecordsPromises,
  type RecordsSubject,
} from "./records-subject.ts";

const outbox = collection({
  name: "outbox",
  fields: { number: "number", body: "string" },
  key: ["number"],
});

async function ready(subject: RecordsSubject): Promise<Records> {
  const records = await withItems(subject, itemsWith("rank", [1, 2, 3]));
  await records.ensure([outbox], call);
  return records;
}

/** Asserts that the store is as {@link ready} made it. */
async function untouched(records: Records): Promise<void> {
  assert.equal(await records.count(outbox, {}, call), 0, "the outbox");
  const rows = await records.find(items, { order: [["id", "asc"]] }, call);
  assert.equal(
    rows.map(({ id, rank, note }) => `${id}${rank}${note}`).join(" "),
    "a1null b2null c3null",
  );
}

/** What the port promises about several operations at once. */
export const atomicCases: RecordsPromises = {
  "atomic carries out all operations, in several collections, and gives their rows": async (
    subject,
  ) => {
    const records = await ready(subject);
    const outcome = await records.atomic(
      [
        updating(items, { where: { id: "a" }, set: { note: "settled" }, add: { rank: 1 } }, 1),
        inserting(outbox, [{ number: 1, body: "\0" }]),
        removing(items, {
          where: { rank: { gte: 2 }, id: { ne: "a" } },
          order: [["rank", "desc"]],
        }),
      ],
      call,
    );
    assert.ok(outcome.applied);
    const [changed, inserted, removed] = outcome.rows as [
      { id: string; note: string; rank: number }[],
      object[],
      { id: string; note: string | null }[],
    ];
    assert.deepStrictEqual([changed[0]?.note, changed[0]?.rank], ["settled", 2]);
    assert.deepStrictEqual(inserted, [{ number: 1, body: "\0" }]);
    assert.deepStrictEqual([idsOf(removed), removed[0]?.note], ["cb", null]);
    assert.equal(sortedIds(await records.find(items, {}, call)), "a");
    assert.equal(await records.count(outbox, {}, call), 1);
  },

  "each operation sees those before it": async (subject) => {
    const records = await ready(subject);
    const outcome = await records.atomic(
      [
        inserting(items, [{ id: "d", count: 0, rank: 9 }]),
        updating(items, { where: { id: "d" }, add: { count: 1 } }, 1),
        updating(items, { where: { id: "d", count: 1 }, add: { count: 1 } }, 1),
        removing(items, { where: { id: "d", count: 2 } }, 1),
        inserting(items, [{ id: "d", count: 7 }]),
      ],
      call,
    );
    assert.equal(outcome.applied, true);
    const [row] = await records.find(items, { where: { id: "d" } }, call);
    assert.equal(row?.count, 7);
  },

  "when an operation conflicts nothing of any happened, and the outcome names it": async (
    subject,
  ) => {
    const records = await ready(subject);
    const before: Operation[] = [
      updating(items, { set: { note: "x" } }),
      removing(items, { where: { id: "b" } }),
      inserting(outbox, [{ number: 1, body: "" }]),
    ];
    const taken = inserting(items, [
      { id: "e", count: 0 },
      { id: "c", count: 0 },
    ]);
    const sameSite = [
      updating(items, { where: { id: "a" }, set: { site: "s", email: "e" } }, 1),
      updating(items, { where: { id: "c" }, set: { site: "s", email: "e" } }, 1),
    ];
    const conflict = { applied: false, operation: 3, reason: "conflict" };
    assert.deepEqual(await records.atomic([...before, taken], call), conflict);
    await untouched(records);
    const outcome = await records.atomic([...before, ...sameSite], call);
    assert.deepEqual(outcome, { ...conflict, operation: 4 });
    await untouched(records);
  },

  "when an operation does not match as many rows as expected nothing happened": async (subject) => {
    const records = await ready(subject);
    const first = inserting(outbox, [{ number: 1, body: "" }]);
    const change = { where: { rank: { gte: 2 } }, set: { note: "x" } };
    for (const expect of [0, 1, 3]) {
      for (const operation of [
        updating(items, change, expect),
        removing(items, { where: change.where }, expect),
      ]) {
        const outcome = await records.atomic([first, operation, first], call);
        assert.deepEqual(outcome, { applied: false, operation: 1, reason: "unexpected" });
        await untouched(records);
      }
    }
    const outcome = await records.atomic([first, updating(items, change, 2)], call);
    assert.equal(outcome.applied, true);
  },

  "expecting no row is a condition like another": async (subject) => {
    const records = await ready(subject);
    const none = updating(items, { where: { note: "taken" } }, 0);
    const take = updating(items, { where: { id: "a" }, set: { note: "taken" } }, 1);
    assert.equal((await records.atomic([none, take], call)).applied, true);
    assert.deepEqual(await records.atomic([none, take], call), {
      applied: false,
      operation: 0,
      reason: "unexpected",
    });
  },

  "an operation that is not valid is refused, and nothing of any happened": async (subject) => {
    const records = await ready(subject);
    const first = [inserting(outbox, [{ number: 1, body: "" }]), removing(items, {})];
    const wrong: [string, unknown][] = [
      ["INVALID_VALUE", inserting(outbox, [{ number: 1 } as { number: number; body: string }])],
      ["INVALID_VALUE", { kind: "insert", collection: outbox, rows: {} }],
      ["INVALID_VALUE", updating(items, { set: { count: Number.NaN } })],
      ["INVALID_VALUE", updating(items, { where: { id: "a" }, set: { id: "b" } })],
      ["INVALID_QUERY", removing(items, { limit: -1 })],
      ["INVALID_QUERY", removing(items, {}, -1)],
      ["INVALID_QUERY", removing(items, {}, 0.5)],
      ["INVALID_QUERY", { kind: "upsert", collection: items, change: {} }],
    ];
    for (const [index, [code, operation]] of wrong.entries()) {
      const operations = [...first, operation as Operation];
      await refuses(code, () => records.atomic(operations, call), `operation ${index}`);
      await untouched(records);
    }
  },

  "a sum that is not finite undoes all operations": async (subject) => {
    const records = await ready(subject);
    const most = Number.MAX_VALUE;
    const operations = [
      inserting(outbox, [{ number: 1, body: "" }]),
      updating(items, { set: { note: "x" } }),
      updating(items, { where: { id: "a" }, add: { count: most } }),
      updating(items, { where: { id: "a" }, add: { count: most } }),
    ];
    await refuses("INVALID_VALUE", () => records.atomic(operations, call));
    await untouched(records);
  },

  "no operations are applied": async (subject) => {
    const records = await ready(subject);
    assert.deepEqual(await records.atomic([], call), { applied: true, rows: [] });
  },
};
