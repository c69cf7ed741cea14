import { array, assert, boolean, constantFrom, property, tuple } from "fast-check";
import {
  applyText,
  diffText,
  toSideBySideHtml,
  toTerminal,
  toUnified,
  type TextDiff,
} from "dragline/diff";
import { describe, expect, it } from "vitest";
import { linesOf, textPair } from "./texts.ts";

/** Machines that run tests are busy. */
const patient = { budgetMs: 1e6 };

/** Length of the longest common subsequence, by the table. */
function commonLength(before: readonly string[], after: readonly string[]): number {
  let row = after.map(() => 0);
  for (const one of before) {
    const next: number[] = [];
    for (const [index, other] of after.entries()) {
      const best = Math.max(row[index] ?? 0, next[index - 1] ?? 0);
      next.push(one === other ? (row[index - 1] ?? 0) + 1 : best);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function addsOf({ changes }: TextDiff): number {
  return changes.reduce((sum, { after }) => sum + after.length, 0);
}

function delsOf({ changes }: TextDiff): number {
  return changes.reduce((sum, { before }) => sum + before.length, 0);
}

describe("diffText", () => {
  it("says nothing of equal texts", () => {
    assert(
      property(textPair, ([text]) => {
        const diff = diffText(text, text);
        expect(diff).toEqual({
          changes: [],
          stats: { adds: 0, dels: 0 },
          truncated: false,
          omitted: false,
        });
      }),
    );
  });

  it("rebuilds every text from every other, with words and moves or without", () => {
    assert(
      property(textPair, boolean(), boolean(), ([before, after], words, moves) => {
        const diff = diffText(before, after, { words, moves, ...patient });
        expect(applyText(before, diff)).toBe(after);
        expect(diff.stats).toEqual({ adds: addsOf(diff), dels: delsOf(diff) });
        expect(diff.truncated || diff.omitted).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("rebuilds each change's lines from its words", () => {
    let seen = 0;
    assert(
      property(textPair, ([before, after]) => {
        for (const change of diffText(before, after, patient).changes) {
          if (change.words === undefined) continue;
          seen += 1;
          const [was, is] = [change.before.join(""), change.after.join("")];
          const parts: string[] = [];
          let end = 0;
          for (const word of change.words) {
            parts.push(was.slice(end, word.beforeStart));
            parts.push(is.slice(word.afterStart, word.afterStart + word.afterLength));
            end = word.beforeStart + word.beforeLength;
          }
          expect(parts.join("") + was.slice(end)).toBe(is);
        }
      }),
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it("gives each move one change that takes out and one that puts in, of the same lines", () => {
    let seen = 0;
    assert(
      property(textPair, ([before, after]) => {
        const moved = diffText(before, after, patient).changes.filter(
          ({ move }) => move !== undefined,
        );
        for (const [, pair] of Map.groupBy(moved, ({ move }) => move)) {
          seen += 1;
          expect(pair).toHaveLength(2);
          const out = pair.find((change) => change.before.length > 0);
          const into = pair.find((change) => change.after.length > 0);
          expect(out?.after).toEqual([]);
          expect(into?.before).toEqual([]);
          expect(out?.before).toEqual(into?.after);
        }
      }),
      { numRuns: 500 },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it("finds the smallest difference of lines that say something", () => {
    const lines = array(constantFrom("a\n", "b\n", "c\n", "d\n", "e\n"), { maxLength: 30 });
    assert(
      property(tuple(lines, lines), ([before, after]) => {
        const { stats } = diffText(before.join(""), after.join(""), patient);
        const common = commonLength(before, after);
        expect(stats).toEqual({ adds: after.length - common, dels: before.length - common });
      }),
      { numRuns: 500 },
    );
  });

  it("finds the smallest difference of texts of thousands of lines", () => {
    const rule = (factor: number) => (index: number) => `line ${(index * index * factor) % 97}`;
    const [before, after] = [linesOf(1500, rule(3)), linesOf(1400, rule(5))];
    const common = commonLength(before.trimEnd().split("\n"), after.trimEnd().split("\n"));
    const { stats } = diffText(before, after, patient);
    expect(stats).toEqual({ adds: 1400 - common, dels: 1500 - common });
  });

  it("pairs paragraphs before it pairs the empty lines between them", () => {
    expect(diffText("A.\n\nB.\n\nC.\n", "C.\n\nD.\n\nE.\n").changes).toEqual([
      { beforeStart: 0, before: ["A.\n", "\n", "B.\n", "\n"], afterStart: 0, after: [] },
      { beforeStart: 5, before: [], afterStart: 1, after: ["\n", "D.\n", "\n", "E.\n"] },
    ]);
  });

  it("finds one line less of many that are the same", () => {
    const before = "a\n".repeat(1000);
    const diff = diffText(before, before.slice(2));
    expect(diff.stats).toEqual({ adds: 0, dels: 1 });
    expect(applyText(before, diff)).toBe(before.slice(2));
  });

  it("moves no line twice", () => {
    const [x, y, z] = ["First", "Second", "Third"].map(
      (name) => `${name} of the lines that are moved.\n`,
    );
    const before = `${x}${y}${z}1\n2\n3\n4\n5\n6\n7\n8\n9\n`;
    const after = `1\n2\n3\n4\n5\n${x}${y}6\n7\n${y}${z}8\n9\n`;
    const diff = diffText(before, after);
    expect(applyText(before, diff)).toBe(after);
    expect(diff.changes.filter(({ move }) => move !== undefined)).toMatchObject([
      { before: [x, y], move: 1 },
      { before: [z], move: 2 },
      { after: [x, y], move: 1 },
      { after: [z], move: 2 },
    ]);
  });

  it("puts what came in before its heading where no line is empty", () => {
    const diff = diffText("u\n## A\nt\nu\n", "u\n## A\nt\nu\n## A\nt\nu\n");
    expect(diff.changes.map(({ after }) => after)).toEqual([["## A\n", "t\n", "u\n"]]);
  });

  it("puts a section that came in before its heading", () => {
    const section = (name: string): string => `## ${name}\n\nSame text.\n\n`;
    const before = section("A") + section("C");
    const after = section("A") + section("B") + section("C");
    const [change] = diffText(before, after).changes;
    expect(change?.after).toEqual(["## B\n", "\n", "Same text.\n", "\n"]);
  });

  it("tells the end of a line and a missing last one apart", () => {
    expect(diffText("a", "a\n").stats).toEqual({ adds: 1, dels: 1 });
    expect(diffText("a\r\n", "a\n").stats).toEqual({ adds: 1, dels: 1 });
    expect(diffText("", "a").changes).toEqual([
      { beforeStart: 0, before: [], afterStart: 0, after: ["a"] },
    ]);
  });

  it("takes two hundred thousand lines of which many changed places", { timeout: 60_000 }, () => {
    const before = linesOf(200_000, (index) => `line ${index}`);
    const after = linesOf(200_000, (index) => `line ${index % 40 < 2 ? index ^ 1 : index}`);
    const diff = diffText(before, after, patient);
    expect(applyText(before, diff)).toBe(after);
    expect(diff.stats).toEqual({ adds: 5000, dels: 5000 });
  });

  it("has views of changes of more lines than the stack holds", { timeout: 60_000 }, () => {
    const count = 150_000;
    const [before, after] = [linesOf(count, (at) => `a${at}`), linesOf(count, (at) => `b${at}`)];
    const diff = diffText(before, after);
    expect(toUnified(before, diff)).toHaveLength(before.length + after.length + 2 * count + 47);
    expect(toTerminal(before, diff).split("\n")).toHaveLength(2 * count + 4);
    expect(toSideBySideHtml(before, diff).split("\n").length).toBeGreaterThan(count);
  });

  it("refuses options out of their bounds", () => {
    expect(() => diffText("", "", { budgetMs: 0 })).toThrow(/budgetMs/);
    expect(() => diffText("", "", { maxSize: -1 })).toThrow(/maxSize/);
  });
});
