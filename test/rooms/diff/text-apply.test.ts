import { applyText, diffText, isDiffError, type TextDiff } from "dragline/diff";
import { describe, expect, it } from "vitest";

describe("applyText", () => {
  const before = "one\ntwo\nthree\n";
  const diff = diffText(before, "one\n2\nthree\nfour");

  it("makes the text after", () => {
    expect(applyText(before, diff)).toBe("one\n2\nthree\nfour");
  });

  it("takes a difference that went through JSON", () => {
    const carried = JSON.parse(JSON.stringify(diff)) as TextDiff;
    expect(applyText(before, carried)).toBe("one\n2\nthree\nfour");
  });

  it("changes nothing without changes", () => {
    expect(applyText(before, diffText("", ""))).toBe(before);
  });

  it("refuses a difference of which changes are missing", () => {
    expect(refused(before, diffText(before, "x\n", { maxSize: 1 }))).toBe(true);
  });

  const [change] = diff.changes;
  it.each<[string, string, TextDiff]>([
    ["of another text", "one\n2\nthree\n", diff],
    ["of a longer text", "one\n", diff],
    ["that is out of order", before, { ...diff, changes: diff.changes.toReversed() }],
    [
      "whose sides do not go together",
      before,
      { ...diff, changes: diff.changes.map((one) => ({ ...one, afterStart: one.afterStart + 1 })) },
    ],
    [
      "whose places are no whole numbers",
      before,
      {
        ...diff,
        changes: change === undefined ? [] : [{ ...change, beforeStart: 0.5, afterStart: 0.5 }],
      },
    ],
  ])("refuses a difference %s", (_, text, given) => {
    expect(refused(text, given)).toBe(true);
  });
});

function refused(text: string, diff: TextDiff): boolean {
  try {
    applyText(text, diff);
    return false;
  } catch (error) {
    return isDiffError(error, "INVALID_DIFF");
  }
}
