import { describe, expect, it } from "vitest";
import { stableUrl } from "../../../../src/monitor/content/canonical/stable-url.ts";

describe("stableUrl", () => {
  it.each([
    ["/a?utm_source=x&id=3&gclid=y#f", "/a?id=3#f"],
    ["/a;jsessionid=0A1B2C?x=1", "/a?x=1"],
    ["/a?PHPSESSID=abc", "/a"],
    ["/a?b=2&_csrf=t&a=1", "/a?b=2&a=1"],
    ["a?sid=deadbeef01234567", "a"],
  ])("leaves out of the link %s what only says who asked", (reference, stable) => {
    expect(stableUrl(reference, "link")).toBe(stable);
  });

  it.each([
    "/a?sid=42",
    "/a?v=abc&t=3",
    "/a;color=red",
    "?page=2",
    "#top",
    "mailto:a@b.test?subject=x",
    "/list?session=spring-2026",
  ])("keeps the link %s", (reference) => {
    expect(stableUrl(reference, "link")).toBe(reference);
  });

  it.each([
    ["/a.png?v=3", "/a.png"],
    ["/a.png?1732300000", "/a.png"],
    ["/a.png?w=200&X-Amz-Signature=ff&Expires=1", "/a.png?w=200"],
    ["data:image/png;base64,x?y", "data:image/png;base64,x?y"],
  ])("leaves out of the asset %s what goes round caches", (reference, stable) => {
    expect(stableUrl(reference, "asset")).toBe(stable);
  });
});
