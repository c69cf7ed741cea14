import { describe, expect, it } from "vitest";
import { FailureGroups } from "../../../../src/node/terminal/failure-groups.ts";

const linesOf = (...failures: readonly (readonly [string, string])[]): string[] => {
  const groups = new FailureGroups();
  for (const [name, reason] of failures) groups.add(name, reason);
  return groups.lines();
};

describe("FailureGroups", () => {
  it("says nothing for one failure, which was told already", () => {
    expect(linesOf()).toEqual([]);
    expect(linesOf(["a", "broken"])).toEqual([]);
  });

  it("takes together what differs by the page's name, by addresses and by amounts", () => {
    expect(
      linesOf(
        ["https://a.test/1", "https://a.test/1: connect to 10.0.0.1:443 failed"],
        ["https://a.test/2", "https://a.test/2: connect to 10.0.0.9:80 failed"],
        ["b", "no answer in 15000 ms"],
        ["c", "no answer in 2_000 ms"],
        ["d", "line 7: malformed JSON at position 12"],
        ["e", "line 70: malformed JSON at position 1"],
        ["f", "the server answered 404"],
        ["g", "the server answered 403"],
      ),
    ).toEqual([
      "8 pages failed:",
      "  2 connect to … failed (https://a.test/1, https://a.test/2)",
      "  2 no answer in … ms (b, c)",
      "  2 line …: malformed JSON at position … (d, e)",
      "  1 the server answered 404 (f)",
      "  1 the server answered 403 (g)",
    ]);
  });

  it("names a few reasons, and counts the rest", () => {
    const names = Array.from({ length: 30 }, (_, at) => String.fromCodePoint(0x3b1 + at));
    const lines = linesOf(...names.map((name) => [name, `because of ${name.repeat(2)}x`] as const));
    expect(lines[0]).toBe("30 pages failed:");
    expect(lines.length).toBeLessThan(15);
  });

  it("lets no page command the terminal", () => {
    const lines = linesOf(["\u001b[2Ja", "\u001b]0;x"], ["b".repeat(500), "y".repeat(5000)]);
    expect(lines.join("")).not.toContain("\u001b");
    expect(lines.every((line) => line.length < 300)).toBe(true);
  });
});
