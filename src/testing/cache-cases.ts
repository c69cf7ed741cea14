import assert from "node:assert/strict";
import type { Cache } from "../storage/index.ts";
import { hostileKeys } from "./blobs-subject.ts";
import type { Case } from "./case.ts";

/** A cache with what the cases need beside it. */
export interface CacheSubject extends AsyncDisposable {
  readonly cache: Cache;
  /** Lets `ms` milliseconds pass by the clock that values expire by. */
  elapse(ms: number): Promise<void>;
}

/** What the subject's cache may hold. */
export interface CacheLimits {
  /** Most entries. */
  readonly maxEntries: number;
}

const MINUTE = 60_000;
const ROOM_FOR_ALL: CacheLimits = Object.freeze({ maxEntries: 1000 });
const ROOM_FOR_FOUR: CacheLimits = Object.freeze({ maxEntries: 4 });

/**
 * The promises of {@link Cache}, for any store that keeps a limit of entries.
 * @param make gives a fresh, empty cache with the limits each time; the case disposes it
 * @see {@link recordsCases} for an example
 */
export function cacheCases(make: (limits: CacheLimits) => Promise<CacheSubject>): Case[] {
  const within =
    (limits: CacheLimits) =>
    ([title, check]: [string, (subject: CacheSubject) => Promise<void>]): Case => ({
      title,
      async run() {
        await using subject = await make(limits);
        await check(subject);
      },
    });
  return [
    ...Object.entries(valueCases).map(within(ROOM_FOR_ALL)),
    ...Object.entries(limitCases).map(within(ROOM_FOR_FOUR)),
  ];
}

