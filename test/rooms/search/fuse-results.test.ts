import fc from "fast-check";
import { fuseResults, type SearchResult } from "dragline/search";
import { describe, expect, it } from "vitest";
import { found } from "./told-search.ts";

const urls = (results: readonly SearchResult[]): string[] => results.map(({ url }) => url);

/** Lists without repeats, of pages that no other is like. */
const list = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
  .map((numbers) => numbers.map((number) => found(String(number))));
const lists = fc.array(list, { minLength: 1, maxLength: 5 });

describe("fuseResults", () => {
  it("leaves one list as it is", () => {
    fc.assert(
      fc.property(list, (one) => {
        expect(fuseResults([one], 100)).toEqual(one);
      }),
    );
  });

  it("has each page of all lists once, and no other", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const fused = urls(fuseResults(all, 100));
        expect(new Set(fused).size).toBe(fused.length);
        expect(new Set(fused)).toEqual(new Set(all.flatMap(urls)));
      }),
    );
  });

  it("keeps an order that all lists agree on", () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 4 }), (one, times) => {
        expect(urls(fuseResults(Array(times).fill(one), 100))).toEqual(urls(one));
      }),
    );
  });

  it("puts a page before another that it is before in every list", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const fused = urls(fuseResults(all, 100));
        for (const [at, low] of fused.entries()) {
          for (const high of fused.slice(0, at)) {
            const isBehindInAll = all.every((each) => {
              const [above, below] = [urls(each).indexOf(high), urls(each).indexOf(low)];
              return below >= 0 && (above < 0 || below < above);
            });
            expect(isBehindInAll).toBe(false);
          }
        }
      }),
    );
  });

  it("has the same scores in whichever order the lists come", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const score = (url: string): string =>
          all
            .map((each) => urls(each).indexOf(url))
            .filter((rank) => rank >= 0)
            .reduce((sum, rank) => sum + 1 / (61 + rank), 0)
            .toFixed(12);
        const forth = urls(fuseResults(all, 100)).map(score);
        expect(forth).toEqual(urls(fuseResults(all.toReversed(), 100)).map(score));
        expect(forth).toEqual(forth.toSorted((one, two) => Number(two) - Number(one)));
      }),
    );
  });

  it("cuts at the limit what it would give without one", () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 10 }), (all, limit) => {
        expect(fuseResults(all, limit)).toEqual(fuseResults(all, 100).slice(0, limit));
      }),
    );
  });

  it("takes one page under several addresses as one, and completes it", () => {
    const first = { url: "https://moss.example/a", title: "", snippet: "One." };
    const second = {
      url: "http://www.moss.example/a/",
      title: "A",
      snippet: "Two.",
      date: "2024-05-03",
    };
    const third = { ...second, url: "https://moss.example/a/", lastUpdated: "2024-06-01" };
    expect(fuseResults([[first], [found("b"), second], [third]], 10)).toEqual([
      { ...first, title: "A", date: "2024-05-03", lastUpdated: "2024-06-01" },
      found("b"),
    ]);
  });

  const text =
    "Moss grows where stones are damp and light is low, in forests, on roofs and beside springs.";

  it("takes pages with nearly the same text as one, and no others", () => {
    const one = found("a", { title: "Moss", snippet: text });
    const twin = found("b", { title: "MOSS", snippet: `${text.replace(",", " –")}..` });
    const numbered = found("c", { title: "Moss 2", snippet: text });
    const other = found("d", {
      title: "Fern",
      snippet: text.replace("damp", "dry and the sun burns all day"),
    });
    const short = [found("e", { snippet: "Moss." }), found("f", { title: "e", snippet: "Moss." })];
    const fused = fuseResults([[one, twin, numbered, other, ...short]], 10);
    expect(urls(fused).map((url) => url.slice(-1))).toEqual(["a", "c", "d", "e", "f"]);
  });

  it("takes pages of a script without spaces with nearly the same text as one", () => {
    const japanese =
      "苔は湿った石の上や森の中、屋根の上、泉のそばなど、光の弱い場所に生える小さな植物であり、種子ではなく胞子によって増える。日本の庭園では古くから大切にされてきた。";
    const one = found("a", { title: "苔", snippet: japanese });
    const two = found("b", { title: "苔", snippet: japanese.replace("、", "，") });
    expect(fuseResults([[one], [two]], 10)).toHaveLength(1);
  });

  it("is nothing of nothing", () => {
    expect(fuseResults([], 10)).toEqual([]);
    expect(fuseResults([[], []], 10)).toEqual([]);
  });
});
