import { isHtmlError, parse, parseFor, toText, wholePage, type Tree } from "dragline/html";
import { describe, expect, it } from "vitest";

const page = (name: string): string => `<p class="${name}">${name} <b>is</b> here</p>`.repeat(40);

describe("parseFor", () => {
  it("gives what is made of the page", () => {
    const text = parseFor(page("one"), (tree) => toText(wholePage(tree)));
    expect(text).toBe(toText(wholePage(parse(page("one")))));
  });

  it("has the page whole while others are parsed, for good or for one use", () => {
    const texts = parseFor(page("outer"), (outer) => {
      const kept = parse(page("kept"));
      const inner = parseFor(page("inner"), (tree) => toText(wholePage(tree)));
      parseFor(page("last").repeat(9), () => 0);
      return [outer, kept].map((tree) => toText(wholePage(tree))).concat(inner);
    });
    const names = texts.map((text) => new Set(text.match(/outer|kept|inner|last/g)));
    expect(names).toEqual([new Set(["outer"]), new Set(["kept"]), new Set(["inner"])]);
  });

  it("leaves trees alone that were made before and after", () => {
    const before = parse(page("before"));
    parseFor(page("use"), () => 0);
    const after = parse(page("after"));
    parseFor(page("use").repeat(9), () => 0);
    for (const [tree, name] of [
      [before, "before"],
      [after, "after"],
    ] as const) {
      expect(toText(wholePage(tree))).toBe(toText(wholePage(parse(page(name)))));
    }
  });

  it("has large pages whole while others are parsed", () => {
    const large = (name: string) => `<p class="${name}">${name}`.repeat(300_000);
    const count = (tree: Tree, name: string) => toText(wholePage(tree)).split(name).length - 1;
    const counts = parseFor(large("outer"), (outer) => {
      const kept = parse(large("kept"));
      const inner = parseFor(large("inner"), (tree) => count(tree, "inner"));
      parseFor(large("last"), () => 0);
      return [count(outer, "outer"), count(kept, "kept"), inner];
    });
    expect(counts).toEqual([300_000, 300_000, 300_000]);
  });

  it("gives what `use` throws, and goes on", () => {
    const failure = new Error("no");
    expect(() =>
      parseFor(page("one"), () => {
        throw failure;
      }),
    ).toThrow(failure);
    expect(parseFor("<p>a", (tree) => toText(wholePage(tree)))).toBe("a");
  });

  it("refuses what is no text", () => {
    let code: unknown;
    try {
      parseFor(1 as never, () => 0);
    } catch (error) {
      code = isHtmlError(error) && error.code;
    }
    expect(code).toBe("INVALID_INPUT");
  });
});
