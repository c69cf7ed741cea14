import { diffSets } from "dragline/diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("diffSets", () => {
  it("tells what was put in and taken out, in order, and how many were kept", () => {
    const before = ["https://a.test/c", "https://a.test/a", "https://a.test/b"];
    const after = new Set(["https://a.test/b", "https://a.test/z", "https://a.test/d"]);
    expect(diffSets(before, after)).toStrictEqual({
      added: ["https://a.test/d", "https://a.test/z"],
      removed: ["https://a.test/a", "https://a.test/c"],
      kept: 1,
    });
  });

  it("what comes twice counts once, and the order of what is given not at all", () => {
    expect(diffSets(["a", "b", "a"], ["b", "a", "b"])).toStrictEqual({
      added: [],
      removed: [],
      kept: 2,
    });
    expect(diffSets([], ["x", "x"])).toStrictEqual({ added: ["x"], removed: [], kept: 0 });
  });

  it("sorts by code points, not by UTF-16 code units", () => {
    expect(diffSets([], ["\u{1f600}", "\uff5e", "a"]).added).toStrictEqual([
      "a",
      "\uff5e",
      "\u{1f600}",
    ]);
  });

  it("after is before without what was taken out, with what was put in", () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 2 }), { maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { added, removed, kept } = diffSets(before, after);
        const made = new Set([...before, ...added]);
        for (const text of removed) expect(made.delete(text)).toBe(true);
        expect(made).toStrictEqual(new Set(after));
        expect(kept).toBe(made.size - added.length);
        expect(added).toStrictEqual(added.toSorted(byCodePoints));
      }),
    );
  });
});

function byCodePoints(one: string, other: string): number {
  const points = (text: string) => [...text].map((point) => point.codePointAt(0) ?? 0);
  const [left, right] = [points(one), points(other)];
  for (const [index, point] of left.entries()) {
    const difference = point - (right[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
