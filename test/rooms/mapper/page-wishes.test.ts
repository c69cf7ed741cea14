import { namesCanonical, parseLinks, refusesFollowing } from "dragline/mapper";
import { describe, expect, it } from "vitest";

describe("refusesFollowing", () => {
  it.each([
    ["<meta name=robots content=nofollow>", true],
    ["<meta name=ROBOTS content='noindex, NoFollow'>", true],
    ["<meta name=robots content=none>", true],
    ["<meta name=robots content=index><meta name=robots content=nofollow>", true],
    ["<meta name=robots content='index,follow'>", false],
    ["<meta name=robots content=nofollowers>", false],
    ["<meta name=description content=nofollow>", false],
    ["<meta name=robots>", false],
    ["", false],
  ])("of %s is %s", (html, refused) => {
    expect(refusesFollowing(parseLinks(html))).toBe(refused);
  });
});

describe("namesCanonical", () => {
  it.each([
    ["<link rel=canonical href=/c>", "https://example.com/c"],
    ["<base href=/x/><link rel='x Canonical' href=c>", "https://example.com/x/c"],
    ["<link rel=canonical><link rel=canonical href=c>", "https://example.com/a/c"],
    ["<link rel=canonical href=https://><link rel=canonical href=c>", "https://example.com/a/c"],
    ["<link rel=canonical href=mailto:x>", "mailto:x"],
    ["<link rel=alternate href=c>", undefined],
    ["<a rel=canonical href=c>", undefined],
    ["", undefined],
  ])("of %s is %s", (html, canonical) => {
    expect(namesCanonical(parseLinks(html), "https://example.com/a/b")).toBe(canonical);
  });
});
