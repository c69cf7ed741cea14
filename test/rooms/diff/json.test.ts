import { diffJson, type JsonChange, type JsonDiff } from "dragline/diff";
import { describe, expect, it } from "vitest";

/** Changes as `kind path`, moves with where from. */
function told({ changes }: JsonDiff): string[] {
  return changes.map(
    ({ kind, path, from }: JsonChange) =>
      `${kind} ${path}${from === undefined ? "" : ` < ${from}`}`,
  );
}

describe("diffJson", () => {
  it("names the leaf that changed, with both values", () => {
    const diff = diffJson({ items: [{ price: 20 }] }, { items: [{ price: 18 }] });
    expect(diff).toStrictEqual({
      patch: [{ op: "replace", path: "/items/0/price", value: 18 }],
      changes: [{ path: "items[0].price", kind: "changed", before: 20, after: 18 }],
      truncated: false,
      omitted: false,
    });
  });

  it("quotes members that are no identifiers, and escapes them in pointers", () => {
    const before = { "b c": { "": 1 }, "a/b~": 1, größe: 1, "1st": 1 };
    const after = { "b c": { "": 2 }, "a/b~": 2, größe: 2, "1st": 2 };
    const diff = diffJson(before, after);
    expect(told(diff)).toStrictEqual([
      'changed ["b c"][""]',
      'changed ["a/b~"]',
      "changed größe",
      'changed ["1st"]',
    ]);
    expect(diff.patch.map(({ path }) => path)).toStrictEqual([
      "/b c/",
      "/a~1b~0",
      "/größe",
      "/1st",
    ]);
  });

  it("tells members put in and taken out, whole", () => {
    const diff = diffJson({ gone: { a: 1 }, same: 1 }, { same: 1, made: [1, 2] });
    expect(diff.changes).toStrictEqual([
      { path: "gone", kind: "removed", before: { a: 1 } },
      { path: "made", kind: "added", after: [1, 2] },
    ]);
  });

  it("replaces the whole document where its kind changed", () => {
    expect(diffJson([1], { 0: 1 }).changes).toStrictEqual([
      { path: "", kind: "changed", before: [1], after: { 0: 1 } },
    ]);
    expect(diffJson(null, 1).patch).toStrictEqual([{ op: "replace", path: "", value: 1 }]);
    expect(diffJson({}, []).patch).toHaveLength(1);
  });

  it("the order of members and the sign of zero do not count", () => {
    expect(diffJson({ a: 1, b: -0 }, { b: 0, a: 1 }).patch).toStrictEqual([]);
  });

  it("tells text, number, truth and null apart", () => {
    expect(told(diffJson({ a: "1", b: null, c: 0 }, { a: 1, b: false, c: "" }))).toHaveLength(3);
    expect(told(diffJson(["1", null], [1, "null"]))).toHaveLength(2);
    expect(told(diffJson({ a: [] }, { a: {} }))).toStrictEqual(["changed a"]);
  });
});

