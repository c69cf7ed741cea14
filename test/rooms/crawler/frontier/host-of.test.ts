import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalUrl } from "../../../../src/core/index.ts";
import { hostOf } from "../../../../src/crawler/frontier/host-of.ts";

describe("hostOf", () => {
  it("is the host of the parsed URL, whatever the URL", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        const url = canonicalUrl(text);
        expect(hostOf(url)).toBe(new URL(url).host);
      }),
    );
  });

  it.each([
    ["http://a.example/", "a.example"],
    ["https://a.example:8443//x//y@z", "a.example:8443"],
    ["http://[2001:db8::1]:81/?q=//b/", "[2001:db8::1]:81"],
    ["http://user:word@a.example/", "a.example"],
  ])("of %s is %s", (url, host) => {
    expect(hostOf(url)).toBe(host);
  });
});
