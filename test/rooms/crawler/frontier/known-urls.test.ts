import { describe, expect, it } from "vitest";
import { KnownUrls } from "../../../../src/crawler/frontier/known-urls.ts";

const url = (page: number) => `http://a.example/${page}`;

describe("KnownUrls", () => {
  it("knows a URL at the depth at which it was added, and deeper", () => {
    const known = new KnownUrls(10);
    known.add(url(1), 3);
    expect([2, 3, 4].map((depth) => known.has(url(1), depth))).toEqual([false, true, true]);
    known.add(url(1), 2);
    known.add(url(1), 5);
    expect(known.has(url(1), 2)).toBe(true);
    expect(known.has(url(2), 9)).toBe(false);
  });

  it("forgets what was not asked for longest, and never holds more than it may", () => {
    const known = new KnownUrls(10);
    for (let page = 0; page < 100; page += 1) {
      known.add(url(page), 0);
      expect(known.has(url(0), 0)).toBe(true);
    }
    const held = Array.from({ length: 100 }, (_, page) => known.has(url(page), 0));
    expect(held.filter(Boolean).length).toBeLessThanOrEqual(10);
    expect(held[99]).toBe(true);
    expect(held[50]).toBe(false);
  });
});
