import { assert, constantFrom, array, property } from "fast-check";
import { diffText, toTerminal } from "dragline/diff";
import { describe, expect, it } from "vitest";
import { textPair } from "./texts.ts";

const patient = { budgetMs: 1e6 };

function plain(before: string, after: string): string[] {
  const diff = diffText(before, after, patient);
  return toTerminal(before, diff, { colors: false }).split("\n");
}

describe("toTerminal", () => {
  it("shows lines, places and moved blocks without colours", () => {
    const moved = "A line of its own that went somewhere else.\n";
    expect(plain(`${moved}\nOne.\n\nTwo.\nx\n`, `\nOne.\n\nTwo.\n${moved}y\n`)).toEqual([
      "--- before",
      "+++ after",
      "@@ line 1, now 1 @@",
      "  block 1: moved away from here",
      "<A line of its own that went somewhere else.",
      " ",
      " One.",
      " ",
      " Two.",
      "  block 1: moved to here",
      ">A line of its own that went somewhere else.",
      "-x",
      "+y",
      "",
    ]);
  });

  it("colours lines, and turns the words that differ", () => {
    const before = "It costs 1,250 USD.\n";
    const diff = diffText(before, "It costs 2,150 USD.\n");
    expect(toTerminal(before, diff)).toContain(
      "\u001b[31m-It costs \u001b[7m1,250\u001b[27m USD.\u001b[39m\n" +
        "\u001b[32m+It costs \u001b[7m2,150\u001b[27m USD.\u001b[39m\n",
    );
  });

  it("is empty where nothing differs", () => {
    expect(toTerminal("a", diffText("a", "a"))).toBe("");
  });

  it("shows nothing as the same where changes may be left out", () => {
    const before = `${"old ".repeat(50)}\nsame\nold\n`;
    const diff = diffText(before, `${"new ".repeat(50)}\nsame\nnew\n`, { maxSize: 20 });
    const rows = toTerminal(before, diff, { colors: false }).split("\n");
    expect(rows.slice(2)).toEqual([
      "… changes may be left out here",
      "@@ line 3, now 3 @@",
      "-old",
      "+new",
      "",
    ]);
  });

  it("shows a line end of another kind", () => {
    expect(plain("word\r\n", "word\n")).toEqual(expect.arrayContaining(["-word\\x0d", "+word"]));
  });

  it("lets no text drive the terminal or turn the line", () => {
    const evil = constantFrom(
      "\u001b[2J",
      "\u009b1A",
      "\u0007",
      "\r",
      "\u0000",
      "\u202e",
      "\u2028",
      "\b",
      "x\n",
      "\u001b]0;title\u0007",
    );
    assert(
      property(array(evil), array(evil), (before, after) => {
        const text = plain(before.join(""), after.join("")).join("\n");
        expect(text).not.toMatch(/[^\n\u0020-\u007e\u00a1-\u2027]/);
      }),
    );
    expect(plain("", "\u001b[2Jgone\u202e\n")).toContain("+\\x1b[2Jgone\\u202e");
    const labels = { beforeLabel: "\u001b[2J", afterLabel: "a\nb", colors: false };
    expect(toTerminal("a", diffText("a", "b"), labels)).toMatch(/^--- \\x1b\[2J\n\+\+\+ a\\x0ab\n/);
  });

  it("shows every line of every change once", () => {
    assert(
      property(textPair, ([before, after]) => {
        const rows = plain(before, after).slice(3);
        const { adds, dels } = diffText(before, after, patient).stats;
        expect(rows.filter((row) => /^[+>]/.test(row))).toHaveLength(adds);
        expect(rows.filter((row) => /^[-<]/.test(row))).toHaveLength(dels);
      }),
    );
  });

  it("refuses a difference of another text", () => {
    expect(() => toTerminal("x", diffText("a", "b"))).toThrow(/another text/);
  });
});
