import assert from "node:assert/strict";
import type { Json } from "../storage/index.ts";
import {
  call,
  idsOf,
  items,
  refuses,
  withItems,
  type Item,
  type RecordsPromises,
  type RecordsSubject,
} from "./records-subject.ts";

/** Strings that engines, languages and encodings trip over. */
const hostileStrings: readonly string[] = [
  "",
  " a ",
  "\0",
  "a\0b",
  "\u0001",
  "\u0001\u0001",
  "\u0001\u0002\0",
  "\ud800",
  "\udfff\ud800",
  "x\udc00y",
  "\ue000",
  "\ue000\u0100",
  "\ue000\ue000\ud800",
  "\uffff\u{10000}\u{10ffff}",
  "é",
  "e\u0301",
  "../../etc/passwd",
  "'; DROP TABLE items; --",
  '"\\"`$1 %s ?',
  "redis.call('FLUSHALL')",
  "null",
  "__proto__",
  "2026-01-01T00:00:00.000Z",
  "1e3",
  "\r\n\t\u2028",
];

const numbers = [
  0,
  -0,
  0.1,
  -1.5,
  1e-7,
  9_007_199_254_740_991,
  -9_007_199_254_740_991,
  2 ** 53,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.EPSILON,
  1_767_225_600_000,
];

/** Asserts that a value of a field comes back as it was, and a row is found by it if it may be. */
async function comesBack(subject: RecordsSubject, rows: readonly Item[]): Promise<void> {
  const records = await withItems(subject, rows);
  for (const row of rows) {
    const [found] = await records.find(items, { where: { id: row.id } }, call);
    for (const [field, value] of Object.entries(row)) {
      assert.deepStrictEqual(found?.[field as keyof Item], value, `${field} of ${row.id}`);
    }
  }
}

/** Objects whose key is `__proto__` cannot be written as literals. */
function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}

function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

