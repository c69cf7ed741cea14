import { readUrl } from "dragline/extractor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const base = "https://site.test/d/page?q=1";

describe("readUrl", () => {
  it.each([
    ["a/b", "https://site.test/d/a/b"],
    ["/a", "https://site.test/a"],
    ["../a", "https://site.test/a"],
    ["?p=2", "https://site.test/d/page?p=2"],
    ["#top", "https://site.test/d/page?q=1#top"],
    ["//x.test/y", "https://x.test/y"],
    ["http://X.test", "http://x.test/"],
    [" https://x.test/a ", "https://x.test/a"],
    ["https://x.test/ä", "https://x.test/%C3%A4"],
  ])("makes %s absolute", (reference, url) => {
    expect(readUrl(reference, base)).toBe(url);
  });

  it.each([
    "",
    "javascript:alert(1)",
    "JaVaScRiPt:1",
    "data:text/html,x",
    "vbscript:x",
    "mailto:a@b.test",
    "ftp://x.test",
    "blob:https://x.test/1",
    "https://",
    "see our shop",
    "java\nscript:alert(1)",
    `https://x.test/${"a".repeat(9_000)}`,
  ])("refuses %j", (reference) => {
    expect(readUrl(reference, base)).toBeUndefined();
  });

  it("takes no relative reference without a base, nor with one that is no URL", () => {
    expect(readUrl("/a")).toBeUndefined();
    expect(readUrl("/a", "nowhere")).toBeUndefined();
    expect(readUrl("https://x.test/", "nowhere")).toBe("https://x.test/");
  });

  it("gives http and https alone, for any text", () => {
    const law = fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      const url = readUrl(text, base);
      return url === undefined || /^https?:\/\//.test(url);
    });
    expect(() => fc.assert(law)).not.toThrow();
    expect(readUrl("a".repeat(1_000_000), base)).toBeUndefined();
  });
});
