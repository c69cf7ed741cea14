import fc from "fast-check";
import { compilePatterns, isMapError } from "dragline/mapper";
import { describe, expect, it } from "vitest";

const site = "https://example.com";

describe("compilePatterns", () => {
  it.each([
    ["/a", "/a", true],
    ["/a", "/a/", false],
    ["/a", "/ab", false],
    ["/A", "/a", false],
    ["/*", "/", true],
    ["/docs/*", "/docs/a/b?c=d", true],
    ["/docs/**", "/docs/a/b", true],
    ["/docs/*", "/docs", false],
    ["*.pdf", "/a/b.pdf", true],
    ["*.pdf", "/a/b.pdf?x=1", false],
    ["/?", "/a", true],
    ["/?", "/", false],
    ["/?", "/ab", false],
    ["/a?b=1", "/a?b=1", true],
    ["*?page=*", "/list?page=2", true],
    ["/a+(b)[c]^$|.", "/a+(b)[c]^$|.", true],
    ["/a.c", "/abc", false],
    ["*a*b*c*", "/xaybzc", true],
    ["*a*b*c*", "/xayczb", false],
    ["a", "/a", false],
    ["*", "/", true],
    ["/straße/*", "/stra%C3%9Fe/1", true],
    ["/stra%C3%9Fe/*", "/stra%C3%9Fe/1", true],
    ["/stra?e/1", "/stra%C3%9Fe/1", true],
    ["/?", "/%F0%9F%98%80", true],
    ["/%", "/%", true],
    ["/%FF*", "/%FF%41", true],
  ])("%s matches %s: %s", (glob, path, matched) => {
    expect(compilePatterns([glob])(site + path)).toBe(matched);
  });

  it.each([
    ["https://example.com/a*", "https://example.com/ab", true],
    ["https://example.com/a*", "http://example.com/ab", false],
    ["*://example.com/*", "http://example.com/", true],
    ["https://*.example.com/*", "https://docs.example.com/a", true],
    ["https://*.example.com/*", "https://example.com/a", false],
  ])("matches the whole URL where there is a scheme: %s, %s: %s", (glob, url, matched) => {
    expect(compilePatterns([glob])(url)).toBe(matched);
  });

  it("leaves a route in the fragment to globs of whole URLs", () => {
    const url = "https://example.com/app#/users";
    expect(compilePatterns(["/app"])(url)).toBe(true);
    expect(compilePatterns(["*://*/users"])(url)).toBe(true);
  });

  it("matches when one glob does, and nothing without globs", () => {
    const matches = compilePatterns(["/a", "/b"]);
    expect([matches(`${site}/b`), matches(`${site}/c`)]).toEqual([true, false]);
    expect(compilePatterns([])(`${site}/`)).toBe(false);
  });

  it.each([
    [[""]],
    [["/a", "x".repeat(501)]],
    [Array.from({ length: 101 }, () => "/a")],
    [[1]],
    [[null]],
    ["/a"],
    [null],
  ])("refuses %j", (globs) => {
    const compile = (): unknown => compilePatterns(globs as string[]);
    expect(compile).toThrow(expect.objectContaining({ name: "MapError", code: "INVALID_PATTERN" }));
  });

  it("takes what is just within the limits, and says which glob is not", () => {
    expect(() => compilePatterns(Array.from({ length: 100 }, () => "x".repeat(500)))).not.toThrow();
    try {
      compilePatterns(["/a", ""]);
    } catch (error) {
      expect(isMapError(error, "INVALID_PATTERN") && error.details).toEqual({ index: 1 });
    }
  });

  it("agrees with the regular expression that a glob stands for", () => {
    const piece = fc.constantFrom("*", "**", "?", "a", "b", ".", "/", "(", "\u{1F600}");
    const letter = fc.constantFrom("a", "b", ".", "/", "(", "\u{1F600}");
    const texts = fc.tuple(fc.array(piece, { maxLength: 12 }), fc.array(letter, { maxLength: 16 }));
    fc.assert(
      fc.property(texts, ([glob, path]) => {
        const source = glob
          .join("")
          .replace(/[.*+?^${}()|[\]\\/]/g, (sign) =>
            sign === "*" ? ".*" : sign === "?" ? "." : `\\${sign}`,
          );
        const text = `/${path.join("")}`;
        const expected = new RegExp(`^/${source}$`, "su").test(text);
        expect(compilePatterns([`/${glob.join("")}`])(site + text)).toBe(expected);
      }),
      { numRuns: 3000, seed: 6 },
    );
  });

  it("is through in no time with globs that hang regular expressions", () => {
    const globs = Array.from({ length: 100 }, (_, index) => `${"*a".repeat(240)}*${index}x`);
    const matches = compilePatterns(globs);
    const started = performance.now();
    expect(matches(`${site}/${"a".repeat(8000)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
