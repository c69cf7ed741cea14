import { parse } from "dragline/html";
import { followable, parseLinks } from "dragline/mapper";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpus, corpusMissing, corpusText } from "../../../corpus.ts";

const url = "https://example.com/a/b?c#d";

function linksOf(html: string): readonly string[] {
  const found = followable(parseLinks(html), url).links.map(({ reference }) => reference);
  const parsed = followable(parse(html), url).links.map(({ reference }) => reference);
  // A tree may have a misnested element twice.
  expect([...new Set(parsed)]).toEqual([...new Set(found)]);
  return found;
}

describe("followable", () => {
  it("finds every kind of link, in the order of the page", () => {
    expect(
      linksOf(`<!doctype html><head>
        <link rel=stylesheet href=style.css><link rel="Next" href=2><link rel="up prev" href=0>
        <link rel=canonical href=canonical><link rel=alternate hreflang=de href=de>
        <meta http-equiv=refresh content="5; url=refreshed"></head>
        <a href=/anchor>x</a><map><area href=area></map><a name=none>y</a>
        <iframe src=inner></iframe><img src=image>
        <form action=form></form><a href=last>`),
    ).toEqual(
      ["2", "0", "refreshed", "/anchor", "area", "inner", "last"].map(
        (path) => new URL(path, url).href,
      ),
    );
  });

  it("finds the pages of a frameset", () => {
    expect(
      linksOf("<head></head><frameset><frame src=1><noframes><a href=no></noframes><frame src=2>"),
    ).toEqual(["https://example.com/a/1", "https://example.com/a/2"]);
  });

  it.each([
    ["c", "https://example.com/a/c"],
    ["../c", "https://example.com/c"],
    ["?q=1&amp;r=2", "https://example.com/a/b?q=1&r=2"],
    ["#part", "https://example.com/a/b?c#part"],
    ["", "https://example.com/a/b?c"],
    ["//other.example/x", "https://other.example/x"],
    ["http://other.example:80/x y", "http://other.example/x%20y"],
    [" \n/c\t", "https://example.com/c"],
    ["/ä", "https://example.com/%C3%A4"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["javascript:go()", "javascript:go()"],
    ["data:,x", "data:,x"],
    ["https://", "https://"],
    ["http://[x", "http://[x"],
  ])("makes %j absolute", (href, expected) => {
    expect(linksOf(`<a href="${href}">`)).toEqual([expected]);
  });

  it("goes by the base of the page", () => {
    expect(linksOf(`<a href=1><base><base href=/x/><base href=/y/><a href=2>`)).toEqual([
      "https://example.com/x/1",
      "https://example.com/x/2",
    ]);
  });

  it("gives what is relative as it is when the page has no address", () => {
    const { links } = followable(parseLinks("<a href=c><a href=//d/><a href=https://e/>"), "");
    expect(links.map(({ reference }) => reference)).toEqual(["c", "//d/", "https://e/"]);
  });

  it.each([
    ["nofollow", true],
    ["noopener NoFollow", true],
    ["ugc", true],
    ["sponsored\nnoopener", true],
    ["noopener", false],
    ["not-nofollow", false],
    ["", false],
  ])("notes rel=%j: %s", (rel, nofollow) => {
    const { links } = followable(parseLinks(`<a rel="${rel}" href=c>`), url);
    expect(links).toEqual([{ reference: "https://example.com/a/c", nofollow }]);
  });

  it("does not look for links in comments, scripts and other text", () => {
    expect(
      linksOf(`<title><a href=1></title><!-- <a href=2> --><script>"<a href=3>"</script>
        <style><a href=4></style><textarea><a href=5></textarea><xmp><a href=6></xmp>
        <noframes><a href=7></noframes><iframe><a href=8></iframe><a href=9>`),
    ).toEqual(["https://example.com/a/9"]);
  });

  it("finds links behind broken markup", () => {
    expect(
      linksOf(`<a href=1<b><a href='2'x"><p a=<a href="3"></>< a href=no><a/href=4><A HREF=5></a
        <table><a href=6><tr><svg><script/><title/></svg><a href=7><a href="8`),
    ).toEqual([
      "https://example.com/a/1%3Cb",
      ...["2", "4", "5", "6", "7"].map((path) => `https://example.com/a/${path}`),
    ]);
  });

  it("gives references that are longer than 8,192 characters as they are", () => {
    const long = "../x".repeat(2500);
    expect(linksOf(`<a href=${long}><a href=data:,${long}>`)).toEqual([long, `data:,${long}`]);
  });

  it(
    "takes a page of 1,000,000 links in proportion, and leaves out the next",
    { timeout: 60_000 },
    () => {
      const links = (count: number): string => `<a href=/p>x`.repeat(count);
      const found = followable(parseLinks(links(1_000_001)), url);
      expect([found.links.length, found.truncated]).toEqual([1_000_000, true]);
      expect(followable(parseLinks(links(1000)), url).truncated).toBe(false);
    },
  );

  it("bounds what a long base makes of short links", { timeout: 60_000 }, () => {
    const base = `<base href="/${"x".repeat(8000)}/">`;
    const found = followable(parseLinks(base + "<a href=y>".repeat(20_000)), url);
    expect(found.truncated).toBe(true);
    expect(found.links.length * 8000).toBeLessThan(68_000_000);
  });

  it.each([
    ["nested elements", `<div><a href=x>`.repeat(100_000)],
    ["unclosed quotes", `<a href="x`.repeat(100_000)],
    ["bare less-than signs", "<".repeat(1_000_000)],
    ["attributes", `<a ${"b ".repeat(500_000)} href=x>`],
    ["comments", "<!--".repeat(300_000)],
    ["words of rel", `<a rel="${"nofollo ".repeat(200_000)}" href=x>`],
    ["unclosed svg", "<svg><title><![CDATA[".repeat(50_000)],
  ])("takes time in proportion to %s", { timeout: 60_000 }, (_, html) => {
    const started = performance.now();
    followable(parseLinks(html), url);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it.skipIf(corpusMissing)(`finds on real pages what the whole tree has${corpusMissing}`, () => {
    const files = readdirSync(join(corpus, "wcxb/html")).filter((_, index) => index % 5 === 0);
    expect(files.length).toBeGreaterThan(100);
    let links = 0;
    for (const file of files) {
      const html = corpusText(`wcxb/html/${file}`);
      const said = (tree: ReturnType<typeof parse>): Set<string> =>
        new Set(followable(tree, url).links.map((link) => JSON.stringify(link)));
      const found = said(parseLinks(html));
      expect(found, file).toEqual(said(parse(html)));
      links += found.size;
    }
    expect(links).toBeGreaterThan(6000);
  });
});