/** Plain data that encodings make something else of. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1.5,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  "",
  "text",
  "null",
  ":base64:AAAA",
  "\u0000",
  "\uD800 alone",
  "2026-01-01T00:00:00.000Z",
  "💾'\"\\`; DROP TABLE cache; --",
  "x".repeat(1_000_000),
  [],
  {},
  [null, [["deep"]], { a: [{ b: null }] }],
  { value: 1, expires: 0 },
  { "": 1, "\u0000": 2, constructor: 3 },
  JSON.parse('{"__proto__":{"polluted":true},"then":1}'),
];

const valueCases: Readonly<Record<string, (subject: CacheSubject) => Promise<void>>> = {
  "get gives undefined for a key without a value": async ({ cache }) => {
    assert.equal(await cache.get("none"), undefined);
    await cache.set("one", 1);
    assert.equal(await cache.get("on"), undefined);
  },

  "a value comes back as it was set": async ({ cache }) => {
    for (const [index, value] of hostileValues.entries()) {
      await cache.set(`key ${index}`, value);
      assert.deepEqual(plain(await cache.get(`key ${index}`)), plain(value));
    }
    for (const [index, value] of hostileValues.entries()) {
      assert.deepEqual(plain(await cache.get(`key ${index}`)), plain(value));
    }
  },

  "a value that was changed afterwards stays as it was set": async ({ cache }) => {
    const value = { list: [1, 2] };
    await cache.set("a", value);
    value.list.push(3);
    const read = (await cache.get("a")) as typeof value;
    assert.deepEqual(read, { list: [1, 2] });
    read.list.push(4);
    assert.deepEqual(await cache.get("a"), { list: [1, 2] });
  },

  "every key is a name of its own": async ({ cache }) => {
    const keys = [...hostileKeys, "\uD800", "\uDC00", "k".repeat(10_000)];
    for (const [index, key] of keys.entries()) await cache.set(key, index);
    for (const [index, key] of keys.entries()) {
      assert.equal(await cache.get(key), index, JSON.stringify(key.slice(0, 100)));
    }
    for (const [index, key] of keys.entries()) {
      await cache.delete(key);
      assert.equal(await cache.get(key), undefined);
      const next = keys[index + 1];
      if (next !== undefined) assert.equal(await cache.get(next), index + 1);
    }
  },

  "set replaces the value and its time": async (subject) => {
    const { cache } = subject;
    await cache.set("a", "old", MINUTE);
    await cache.set("a", "new");
    assert.equal(await cache.get("a"), "new");
    await subject.elapse(2 * MINUTE);
    assert.equal(await cache.get("a"), "new");
    await cache.set("a", "newer", MINUTE);
    await subject.elapse(2 * MINUTE);
    assert.equal(await cache.get("a"), undefined);
  },

  "delete removes the value and returns whether there was one": async ({ cache }) => {
    assert.equal(await cache.delete("a"), false);
    await cache.set("a", 1);
    await cache.set("b", 2);
    assert.equal(await cache.delete("a"), true);
    assert.equal(await cache.delete("a"), false);
    assert.equal(await cache.get("a"), undefined);
    assert.equal(await cache.get("b"), 2);
  },

  "a value is forgotten when its time is up, and not before": async (subject) => {
    const { cache } = subject;
    await cache.set("short", 1, MINUTE);
    await cache.set("long", 2, 10 * MINUTE);
    await subject.elapse(MINUTE - 1000);
    assert.equal(await cache.get("short"), 1);
    await subject.elapse(2000);
    assert.equal(await cache.get("short"), undefined);
    assert.equal(await cache.get("long"), 2);
    await subject.elapse(9 * MINUTE);
    assert.equal(await cache.get("long"), undefined);
  },

  "reading a value does not prolong its time": async (subject) => {
    const { cache } = subject;
    await cache.set("a", 1, MINUTE);
    for (let round = 0; round < 4; round += 1) {
      await subject.elapse(MINUTE / 4 - 100);
      assert.equal(await cache.get("a"), 1);
    }
    await subject.elapse(1000);
    assert.equal(await cache.get("a"), undefined);
  },

  "sets of one key at a time leave one of the values": async ({ cache }) => {
    const values = Array.from({ length: 20 }, (_, index) => ({ index, text: "x".repeat(index) }));
    await Promise.all(values.map((value) => cache.set("a", value)));
    const left = (await cache.get("a")) as (typeof values)[number];
    assert.deepEqual(left, values[left.index]);
  },

  "sets of different keys at a time do not disturb each other": async ({ cache }) => {
    const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
    await Promise.all(keys.map((key) => cache.set(key, key)));
    assert.deepEqual(await Promise.all(keys.map((key) => cache.get(key))), keys);
  },
};

const limitCases: Readonly<Record<string, (subject: CacheSubject) => Promise<void>>> = {
  "no more entries are kept than the limit, and the newest is among them": async ({ cache }) => {
    for (let index = 0; index < 100; index += 1) {
      await cache.set(`key ${index}`, index);
      assert.equal(await cache.get(`key ${index}`), index);
    }
    const kept = await keptOf(cache, 100);
    assert.deepEqual(kept, [96, 97, 98, 99]);
  },

  "what was not used for longest goes first": async ({ cache }) => {
    for (const index of [0, 1, 2, 3]) await cache.set(`key ${index}`, index);
    await cache.get("key 0");
    await cache.set("key 1", 1);
    await cache.set("key 4", 4);
    await cache.set("key 5", 5);
    assert.deepEqual(await keptOf(cache, 6), [0, 1, 4, 5]);
  },

  "setting a key again takes no place of another": async ({ cache }) => {
    for (const index of [0, 1, 2, 3]) await cache.set(`key ${index}`, index);
    for (let round = 0; round < 10; round += 1) await cache.set("key 3", 3);
    assert.deepEqual(await keptOf(cache, 4), [0, 1, 2, 3]);
  },
};

/** The numbers below `count` whose key still has its value. */
async function keptOf(cache: Cache, count: number): Promise<number[]> {
  const kept: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = await cache.get(`key ${index}`);
    if (value === undefined) continue;
    assert.equal(value, index);
    kept.push(index);
  }
  return kept;
}

/** Whatever prototype the objects have; a key `__proto__` is one like any other. */
function plain(value: unknown): string | undefined {
  return JSON.stringify(value);
}
