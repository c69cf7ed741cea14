import { describe, expect, it } from "vitest";
import { makeBody } from "../../../../src/monitor/content/make-body.ts";
import type { ContentFilters } from "../../../../src/monitor/content/content-filters.ts";
import type { WatchFormat } from "dragline/monitor";

function make(html: string, format: WatchFormat = "html", filters: ContentFilters = {}) {
  const page = { url: "https://site.test/a/b", html };
  return makeBody(page, { format, filters }, { maxLength: 10_000 });
}

function body(html: string, format: WatchFormat = "html", filters: ContentFilters = {}): string {
  const made = make(html, format, filters);
  if (made.status === "failed") return made.code;
  return made.body
    .replace(/^<html>\n([^]*)\n<\/html>$/, "$1")
    .replace(/^<body>\n?([^]*?)\n?<\/body>$/, "$1");
}

describe("makeBody", () => {
  it("makes the three formats of one page", () => {
    const html =
      '<title>T</title><meta name="description" content="D"><h1>One</h1><p>Two <a href="/x?utm_source=m">x</a></p>';
    expect(body(html, "markdown")).toBe("# One\n\nTwo [x](https://site.test/x)");
    expect(body(html, "cleaned_html")).toBe(
      '<h1>One</h1>\n<p>Two <a href="https://site.test/x">x</a></p>',
    );
    expect(body(html)).toBe(
      '<title>T</title>\n<meta content="D" name="description">\n<body>\n<h1>One</h1>\n<p>Two <a href="/x">x</a></p>\n</body>',
    );
  });

  it("keeps what buttons say where forms are cleaned away", () => {
    const html = "<form><p>Suit</p><button class=b type=submit>Sold <b>out</b></button></form>";
    expect(body(html, "cleaned_html")).toMatch(/^<p>Suit<\/p>\s*<span>Sold <b>out<\/b><\/span>$/);
    expect(body(html)).toContain('<button class="b" type="submit">Sold <b>out</b></button>');
  });

  it("leaves out what no reader sees", () => {
    const html =
      "<p onclick='x()' style='a:b' nonce=n1>a<!-- c --><script>1</script><style>p{}</style></p><input type=hidden value=t>";
    expect(body(html)).toBe("<p>a</p>");
  });

  it("writes attributes and classes in one order, without those of programs", () => {
    const html =
      '<p title="t" class="z css-1a2b3c a Card_root__x1Y2z sc-aXbC z" id="x7f3k9" data-ts="1732300000" data-stock="3" lang="en">a</p>';
    expect(body(html)).toBe('<p class="Card_root a z" data-stock="3" lang="en" title="t">a</p>');
  });

  it("keeps numbers and words in names that people chose", () => {
    const html = '<p class="col-md-6 mt-12 h264 section2" id="chapter-12" data-price="1250">a</p>';
    expect(body(html)).toBe(
      '<p class="col-md-6 h264 mt-12 section2" data-price="1250" id="chapter-12">a</p>',
    );
  });

  it("folds white space, but for preformatted text", () => {
    expect(body("<div>\n <p> a \n <b> b</b>  c </p></div><pre>\n\n  x\n y </pre>")).toBe(
      "<div>\n<p>a <b>b</b> c</p>\n</div>\n<pre>\n\n  x\n y </pre>",
    );
    expect(body("<p>a<b>b</b></p>")).not.toBe(body("<p>a <b>b</b></p>"));
  });

  it("takes an image's real source, and none that counts visits", () => {
    const html =
      '<img src="data:image/gif;base64,R0" data-src="/p.jpg?v=17" alt="P"><img src="/t.gif" width=1 height=1>';
    expect(body(html)).toBe('<img alt="P" src="/p.jpg">');
  });

  it("keeps what is called an advertisement and has a text of its own", () => {
    expect(body('<div class="ad"><h2>Bike</h2> €50</div><p>x</p>', "markdown")).toContain("€50");
    expect(body('<div class="ad">Advertisement</div><p>x</p>', "markdown")).toBe("x");
    const house = '<p>Sponsor Message</p><a href="/s">Become an ABC sponsor</a>';
    expect(body(`<div class="ad-wrap">${house}</div><p>x</p>`, "markdown")).toBe("x");
    expect(body(`<div class="ad-wrap">${house} of birds</div>`, "markdown")).toContain("birds");
    expect(body('<article class="ad-slot">Ad</article>', "markdown")).toBe("Ad");
  });

  it("keeps everything with canonical false", () => {
    const html = '<p data-ts="1732300000" class="b a">a <a href="/x?utm_source=m">x</a></p>';
    expect(body(html, "html", { canonical: false })).toBe(
      '<p data-ts="1732300000" class="b a">a <a href="/x?utm_source=m">x</a></p>',
    );
    expect(body(html, "markdown", { canonical: false })).toBe(
      "a [x](https://site.test/x?utm_source=m)",
    );
  });

  it("is cut down to what is included, without what is removed", () => {
    const html = "<nav>n</nav><div id=a><p>1</p><p class=x>2</p></div><div id=b>3</div>";
    expect(body(html, "markdown", { include: ["#a", "nav"], remove: [".x"] })).toBe("n\n\n1");
  });

  it("includes parts of tables as what they are", () => {
    const html = "<table><tr><td>1<td>2<tr class=x><td>3<td>4</table>";
    expect(body(html, "cleaned_html", { include: ["tr.x"] })).toContain("<td>3</td><td>4</td>");
  });

  it("includes what is asked for by name although it looks like an advertisement", () => {
    expect(body("<p>x</p><div class=ad-slot>Ad</div>", "markdown", { include: [".ad-slot"] })).toBe(
      "Ad",
    );
  });

  it("is the main content when asked", () => {
    const text = "A sentence of the article that goes on for a while, with words. ".repeat(8);
    const html = `<nav><a href=/1>One</a><a href=/2>Two</a></nav><article><h1>Title</h1><p>${text}</p></article><footer>f</footer>`;
    const main = body(html, "markdown", { main: true });
    expect(main).toContain("A sentence");
    expect(main).not.toContain("[One]");
  });

  it.each([
    ["EMPTY_CONTENT", "", {}],
    ["EMPTY_CONTENT", "<div><script>1</script></div>", {}],
    ["EMPTY_CONTENT", "<p>a</p>", { remove: ["p"] }],
    ["SELECTOR_GONE", "<p>a</p>", { include: ["h1", ".x"] }],
    ["TOO_LARGE", `<p>${"a".repeat(10_001)}</p>`, {}],
  ])("fails with %s", (code, html, filters) => {
    for (const format of ["markdown", "html", "cleaned_html"] as const) {
      expect(make(html, format, filters)).toMatchObject({ status: "failed", code });
    }
  });

  it("is not empty where there are images alone", () => {
    expect(body('<img src="/a.png">', "html")).toBe('<img src="/a.png">');
  });
});
