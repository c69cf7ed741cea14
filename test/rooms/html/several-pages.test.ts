import { parse, toCleanHtml, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

describe("parse", () => {
  it("keeps pages apart, whatever is parsed between them", () => {
    const page = (name: string, length: number) =>
      `<p id=${name}>${"x".repeat(length)}<b id=${name}>`;
    const lengths = [10, 100, 70_000, 10, 200_000, 1_100_000, 10];
    const names = lengths.map((_, index) => `page-${index}`);
    const trees = lengths.map((length, index) => parse(page(names[index] ?? "", length)));
    for (const order of [trees, trees.toReversed()]) {
      const ids = order.map((tree) =>
        tree.attribute(tree.lastChild(tree.firstChild(tree.lastChild(tree.firstChild(0)))), "id"),
      );
      expect(ids).toEqual(order === trees ? names : names.toReversed());
    }
  });

  it("builds the same tree again after a page of a thousand unknown names", () => {
    const names = Array.from({ length: 1000 }, (_, index) => `</x${index}>`).join("");
    const html = `<!doctype html><body>${names}<x-foo><i>a</x-foo>b`;
    const clean = () => toCleanHtml(wholePage(parse(html)));
    expect([clean(), clean()]).toEqual(["<i>a</i><i>b</i>", "<i>a</i><i>b</i>"]);
  });
});
