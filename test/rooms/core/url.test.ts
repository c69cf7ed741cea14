import fc from "fast-check";
import { canonicalUrl, CoreError, isDraglineError } from "dragline";
import { createCanonicalizer } from "../../../src/core/index.ts";
import { describe, expect, it } from "vitest";
import { corpusJson, corpusMissing } from "../../corpus.ts";

describe("canonicalUrl", () => {
  it.each([
    ["HTTP://Example.COM:80/a/../b", "http://example.com/b"],
    ["https://example.com", "https://example.com/"],
    ["https://example.com/a/", "https://example.com/a/"],
    ["https://example.com/a?b=1#part", "https://example.com/a?b=1"],
    ["https://example.com/%7euser/%41", "https://example.com/~user/A"],
    ["https://example.com/a%2fb", "https://example.com/a%2Fb"],
    ["https://example.com/?utm_source=x&id=1&fbclid=y", "https://example.com/?id=1"],
    ["https://example.com/?utm_source=x", "https://example.com/"],
    ["https://example.com/?", "https://example.com/"],
    ["https://example.com/?b=1&a=2", "https://example.com/?b=1&a=2"],
    ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
    ["https://example.com/%%34%31", "https://example.com/%%34%31"],
  ])("gives %s one spelling", (input, expected) => {
    expect(canonicalUrl(input)).toBe(expected);
  });

  it("keeps a route fragment on request", () => {
    const url = "https://example.com/#/users/1";
    expect(canonicalUrl(url)).toBe("https://example.com/");
    expect(canonicalUrl(url, { keepRouteFragment: true })).toBe(url);
    expect(canonicalUrl("https://example.com/#top", { keepRouteFragment: true })).toBe(
      "https://example.com/",
    );
  });

  it("sorts the query on request", () => {
    expect(canonicalUrl("https://example.com/?b=1&a=2&b=0", { sortQuery: true })).toBe(
      "https://example.com/?a=2&b=1&b=0",
    );
  });

  it("keeps tracking parameters on request", () => {
    const url = "https://example.com/?gclid=1";
    expect(canonicalUrl(url, { dropTracking: false })).toBe(url);
  });

  it.each([
    ["https://example.com/?SID=1&a=2", "https://example.com/?a=2"],
    ["https://example.com/?s%69d=1", "https://example.com/"],
    ["https://example.com/a;jsessionid=0A;v=1/b;JSESSIONID=?x", "https://example.com/a;v=1/b?x"],
    ["https://example.com/a/..;sid=1/b", "https://example.com/b"],
    ["https://example.com/;sid=1;sid=2", "https://example.com/"],
    ["https://example.com/sid=1?a=sid=1", "https://example.com/sid=1?a=sid=1"],
    ["https://example.com/a;sid", "https://example.com/a;sid"],
    ["https://example.com/a;b", "https://example.com/a;b"],
  ])("leaves out parameters that make no difference: %s", (input, expected) => {
    const options = { dropParameters: ["Sid", "jsessionid"] };
    expect(canonicalUrl(input, options)).toBe(expected);
    expect(canonicalUrl(expected, options)).toBe(expected);
  });

  it.each(["sid", [1], null])("refuses %j as parameters to leave out", (dropParameters) => {
    expect(() =>
      canonicalUrl("https://example.com/", { dropParameters } as unknown as object),
    ).toThrow(/'dropParameters' must be a list/);
  });

  it.each(["", "not a url", "ftp://example.com/", "javascript:alert(1)", "/relative"])(
    "refuses %j",
    (input) => {
      expect(() => canonicalUrl(input)).toThrow(CoreError);
      try {
        canonicalUrl(input);
      } catch (error) {
        expect(isDraglineError(error, "INVALID_URL")).toBe(true);
      }
    },
  );

  it("keeps credentials out of its message", () => {
    expect(() => canonicalUrl("ftp://user:secret@example.com/")).toThrow(
      /'ftp:\/\/…@example\.com\/'/,
    );
  });

  it("refuses an unknown option and names the known ones", () => {
    expect(() => canonicalUrl("https://example.com/", { sort: true } as never)).toThrow(
      /Unknown option 'sort'; known are .*sortQuery/,
    );
  });

  it("changes nothing when applied twice, whatever the escapes", () => {
    const piece = fc.constantFrom(
      "%",
      "%4",
      "%41",
      "%2e",
      "%2F",
      "%7e",
      "a",
      "/",
      ".",
      "..",
      "&",
      "=",
      "?",
      "ä",
      ";",
      "sid",
      "#",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), fc.boolean(), (pieces, sortQuery) => {
        const options = { sortQuery, dropParameters: ["sid"] };
        const once = canonicalUrl(`https://example.com/${pieces.join("")}`, options);
        expect(canonicalUrl(once, options)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it.skipIf(corpusMissing)(
    `agrees with the WHATWG cases and is idempotent on each${corpusMissing}`,
    () => {
      const cases =
        corpusJson<{ input: string; base: string | null; href: string }[]>("url/wpt.json");
      expect(cases.length).toBeGreaterThanOrEqual(122);
      for (const { input, base, href } of cases) {
        const url = new URL(input, base ?? undefined);
        expect(url.href).toBe(href);
        const once = canonicalUrl(url);
        expect(canonicalUrl(once), input).toBe(once);
      }
    },
  );

  it("takes time in proportion to its input", () => {
    expect(
      canonicalUrl(`https://example.com/${"%".repeat(100_000)}${"%34%31".repeat(20_000)}`).length,
    ).toBe(20 + 100_000 + 120_000);
  });
});

describe("createCanonicalizer", () => {
  it("says what canonicalUrl says", () => {
    const options = { sortQuery: true, dropParameters: ["sid"] };
    const canonicalize = createCanonicalizer(options);
    for (const url of ["http://a.example:80/b?z=1&sid=2&a", "http://a.example/%7Eb", "http://a/"]) {
      expect(canonicalize(url)).toBe(canonicalUrl(url, options));
      expect(canonicalize(new URL(url))).toBe(canonicalUrl(url, options));
    }
    expect(() => canonicalize("mailto:x")).toThrow(CoreError);
  });

  it("refuses wrong options before the first URL", () => {
    expect(() => createCanonicalizer({ sort: true } as never)).toThrow(/Unknown option 'sort'/);
  });
});
