import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { canonicalUrl } from "dragline";
import fc from "fast-check";
import { createLinkJudge } from "../../../../src/mapper/links/link-judge.ts";
import type { LinkRules } from "../../../../src/mapper/links/link-rules.ts";
import { describe, expect, it } from "vitest";

const seed = "https://example.com/docs/";

function judgeOf(rules: Partial<LinkRules> = {}) {
  return createLinkJudge({
    seed,
    includeSubdomains: false,
    include: [],
    exclude: [],
    followNofollow: true,
    canonical: { dropParameters: ["sid"] },
    ...rules,
  });
}

describe("LinkJudge.judge", () => {
  it.each([
    ["https://example.com/a?utm_source=x#part", "https://example.com/a", undefined],
    ["HTTPS://EXAMPLE.com:443/%7Ea/./b?sid=1", "https://example.com/~a/b", undefined],
    ["https://example.com/a;sid=4", "https://example.com/a", undefined],
    [" https://example.com/a\n ", "https://example.com/a", undefined],
    ["https://other.example/a", "https://other.example/a", "scope"],
    ["https://ann:secret@example.com/a", "https://example.com/a", undefined],
    ["https://ann@example.com/a?b=1", "https://example.com/a?b=1", undefined],
    ["https://:secret@example.com", "https://example.com/", undefined],
    ["https://example.com:x@other.example/a", "https://other.example/a", "scope"],
    ["https://a%40b:c%3Ad@example.com/a@b", "https://example.com/a@b", undefined],
    ["https://docs.example.com/a", "https://docs.example.com/a", "scope"],
    ["mailto:a@example.com", "mailto:a@example.com", "not-http"],
    ["javascript:void(0)", "javascript:void(0)", "not-http"],
    ["data:text/html,<p>", "data:text/html,<p>", "not-http"],
    ["ftp://example.com/", "ftp://example.com/", "not-http"],
    ["https://", "https://", "invalid"],
    ["/relative", "/relative", "invalid"],
    ["", "", "invalid"],
    ["http://[::1", "http://[::1", "invalid"],
  ])("judges %j", (reference, url, refusal) => {
    expect(judgeOf().judge(reference, false)).toEqual({ url, refusal });
  });

  it("says of every spelling what canonicalUrl says", () => {
    const judge = judgeOf({ canonical: {} });
    const piece = fc.constantFrom(
      ..."/ // . .. a B1 - _ ~ ! $ & ' ( ) * + , ; = : @ % %41 %2e ? # \\ ^ | ` { } [ ] ä é".split(
        " ",
      ),
      " ",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const reference = `https://example.com/${pieces.join("")}`;
        expect(judge.judge(reference, false).url).toBe(canonicalUrl(reference));
      }),
      { numRuns: 3000, seed: 6 },
    );
  });

  it("says the same when it is asked again, and as many others in between", () => {
    const judge = judgeOf();
    const first = judge.judge("https://example.com/first#a", false);
    for (let page = 0; page < 60_000; page++) {
      const url = `https://example.com/${page}`;
      expect(judge.judge(url, false)).toEqual({ url, refusal: undefined });
    }
    expect(judge.judge("https://example.com/first#b", false)).toEqual(first);
  });

  it("refuses what is longer than 8,192 characters", () => {
    const judge = judgeOf();
    const fits = `https://example.com/${"a".repeat(8192 - 20)}`;
    expect(judge.judge(fits, false).refusal).toBeUndefined();
    expect(judge.judge(`${fits}a`, false).refusal).toBe("invalid");
    expect(judge.judge(`https://example.com/${"ä".repeat(3000)}`, false).refusal).toBe("invalid");
    expect(judge.judge(`https://other.example/${"a".repeat(9000)}`, false).refusal).toBe("invalid");
    expect(judge.judge("a".repeat(100_000), false).refusal).toBe("invalid");
    expect(judge.judge(`data:,${"a".repeat(100_000)}`, false).refusal).toBe("not-http");
    expect(judge.judge(` java\nscript:${"a".repeat(100_000)}`, false).refusal).toBe("not-http");
  });

  it("follows what include has and exclude has not, and the seed at any rate", () => {
    const judge = judgeOf({ include: ["/docs/*"], exclude: ["*/private*", "/docs/"] });
    const refusals = ["/docs/a", "/docs/private", "/blog", "/docs/", "/docs/#top"].map(
      (path) => judge.judge(`https://example.com${path}`, false).refusal,
    );
    expect(refusals).toEqual([undefined, "excluded", "excluded", undefined, undefined]);
  });

  it("matches globs with canonical URLs", () => {
    const judge = judgeOf({ exclude: ["/a"] });
    expect(judge.judge("https://example.com/b/../%61?utm_source=x", false).refusal).toBe(
      "excluded",
    );
  });

  it("refuses marked links by option only", () => {
    const url = "https://example.com/a";
    expect(judgeOf().judge(url, true).refusal).toBeUndefined();
    const judge = judgeOf({ followNofollow: false });
    expect(judge.judge(url, true)).toEqual({ url, refusal: "nofollow" });
    expect(judge.judge(url, false).refusal).toBeUndefined();
  });

  it("tells the first reason of several", () => {
    const judge = judgeOf({ followNofollow: false, exclude: ["*"] });
    const links = ["mailto:a", "https://", "https://other.example/", "https://example.com/a", seed];
    expect(links.map((link) => judge.judge(link, true).refusal)).toEqual([
      "not-http",
      "invalid",
      "scope",
      "excluded",
      "nofollow",
    ]);
  });

  it("takes hosts below the seed's by option", () => {
    const judge = judgeOf({ includeSubdomains: true });
    expect(judge.judge("https://a.example.com/", false).refusal).toBeUndefined();
  });

  it("tells routes in fragments apart by option", () => {
    const judge = judgeOf({ canonical: { keepRouteFragment: true } });
    const urls = ["#/a", "#/b", "#top"].map((route) => judge.judge(seed + route, false).url);
    expect(urls).toEqual([`${seed}#/a`, `${seed}#/b`, seed]);
  });

  it("refuses wrong rules at once", () => {
    expect(() => judgeOf({ exclude: [""] })).toThrow(
      expect.objectContaining({ code: "INVALID_PATTERN" }),
    );
    expect(() => judgeOf({ seed: "x" })).toThrow(expect.objectContaining({ code: "INVALID_URL" }));
    expect(() => judgeOf({ canonical: { wat: 1 } as object })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("keeps no page in memory by its answers", () => {
    const judge = judgeOf();
    const before = heapAfterGc();
    const kept = Array.from({ length: 40 }, (_, index) => {
      const page = `https://other.example/page-${index}${" ".repeat(1_000_000)}${index}`;
      // Flat, as a page is.
      Buffer.from(page);
      const isHttp = index % 2 === 0;
      return judge.judge(isHttp ? page.slice(0, 40) : page.slice(4, 40), false);
    });
    expect(heapAfterGc() - before).toBeLessThan(10_000_000);
    expect(kept).toHaveLength(40);
  });
});

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

function heapAfterGc(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
