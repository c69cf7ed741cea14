import { parse } from "dragline/html";
import { parseLinks } from "dragline/mapper";
import {
  headersRefuseFollowing,
  namesCanonical,
  refusesFollowing,
} from "../../../../src/mapper/map/page-wishes.ts";
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

describe("refusesFollowing of an agent", () => {
  it.each([
    ["<meta name=dragline content=nofollow>", true],
    ["<META NAME=' DragLine ' CONTENT='NoIndex, NONE'>", true],
    ["<meta name=robots content=all><meta name=Dragline content=nofollow>", true],
    ["<meta name=otherbot content=nofollow>", false],
    ["<meta name=draglinebot content=nofollow>", false],
    ["<meta name=dragline content=follow>", false],
    ["<meta content=nofollow>", false],
    ["<template><meta name=dragline content=nofollow></template>", false],
  ])("of %s is %s", (html, refused) => {
    expect(refusesFollowing(parseLinks(html), "Dragline")).toBe(refused);
    expect(refusesFollowing(parse(html), "Dragline")).toBe(refused);
    expect(refusesFollowing(parseLinks(html))).toBe(false);
  });
});

describe("headersRefuseFollowing", () => {
  it.each<[string | string[] | undefined, boolean]>([
    ["nofollow", true],
    ["NOINDEX, NoFollow", true],
    ["none", true],
    [["noindex", "nofollow"], true],
    ["dragline: nofollow", true],
    ["Dragline : noindex, nofollow", true],
    ["otherbot: noindex, dragline: nofollow", true],
    [["otherbot: nofollow", "DRAGLINE:none"], true],
    ["*: nofollow", true],
    ["unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow", true],
    ["max-snippet: 20, max-image-preview: large, nofollow", true],
    ["otherbot: nofollow", false],
    ["otherbot: noindex, nofollow", false],
    ["dragline: noindex, otherbot: nofollow", false],
    ["draglines: nofollow", false],
    ["index, follow", false],
    ["nofollowing", false],
    ["", false],
    [undefined, false],
  ])("of %j is %s", (tag, refused) => {
    expect(headersRefuseFollowing({ "x-robots-tag": tag }, "Dragline")).toBe(refused);
  });

  it("takes little time on hostile headers", () => {
    const started = performance.now();
    for (const piece of [",", ":", "a:", "a,:"]) {
      headersRefuseFollowing({ "x-robots-tag": Array(100).fill(piece.repeat(60_000)) }, "x");
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("namesCanonical in a page", () => {
  const link = '<link rel="canonical" href="c">';
  const comes = "https://example.com/a/c";

  it.each([
    ["of the head", `<html><head><title>x</title>${link}</head><body>`, comes],
    ["of a head that is not written", `<!doctype html><title>x</title>${link}<p>x`, comes],
    ["of noscript in the head", `<head><noscript>${link}</noscript></head>`, comes],
    [
      "behind scripts and styles",
      `<head><script>"</head>"</script><style>p{}</style>${link}`,
      comes,
    ],
    ["behind the head's end", `<head></head>${link}<body>`, comes],
    ["behind a comment and white space", `<!-- <body> --> \n<html>\n${link}`, comes],
    ["behind a template", `<head><template><p>x</p></template>${link}</head>`, comes],
    ["of the body", `<head></head><body>${link}`, undefined],
    ["of an article", `<head><title>x</title></head><body><article><p>${link}`, undefined],
    ["behind text", `<head>text${link}</head>`, undefined],
    ["behind an element of the body", `<div></div><head>${link}</head>`, undefined],
    ["behind an unknown element", `<head><x-y></x-y>${link}</head>`, undefined],
    ["of a template", `<head><template>${link}</template></head>`, undefined],
    ["of svg", `<head><svg>${link}</svg></head>`, undefined],
    ["of a comment", `<head><!-- ${link} --></head>`, undefined],
    ["behind the body's end", `<head></head><body></body>${link}`, undefined],
  ])("%s", (_, html, canonical) => {
    expect(namesCanonical(parseLinks(html), "https://example.com/a/b")).toBe(canonical);
    expect(namesCanonical(parse(html), "https://example.com/a/b")).toBe(canonical);
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
