import { parse, tagIds } from "dragline/html";
import { describe, expect, it } from "vitest";
import { parseRefresh, refreshOf } from "../../../../src/html/address/refresh.ts";

function targetOf(content: string, name = "refresh"): string | undefined {
  const tree = parse(`<meta http-equiv="${name}" content="${content}">`);
  return refreshOf(tree, tree.firstOfTag(tagIds.meta))?.reference;
}

describe("refreshOf", () => {
  it.each([
    ["0;url=a", "a"],
    ["0; URL = a b ", "a b"],
    ["5,url=a", "a"],
    ["5 url=a", "a"],
    [" \n5 ; a", "a"],
    [".5; url=a", "a"],
    ["1.2.3; url=a", "a"],
    ["0; url='a'b", "a"],
    ["0; 'a", "a"],
    ["0; url=&quot;a&quot;", "a"],
    ["0; url", "url"],
    ["0; url'a'", "url'a'"],
    ["0; up/a", "up/a"],
    ["0; url=https://x.example/?a=1;b=2", "https://x.example/?a=1;b=2"],
    ["0; url=", undefined],
    ["0", undefined],
    ["0;", undefined],
    ["0url=a", undefined],
    ["; url=a", undefined],
    ["url=a", undefined],
    ["-1; url=a", undefined],
    ["", undefined],
  ])("of %j is %j", (content, target) => {
    expect(targetOf(content)).toBe(target);
  });

  it("is of refreshes only, in any case", () => {
    expect(targetOf("0;a", "ReFresh")).toBe("a");
    expect(targetOf("0;a", "x-ua-compatible")).toBeUndefined();
  });

  it("takes time in proportion to white space and digits", () => {
    const started = performance.now();
    for (const piece of [" ", "1", "1 ", " ;", "url="]) targetOf(piece.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each([
    ["0", 0],
    ["5;a", 5],
    ["5.9;a", 5],
    [".9;a", 0],
    ["007, a", 7],
    ["300", 300],
    ["1.2.3", 1],
    ["0;", 0],
  ])("reads the seconds of %j as %i", (content, seconds) => {
    expect(parseRefresh(content)?.seconds).toBe(seconds);
  });

  it.each(["", " ", "a", "-1", "+1;a", "0url=a", "0x", ";", "url=a"])("takes %j for none", (it) => {
    expect(parseRefresh(it)).toBeUndefined();
  });
});
