import { applyJson, diffJson, isDiffError, type PatchOperation } from "dragline/diff";
import type { Json } from "dragline/storage";
import { describe, expect, it } from "vitest";

function refusal(before: Json, patch: readonly object[]): string {
  try {
    applyJson(before, patch as PatchOperation[]);
  } catch (error) {
    if (isDiffError(error, "INVALID_DIFF")) return error.message;
    throw error;
  }
  return "applied";
}

describe("applyJson", () => {
  it("does what RFC 6902, appendix A, shows", () => {
    const cases: readonly (readonly [Json, PatchOperation, Json])[] = [
      [{ foo: "bar" }, { op: "add", path: "/baz", value: "qux" }, { foo: "bar", baz: "qux" }],
      [
        { foo: ["bar", "baz"] },
        { op: "add", path: "/foo/1", value: "qux" },
        { foo: ["bar", "qux", "baz"] },
      ],
      [{ baz: "qux", foo: "bar" }, { op: "remove", path: "/baz" }, { foo: "bar" }],
      [{ foo: ["bar", "qux", "baz"] }, { op: "remove", path: "/foo/1" }, { foo: ["bar", "baz"] }],
      [
        { baz: "qux", foo: "bar" },
        { op: "replace", path: "/baz", value: "boo" },
        { baz: "boo", foo: "bar" },
      ],
      [
        { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
        { op: "move", from: "/foo/waldo", path: "/qux/thud" },
        { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
      ],
      [
        { foo: ["all", "grass", "cows", "eat"] },
        { op: "move", from: "/foo/1", path: "/foo/3" },
        { foo: ["all", "cows", "eat", "grass"] },
      ],
      [{ foo: ["bar"] }, { op: "add", path: "/foo/-", value: ["abc"] }, { foo: ["bar", ["abc"]] }],
      [
        { "/": 9, "~1": 10 },
        { op: "replace", path: "/~01", value: 11 },
        { "/": 9, "~1": 11 },
      ],
      [{ a: 1 }, { op: "replace", path: "", value: [2] }, [2]],
    ];
    for (const [before, operation, after] of cases) {
      expect(applyJson(before, [operation])).toStrictEqual(after);
    }
  });

  it("takes a difference or its patch", () => {
    const diff = diffJson({ a: [1, 2] }, { a: [2] });
    expect(applyJson({ a: [1, 2] }, diff)).toStrictEqual({ a: [2] });
    expect(applyJson({ a: [1, 2] }, diff.patch)).toStrictEqual({ a: [2] });
    expect(applyJson({ a: 1 }, [])).toStrictEqual({ a: 1 });
  });

  it("refuses a difference from which changes are missing", () => {
    const diff = diffJson([1, 2, 3], [4, 5, 6], { maxChanges: 2 });
    expect(diff).toMatchObject({ truncated: true, omitted: true });
    expect(diff.patch).toHaveLength(2);
    expect(() => applyJson([1, 2, 3], diff)).toThrow("changes are missing");
  });

  it("refuses what does not fit the document, and says why", () => {
    const before: Json = { list: ["a"], text: "t" };
    expect([
      refusal(before, [{ op: "remove", path: "/none" }]),
      refusal(before, [{ op: "replace", path: "/toString", value: 1 }]),
      refusal(before, [{ op: "remove", path: "/list/1" }]),
      refusal(before, [{ op: "add", path: "/list/2", value: 1 }]),
      refusal(before, [{ op: "add", path: "/list/01", value: 1 }]),
      refusal(before, [{ op: "replace", path: "/list/-", value: 1 }]),
      refusal(before, [{ op: "add", path: "/text/0", value: 1 }]),
      refusal(before, [{ op: "move", from: "/list", path: "/list/0" }]),
    ]).toMatchInlineSnapshot(`
      [
        "The difference cannot be applied: there is no member "none".",
        "The difference cannot be applied: there is no member "toString".",
        "The difference cannot be applied: there is no element "1".",
        "The difference cannot be applied: there is no element "2".",
        "The difference cannot be applied: there is no element "01".",
        "The difference cannot be applied: there is no element "-".",
        "The difference cannot be applied: a value has no members.",
        "The difference cannot be applied: a value cannot be moved into itself.",
      ]
    `);
  });

  it("refuses what is no operation", () => {
    const before: Json = { a: 1 };
    const patches = [
      { op: "test", path: "/a", value: 1 },
      { op: "remove", path: "a" },
      { op: "remove", path: "/~2" },
      { op: "remove" },
      { op: "add", path: 7, value: 1 },
      { op: "add", path: "/a" },
      { op: "replace", path: "/a" },
      {},
    ];
    for (const operation of patches) {
      expect(refusal(before, [operation])).toMatch(/^The difference cannot be applied/);
    }
  });

  it("copies what it changes and nothing else", () => {
    const before = Object.freeze({ kept: Object.freeze({ a: 1 }), list: Object.freeze([1, 2]) });
    const after = applyJson(
      before,
      diffJson(before, { kept: { a: 1 }, list: [2] }),
    ) as typeof before;
    expect(after.list).toStrictEqual([2]);
    expect(after.kept).toBe(before.kept);
  });

  it("puts in values that later operations change, without changing the patch", () => {
    const patch: PatchOperation[] = [
      { op: "add", path: "/a", value: { list: [1] } },
      { op: "add", path: "/a/list/0", value: 0 },
    ];
    expect(applyJson({}, patch)).toStrictEqual({ a: { list: [0, 1] } });
    expect(patch[0]).toStrictEqual({ op: "add", path: "/a", value: { list: [1] } });
  });
});