describe("diffJson of arrays", () => {
  it("an element put in at the start changes nothing behind it", () => {
    const list = [{ n: "a" }, { n: "b" }, { n: "c" }];
    expect(told(diffJson(list, [{ n: "new" }, ...list]))).toStrictEqual(["added [0]"]);
    expect(told(diffJson(["a", "b"], ["new", "a", "b"]))).toStrictEqual(["added [0]"]);
  });

  it("an element that was moved is moved, once", () => {
    const diff = diffJson([1, 2, 3, 4, 5], [5, 1, 2, 3, 4]);
    expect(diff.patch).toStrictEqual([{ op: "move", from: "/4", path: "/0" }]);
    expect(diff.changes).toStrictEqual([
      { path: "[0]", kind: "moved", from: "[4]", before: 5, after: 5 },
    ]);
  });

  it("objects are told apart by the first identity that all have and none share", () => {
    const before = [
      { id: 1, key: "a", n: 1 },
      { id: 1, key: "b", n: 1 },
    ];
    const after = [
      { id: 1, key: "b", n: 1 },
      { id: 1, key: "a", n: 2 },
    ];
    expect(told(diffJson(before, after))).toStrictEqual(["moved [0] < [1]", "changed [1].n"]);
  });

  it("an object with another identity is another object", () => {
    expect(told(diffJson([{ id: 1, n: 1 }], [{ id: "1", n: 1 }]))).toStrictEqual([
      "removed [0]",
      "added [0]",
    ]);
  });

  it("takes other members for identities, or none", () => {
    const before = [{ id: 1, no: "x" }];
    const after = [{ id: 2, no: "x" }];
    expect(told(diffJson(before, after, { identity: ["no"] }))).toStrictEqual(["changed [0].id"]);
    expect(told(diffJson(before, after, { identity: [] }))).toStrictEqual(["changed [0].id"]);
    expect(told(diffJson(before, after))).toStrictEqual(["removed [0]", "added [0]"]);
  });

  it("without identities what differs between equal neighbours is one changed element", () => {
    const before = [{ n: "a" }, { n: "b", price: 1 }, { n: "c" }];
    const after = [{ n: "a" }, { n: "b", price: 2 }, { n: "c" }, { n: "d" }];
    expect(told(diffJson(before, after))).toStrictEqual(["added [3]", "changed [1].price"]);
  });

  it("among neighbours that all differ the most alike are one changed element", () => {
    const before = [
      { n: "a", price: 1, stock: 5 },
      { n: "b", price: 2, stock: 6 },
    ];
    const after = [
      { n: "z", price: 9, stock: 9 },
      { n: "a", price: 3, stock: 5 },
      { n: "b", price: 2, stock: 7 },
    ];
    expect(told(diffJson(before, after))).toStrictEqual([
      "added [0]",
      "changed [1].price",
      "changed [2].stock",
    ]);
    expect(
      told(
        diffJson(
          [
            [1, 2],
            [3, 4],
          ],
          [[3, 5]],
        ),
      ),
    ).toStrictEqual(["removed [0]", "changed [0][1]"]);
  });

  it("elements are taken out from the end, under the indexes that they had", () => {
    expect(diffJson([1, 2, 3, 4], [2, 4]).patch.map(({ path }) => path)).toStrictEqual([
      "/2",
      "/0",
    ]);
  });

  it("elements that are repeated stay together", () => {
    expect(told(diffJson(["x", "a", "x", "b", "x"], ["a", "x", "b", "x"]))).toStrictEqual([
      "removed [0]",
    ]);
    expect(told(diffJson(["a", "b", "a"], ["a", "a", "b"]))).toHaveLength(1);
    const [before, after] = [[..."xaxbc"], [..."qaxbd"]];
    expect(told(diffJson(before, after))).toStrictEqual(["changed [0]", "changed [4]"]);
  });

  it("paths of what was taken out of a moved element are those before", () => {
    const before = { list: [{ id: 1, tags: ["x", "y"] }, { id: 2 }, { id: 3 }] };
    const after = { list: [{ id: 2 }, { id: 3 }, { id: 1, tags: ["x"] }] };
    expect(told(diffJson(before, after))).toStrictEqual([
      "moved list[2] < list[0]",
      "removed list[0].tags[1]",
    ]);
  });
});

describe("JsonDiffOptions.tolerance", () => {
  it("numbers that differ by at most the tolerance are the same", () => {
    const options = { tolerance: 0.01 };
    expect(told(diffJson({ price: 20 }, { price: 20.01 }, options))).toStrictEqual([]);
    expect(told(diffJson({ price: 20 }, { price: 20.02 }, options))).toStrictEqual([
      "changed price",
    ]);
    expect(told(diffJson([1, 2], [1.005, 2.2], options))).toStrictEqual(["changed [1]"]);
  });

  it("objects are matched by content within it", () => {
    const before = [
      { n: "a", v: 1 },
      { n: "b", v: 2 },
      { n: "c", v: 3 },
    ];
    const after = [
      { n: "c", v: 3.05 },
      { n: "a", v: 1.05 },
      { n: "b", v: 2 },
    ];
    expect(told(diffJson(before, after, { tolerance: 0.1 }))).toStrictEqual(["moved [0] < [2]"]);
  });

  it("is 0 by default: the least difference counts", () => {
    expect(told(diffJson(0.3, 0.1 + 0.2))).toStrictEqual(["changed "]);
  });
});