/** What the port promises about values. */
export const valueCases: RecordsPromises = {
  "any string comes back as it was, U+0000 and lone surrogates included": (subject) =>
    comesBack(
      subject,
      hostileStrings.map((note, index) => ({ id: `row ${index}`, count: 0, note })),
    ),

  "any string is a key, and different strings are different keys": async (subject) => {
    const records = await withItems(
      subject,
      hostileStrings.map((id, count) => ({ id, count })),
    );
    for (const [index, id] of hostileStrings.entries()) {
      const found = await records.find(items, { where: { id } }, call);
      assert.deepStrictEqual(
        found.map(({ id, count }) => [id, count]),
        [[id, index]],
      );
    }
    const all = await records.find(items, { where: { id: { in: hostileStrings } } }, call);
    assert.equal(all.length, hostileStrings.length);
  },

  "a string of a million characters comes back": (subject) =>
    comesBack(subject, [{ id: "long", count: 0, text: "tide\0é".repeat(166_667) }]),

  "finite doubles come back exactly, -0 included": (subject) =>
    comesBack(
      subject,
      numbers.map((count, index) => ({ id: `row ${index}`, count, rank: count })),
    ),

  "-0 survives an update": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 1 }]);
    const [row] = await records.update(items, { set: { count: -0 } }, call);
    assert.deepStrictEqual(row?.count, -0);
  },

  "booleans come back as booleans": (subject) =>
    comesBack(subject, [
      { id: "a", count: 0, open: true },
      { id: "b", count: 0, open: false },
      { id: "c", count: 0, open: null },
    ]),

  "plain data comes back as it was written: -0, the order of keys, __proto__ and hostile strings":
    async (subject) => {
      const values: Json[] = [
        [],
        {},
        "text",
        7,
        -0,
        true,
        [null, [], {}],
        { b: 1, a: { z: -0, y: [0.1, -0] } },
        parsed('{"__proto__":{"polluted":true},"constructor":1}'),
        Object.fromEntries(hostileStrings.map((text, index) => [text, [text, index]])),
        nested(512),
      ];
      const rows = values.map((facts, index) => ({ id: `row ${index}`, count: 0, facts }));
      await comesBack(subject, rows);
      const found = await subject.records.find(items, { where: { id: "row 7" } }, call);
      assert.equal(JSON.stringify(found[0]?.facts), JSON.stringify(values[7]));
    },

  "bytes come back as a Uint8Array": async (subject) => {
    const every = Uint8Array.from({ length: 256 }, (_, index) => index);
    await comesBack(subject, [
      { id: "a", count: 0, body: every },
      { id: "b", count: 0, body: new Uint8Array(0) },
      { id: "c", count: 0, body: every.subarray(7, 9) },
    ]);
    const [row] = await subject.records.find(items, { where: { id: "a" } }, call);
    assert.equal(Object.getPrototypeOf(row?.body), Uint8Array.prototype);
  },

  "rows are copies: what is changed outside does not change the store": async (subject) => {
    const body = Uint8Array.of(1, 2);
    const facts = { list: [1] };
    const given = { id: "a", count: 0, body, facts };
    const records = await withItems(subject);
    const inserting = records.insert(items, [given], call);
    body[0] = 9;
    facts.list.push(9);
    given.count = 9;
    await inserting;
    const read = async (): Promise<object> => {
      const [row] = await records.find(items, {}, call);
      assert.ok(row);
      return row;
    };
    const first = await read();
    const before = structuredClone(first);
    assert.deepStrictEqual(
      [before],
      [{ ...before, count: 0, body: Uint8Array.of(1, 2), facts: { list: [1] } }],
    );
    Object.assign(first, { count: 8 });
    (first as { body: Uint8Array }).body[0] = 8;
    (first as { facts: { list: number[] } }).facts.list.push(8);
    assert.deepStrictEqual(await read(), before);
  },

  "what a field does not take is INVALID_VALUE, and nothing is stored": async (subject) => {
    const records = await withItems(subject);
    const wrong: [string, unknown][] = [
      ...[10n, Number.NaN, Infinity, -Infinity, "1", null, undefined, new Date(0)].map(
        (count): [string, unknown] => ["count", count],
      ),
      ...[1, Symbol("a"), ["a"], new String("a")].map((note): [string, unknown] => ["note", note]),
      ...[0, "true"].map((open): [string, unknown] => ["open", open]),
      ...["a", [1], new ArrayBuffer(1)].map((body): [string, unknown] => ["body", body]),
      ["unknown", 1],
      ["__proto__ ", 1],
    ];
    for (const [field, value] of wrong) {
      const row = { id: "b", count: 0, [field]: value };
      const rows = [{ id: "a", count: 0 }, row];
      await refuses("INVALID_VALUE", () => records.insert(items, rows, call), field);
    }
    assert.equal(await records.count(items, {}, call), 0);
  },

  "what is not plain data is INVALID_VALUE": async (subject) => {
    const records = await withItems(subject);
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];
    const wrong = [
      1n,
      Number.NaN,
      new Date(0),
      new Map(),
      new Error("x"),
      () => 1,
      Symbol("x"),
      { a: undefined },
      [1, undefined],
      // oxlint-disable-next-line no-sparse-arrays -- a hole is no value
      [1, , 2],
      { a: { b: [Infinity] } },
      { [Symbol("x")]: 1 },
      { toJSON: () => 1 },
      new Uint8Array(1),
      cycle,
      nested(513),
    ];
    for (const [index, facts] of wrong.entries()) {
      const row = { id: "a", count: 0, facts: facts as Json };
      await refuses("INVALID_VALUE", () => records.insert(items, [row], call), `value ${index}`);
    }
    assert.equal(await records.count(items, {}, call), 0);
  },

  "the message of a refused value names its field and does not show it": async (subject) => {
    const records = await withItems(subject);
    const row = { id: "a", count: "s3cret" as unknown as number };
    const failure = await records.insert(items, [row], call).catch((error: unknown) => error);
    assert.match(String(failure), /'count'/);
    assert.doesNotMatch(String(failure), /s3cret/);
  },

  "ten thousand rows are inserted and found": async (subject) => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: `row ${index}`,
      count: index,
    }));
    const records = await withItems(subject, rows);
    assert.equal(await records.count(items, {}, call), 10_000);
    const last = await records.find(items, { order: [["count", "desc"]], limit: 2 }, call);
    assert.equal(idsOf(last), "row 9999row 9998");
  },
};
