import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pagePath } from "../../../src/node/crawl/page-path.ts";

describe("pagePath", () => {
  it.each([
    ["https://docs.example.com/", "docs.example.com/index"],
    ["https://docs.example.com/guide/", "docs.example.com/guide/index"],
    ["https://docs.example.com/guide", "docs.example.com/guide"],
    ["https://docs.example.com/guide/start.html", "docs.example.com/guide/start.html"],
    ["http://127.0.0.1:8080/a", "127.0.0.1_8080/a"],
    ["http://example.com/a", "example.com/a"],
  ])("of %s is %s", (url, path) => {
    expect(pagePath(url, new URL(url).protocol).replace(/-[\da-f]{12}$/, "")).toBe(path);
  });

  it("says all of a plain URL", () => {
    expect(pagePath("https://example.com/guide/start", "https:")).toBe("example.com/guide/start");
  });

  it("never leaves the folder and takes what every file system takes", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, size: "large" }), (url) => {
        const path = pagePath(new URL(url).href, "https:");
        for (const name of path.split("/")) {
          expect(name).not.toMatch(/^\.*$|[<>:"\\|?*]|[. ]$/);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        }
      }),
      { seed: 1 },
    );
  });

  it.each([
    ["https://example.com/a?x=1", "https://example.com/a_x=1"],
    ["https://example.com/a/", "https://example.com/a/index"],
    ["https://example.com/A", "https://example.com/a"],
    ["https://example.com/a%2Fb", "https://example.com/a/b"],
    ["https://example.com/%2e%2e%2fetc", "https://example.com/__/etc"],
    ["http://example.com:81/a", "http://example.com_81/a".replace("_", "-")],
    ["https://example.com/x.md/y", "https://example.com/x_md/y"],
    ["http://example.com/a", "https://example.com/a"],
    ["https://example.com/a", "https://example.com/a?"],
    [`https://example.com/${"x".repeat(3000)}`, `https://example.com/${"x".repeat(3001)}`],
    [`https://example.com/${"x".repeat(200)}`, `https://example.com/${"x".repeat(201)}`],
  ])("tells %s from %s, whatever the case", (one, other) => {
    expect(pagePath(one, "https:").toLowerCase()).not.toBe(pagePath(other, "https:").toLowerCase());
  });
});
