import { applyJson, diffJson } from "dragline/diff";
import type { Json } from "dragline/storage";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { compareJson } from "../../../src/diff/json/compare-json.ts";
import { jsonSettings } from "../../../src/diff/json/json-settings.ts";

function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}

/** An array in an object in an array, and so on, with a leaf at the bottom. */
function deep(levels: number, leaf: Json): Json {
  let document = leaf;
  for (let level = 0; level < levels; level += 1) {
    document = level % 2 === 0 ? { a: document } : [document];
  }
  return document;
}

/** Compares under a clock that goes on by a millisecond whenever it is looked at. */
function compareInTime(before: Json, after: Json, budgetMs: number) {
  const clock = new FakeClock();
  let looks = 0;
  const ticking = { ...clock, now: () => 0, timer: () => () => {}, monotonic: () => looks++ };
  return compareJson({ before, after, settings: jsonSettings({ budgetMs }), clock: ticking });
}

describe("diffJson of JSON by strangers", () => {
  it("members with names of prototypes are members like others", () => {
    const before = parsed('{"__proto__": {"a": 1}, "constructor": 1}');
    const after = parsed('{"__proto__": {"a": 2}, "toString": 1}');
    const diff = diffJson(before, after);
    expect(diff.changes.map(({ kind, path }) => `${kind} ${path}`)).toStrictEqual([
      "removed constructor",
      "changed __proto__.a",
      "added toString",
    ]);
    const made = applyJson(before, diff);
    expect(JSON.stringify(made)).toBe(JSON.stringify(after));
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });

  it("a prototype is never changed, by no patch", () => {
    for (const path of ["/__proto__/polluted", "/constructor/prototype/polluted"]) {
      expect(() => applyJson({}, [{ op: "add", path, value: 1 }])).toThrow("no member");
    }
    const made = applyJson({}, [
      { op: "add", path: "/__proto__", value: {} },
      { op: "add", path: "/__proto__/polluted", value: 1 },
    ]);
    expect(JSON.stringify(made)).toBe('{"__proto__":{"polluted":1}}');
    expect("polluted" in {}).toBe(false);
  });

  it("5,000 levels are replaced below the 200th, or compared to the bottom", () => {
    const [before, after] = [deep(5000, 1), deep(5000, 2)];
    const coarse = diffJson(before, after);
    // Not by matchers of objects, which take a stack of their own.
    expect([coarse.truncated, coarse.omitted]).toStrictEqual([true, false]);
    expect(coarse.patch.map(({ path }) => path.split("/").length)).toStrictEqual([201]);
    const toTheBottom = { maxDepth: 10_000, budgetMs: 60_000 };
    const fine = diffJson(before, after, toTheBottom);
    expect([fine.truncated, fine.omitted]).toStrictEqual([false, false]);
    expect(fine.patch.map(({ path }) => path.split("/").length)).toStrictEqual([5001]);
    for (const diff of [coarse, fine]) {
      const made = applyJson(before, diff);
      expect(diffJson(made, after, toTheBottom).patch).toStrictEqual([]);
      expect(diffJson(made, before).patch).toHaveLength(1);
    }
    const equal = diffJson(before, deep(5000, 1));
    expect([equal.patch.length, equal.truncated]).toStrictEqual([0, false]);
  });

  it("100,000 levels take no stack", () => {
    const [before, after] = [deep(100_000, 1), deep(100_000, 2)];
    expect(diffJson(before, after).patch).toHaveLength(1);
    expect(diffJson([before, 1], [after, before, 2]).patch.length).toBeGreaterThan(1);
    expect(diffJson(before, deep(100_000, 1)).patch).toHaveLength(0);
  });

  it("deep documents under repeated elements are told apart by more than their hash", () => {
    const three = [deep(90, 1), deep(90, 2), deep(90, 3)];
    const turned = structuredClone([...three.slice(2), ...three.slice(0, 2)]);
    expect(diffJson(three, turned).patch).toStrictEqual([{ op: "move", from: "/2", path: "/0" }]);
    const many = (leaf: number) => Array.from({ length: 20 }, (_, at) => deep(90, leaf + at));
    const [before, after] = [many(0), [...many(0).toReversed(), deep(90, 99)]];
    const diff = diffJson(before, after, { maxDepth: 300 });
    expect(applyJson(before, diff)).toStrictEqual(after);
  });

  it("50,000 objects, some of them moved, changed, put in and taken out", () => {
    const before = Array.from({ length: 50_000 }, (_, id) => ({ id, price: id % 97, tags: ["a"] }));
    const moved = before.slice(100, 150);
    const rest = [...before.slice(0, 7), ...before.slice(8, 100), ...before.slice(150)];
    const after = [
      ...rest.slice(0, 40_000),
      ...moved,
      ...rest.slice(40_000),
      { id: -1, price: 1, tags: [] },
    ];
    after[3] = { id: 3, price: 1000, tags: ["a"] };
    const diff = diffJson(before, after, { budgetMs: 60_000 });
    const kinds = Map.groupBy(diff.changes, ({ kind }) => kind);
    expect([...kinds].map(([kind, { length }]) => [kind, length])).toStrictEqual([
      ["removed", 1],
      ["moved", 50],
      ["added", 1],
      ["changed", 1],
    ]);
    expect(kinds.get("changed")?.[0]?.path).toBe("[3].price");
    expect(applyJson(before, diff)).toStrictEqual(after);
  });

  it("100,000 scalars in another order come to moves that apply", () => {
    const before = Array.from({ length: 100_000 }, (_, index) => index);
    const after = before.map((value) => (value * 7919) % 100_003);
    const options = { maxChanges: 1_000_000, budgetMs: 60_000 };
    const diff = diffJson(before.slice(0, 20_000), after.slice(0, 20_000), options);
    expect(applyJson(before.slice(0, 20_000), diff)).toStrictEqual(after.slice(0, 20_000));
    expect(diffJson(before, after)).toMatchObject({ truncated: true });
  });

  it("objects made to have one hash are compared in no quadratic time", () => {
    // With a tolerance all numbers have one.
    const list = (by: number) => Array.from({ length: 20_000 }, (_, n) => ({ n: n * 10 + by }));
    const { patch } = diffJson(list(0), [{ n: 1 }, ...list(5)], { tolerance: 1, budgetMs: 60_000 });
    expect(patch.length).toBeGreaterThan(0);
  });
});

