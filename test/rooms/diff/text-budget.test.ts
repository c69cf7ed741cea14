import { applyText, diffText } from "dragline/diff";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { compareTexts } from "../../../src/diff/text/compare-texts.ts";
import { linesOf } from "./texts.ts";

const settings = { budgetMs: 250, maxSize: 1e9, words: true, moves: true };

/** Tells a millisecond more each time that it is asked. */
class HastyClock extends FakeClock {
  asked = 0;

  override monotonic(): number {
    this.asked += 1;
    return this.asked;
  }
}

describe("TextDiffOptions.budgetMs", () => {
  const few = (seed: number) => (index: number) => `line ${((index * index * seed) % 7919) % 5}`;
  const before = linesOf(40_000, few(3));
  const after = linesOf(40_000, few(11));

  it("ends the search; what is left is replaced, and the difference still holds", () => {
    const diff = compareTexts(before, after, {
      settings: { ...settings, budgetMs: 2 },
      clock: new HastyClock(),
    });
    expect(diff).toMatchObject({ truncated: true, omitted: false });
    expect(applyText(before, diff)).toBe(after);
    expect(diff.changes.some(({ words }) => words !== undefined)).toBe(false);
  });

  it("is looked at often, but not at every step", () => {
    const clock = new HastyClock();
    compareTexts(before, after, { settings: { ...settings, budgetMs: 1e9 }, clock });
    expect(clock.asked).toBeGreaterThan(20);
    expect(clock.asked).toBeLessThan(20_000);
  });

  it("is enough for pages of a few endlessly repeated lines, by the steps that are made", () => {
    const clock = new HastyClock();
    const diff = compareTexts(before, after, { settings: { ...settings, budgetMs: 4000 }, clock });
    expect(diff.truncated).toBe(false);
  });
});

describe("TextDiffOptions.maxSize", () => {
  it("leaves out the changes that have no room, and counts them", () => {
    const before = `${"old ".repeat(50)}\nsame\nold\n`;
    const after = `${"new ".repeat(50)}\nsame\nnew\n`;
    const diff = diffText(before, after, { maxSize: 20, words: false });
    expect(diff).toEqual({
      changes: [{ beforeStart: 2, before: ["old\n"], afterStart: 2, after: ["new\n"] }],
      stats: { adds: 2, dels: 2 },
      truncated: true,
      omitted: true,
    });
  });

  it("tells no move of which one half is left out", () => {
    const moved = "A line of its own that went somewhere else.\n";
    const before = `${moved}\nOne.\n\nTwo.\n`;
    const after = `\nOne.\n\nTwo.\n${moved}`;
    expect(diffText(before, after).changes.map(({ move }) => move)).toEqual([1, 1]);
    const [change] = diffText(before, after, { maxSize: moved.length }).changes;
    expect(change?.before).toEqual([moved]);
    expect(change).not.toHaveProperty("move", 1);
  });

  it("leaves out everything at 0, but nothing of what has no size", () => {
    expect(diffText("a", "b", { maxSize: 0 })).toMatchObject({ changes: [], omitted: true });
    expect(diffText("a", "a", { maxSize: 0 })).toMatchObject({ changes: [], omitted: false });
  });
});

describe("TextDiff of long lines", () => {
  const sentence = (index: number): string => `This is sentence ${index} of the line. `;
  const long = Array.from({ length: 400 }, (_, index) => sentence(index)).join("");

  it("cuts at the ends of sentences, so that only a sentence changes", () => {
    const diff = diffText(long, long.replace(sentence(200), `Quite new. ${sentence(200)}`));
    expect(diff.changes).toEqual([
      { beforeStart: 200, before: [], afterStart: 200, after: ["Quite new. "] },
    ]);
  });

  it("keeps a line of 4,000 characters whole", () => {
    const line = `${"Words. ".repeat(571)}xx\n`;
    expect(line).toHaveLength(4000);
    expect(diffText("", line).stats.adds).toBe(1);
    expect(diffText("", `x${line}`).stats.adds).toBe(572);
  });

  it.each([
    ["words without sentences", (index: number) => `word${(index * 7919) % 1009} `],
    ["one word without end", (index: number) => ((index * index * 7919) % 1_000_003).toString(36)],
  ])("cuts %s by what stands there, so that a change stays where it is", (_, piece) => {
    const text = Array.from({ length: 20_000 }, (_piece, index) => piece(index)).join("");
    const middle = text.length >> 1;
    const after = `${text.slice(0, middle)}XYZ${text.slice(middle)}`;
    const diff = diffText(text, after, { budgetMs: 1e6 });
    expect(applyText(text, diff)).toBe(after);
    expect(diff.changes).toHaveLength(1);
    expect(diff.stats.adds).toBeLessThan(4);
    expect(diffText("", text).stats.adds).toBeGreaterThan(text.length / 4000);
  });

  it("parts no surrogate pair", () => {
    const units = diffText("", `x${"😀".repeat(9000)}`).changes.flatMap(({ after }) => after);
    expect(units.length).toBeGreaterThan(4);
    expect(units.every((unit) => unit.isWellFormed())).toBe(true);
  });
});