describe("JsonDiffOptions.budgetMs", () => {
  const rows = (price: number) =>
    Array.from({ length: 2000 }, (_, id) => ({ id, price, a: [1, 2] }));

  it("what is left when time is over is replaced as a whole, and equal parts are not", () => {
    const before = { list: rows(1), same: rows(1), other: { x: { y: 1 } } };
    const after = { list: rows(2), same: rows(1), other: { x: { y: 2 } } };
    const diff = compareInTime(before, after, 10);
    expect(diff).toMatchObject({ truncated: true, omitted: false });
    expect(diff.changes.at(0)?.path).toBe("list[0].price");
    expect(diff.changes.at(-1)?.path).toBe("other");
    expect(diff.changes.some(({ path }) => path.startsWith("same"))).toBe(false);
    expect(applyJson(before, diff)).toStrictEqual(after);
  });

  it("an array that cannot be matched in time is replaced as a whole", () => {
    const list = (from: number) => Array.from({ length: 1000 }, (_, n) => ({ n: n + from }));
    const diff = compareInTime({ list: list(0) }, { list: list(1) }, 5);
    expect(diff.changes.map(({ path }) => path)).toStrictEqual(["list"]);
    expect(diff.truncated).toBe(true);
  });

  it("time that is enough leaves nothing coarse", () => {
    expect(compareInTime(rows(1), rows(2), 10_000)).toMatchObject({ truncated: false });
  });
});

describe("JsonDiffOptions.maxChanges", () => {
  it("changes beyond it are left out; exactly as many are not", () => {
    const [before, after] = [
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 2, c: 2 },
    ];
    expect(diffJson(before, after, { maxChanges: 3 })).toMatchObject({
      truncated: false,
      omitted: false,
    });
    const cut = diffJson(before, after, { maxChanges: 2 });
    expect(cut).toMatchObject({ truncated: true, omitted: true });
    expect(cut.changes.map(({ path }) => path)).toStrictEqual(["a", "b"]);
  });
});

describe("JsonDiffOptions", () => {
  it("what is out of bounds is refused by name", () => {
    for (const options of [
      { tolerance: -1 },
      { tolerance: Number.NaN },
      { budgetMs: 0 },
      { maxDepth: 0 },
      { maxDepth: 1.5 },
      { maxChanges: 0 },
    ]) {
      expect(() => diffJson(1, 2, options)).toThrow(Object.keys(options)[0]);
    }
    expect(() => diffJson(1, 2, { identity: "id" as unknown as string[] })).toThrow("identity");
    expect(() => diffJson(1, 2, { unknown: 1 } as object)).toThrow("Unknown option");
  });
});
