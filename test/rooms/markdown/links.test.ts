import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";

const BELL = "\u0007";

describe("links that do not lead to the web", () => {
  it.each([
    "file:///etc/passwd",
    "FILE:/etc/passwd",
    "file:page.html",
    "chrome://settings",
    "chrome-extension://abc/x.html",
    "about:blank",
    "view-source:https://x.example/",
    "javascript:f()",
    "JaVaScRiPt:f()",
    " java\nscript:f()",
    "java\tscript&colon;f()",
    `${BELL}javascript:f()`,
    "&#1;file:///etc/passwd",
    "fi\rle:///etc/passwd",
    "data:text/html,x",
    "vbscript:f",
    "blob:https://x.example/1",
    "filesystem:https://x.example/t/1",
    "intent://x#Intent;end",
    "ms-settings:",
    "ftp://x.example/",
    "smb://x/y",
    "urn:isbn:1",
  ])("leave their text behind: %j", (href) => {
    expect(md(`<p>a <a href="${href}" title=t>b</a> c</p>`)).toBe("a b c");
    expect(md(`<p>a <img src="${href}" alt=b> c</p>`)).toBe(
      href.startsWith("data:image") ? "a ![b](data:image/png,) c" : "a c",
    );
    expect(toMarkdown(`<p>a <a href="${href}">b</a></p>`)).toBe("a b");
    expect(toMarkdown(`<p>a <a href="${href}">b</a></p>`, { links: "reference" })).toBe("a b");
    expect(md(`<base href="file:///x/"><a href="${href}">b</a>`)).toBe("b");
  });

  it.each([
    ["HTTPS://X.example/a", "HTTPS://X.example/a"],
    ["http:x.example/a", "http://x.example/a"],
    ["mailto:a@b.example?subject=x", "mailto:a@b.example?subject=x"],
    ["MAILTO:a@b.example", "mailto:a@b.example"],
    ["tel:+49-30-1", "tel:+49-30-1"],
    ["./file:x", "https://site.example/a/file:x"],
    ["?u=file:///x", "https://site.example/a/page?u=file:///x"],
  ])("are not such as %s", (href, url) => {
    expect(md(`<a href="${href}">b</a>`)).toBe(`[b](${url})`);
  });
});

describe("a link that covers a card", () => {
  const card = (inside: string): string => `<div class=card>${inside}</div>`;

  it.each([
    ["<a href=/x aria-label=News></a><h3><a href=/x>News</a></h3>"],
    ["<h3><a href=/x>News</a></h3><div><a href=/x title=News><i></i></a></div>"],
    ["<div><a href=/x aria-label=News></a></div><a href=/x><h3>News</h3></a>"],
  ])("says its name once where a link beside it shows it: %s", (inside) => {
    expect(md(card(inside))).toBe("### [News](https://site.example/x)");
  });

  it.each([
    ["<a href=/x aria-label=News></a><h3>News</h3>"],
    ["<h3>News</h3><div><a href=/x title=News><i></i></a></div>"],
  ])("lends its address to a heading that is no link: %s", (inside) => {
    expect(md(card(inside))).toBe("### [News](https://site.example/x)");
    expect(md(card(inside), { links: "text" })).toBe("### News");
  });

  it("lends it to the heading that begins with its name, in each card its own", () => {
    const cards = ["x", "y"].map((id) =>
      card(`<a href=/${id} aria-label=News></a><h3>News of ${id}</h3>`),
    );
    expect(md(cards.join(""))).toBe(
      "### [News of x](https://site.example/x)\n\n### [News of y](https://site.example/y)",
    );
  });

  it("keeps its name where the heading leads elsewhere or says something else", () => {
    const sign = "<a href=/x aria-label=News></a>";
    const news = "[News](https://site.example/x)";
    expect(md(card(`${sign}<h3>New</h3>`))).toBe(`${news}\n\n### New`);
    expect(md(card(`${sign}<h3>News <a href=/y>more</a></h3>`))).toBe(
      `${news}\n\n### News [more](https://site.example/y)`,
    );
    expect(md(card(`${sign}<a href=/y><h3>News</h3></a>`))).toBe(
      `${news}\n\n### [News](https://site.example/y)`,
    );
  });

  it("keeps its name where the link beside it leads elsewhere or says something else", () => {
    const sign = "<a href=/x aria-label=News></a>";
    const news = "[News](https://site.example/x)";
    expect(md(card(`${sign} <a href=/y>News</a>`))).toBe(`${news} [News](https://site.example/y)`);
    expect(md(card(`${sign} <a href=/x>More</a>`))).toBe(`${news} [More](https://site.example/x)`);
  });
});

describe("links", () => {
  it.each([
    ["<a href=x>a</a>", "[a](https://site.example/a/x)"],
    ["<a href='/x y'>a</a>", "[a](https://site.example/x%20y)"],
    ["<a href=#part>a</a>", "[a](https://site.example/a/page#part)"],
    ["<a href='//other.example/'>a</a>", "[a](https://other.example/)"],
    ["<a href='?q=1'>a</a>", "[a](https://site.example/a/page?q=1)"],
    ["<a href='/w/F_(g)'>a</a>", "[a](https://site.example/w/F_(g))"],
    ["<a href='/w/F)(g'>a</a>", "[a](https://site.example/w/F\\)\\(g)"],
    ["<a href='/?a=1&amp;amp;b'>a</a>", "[a](https://site.example/?a=1\\&amp;b)"],
    ["<a href='/a\nb'>a</a>", "[a](https://site.example/ab)"],
    ["<a href='mailto:a@b.example'>write</a>", "[write](mailto:a@b.example)"],
    ["<a href='mailto:a@b.example'>a@b.example</a>", "a@b.example"],
    ["<a href='https://x.example/a'>https://x.example/a</a>.", "https://x.example/a."],
    [
      "<a href='https://x.example/a'>https://x.example/a</a>b",
      "[https://x.example/a](https://x.example/a)b",
    ],
    ["<a href='https://x.example/a'>x.example</a>", "[x.example](https://x.example/a)"],
    ["<a href=x title='say \"hi\"'>a</a>", '[a](https://site.example/a/x "say \\"hi\\"")'],
    ["<a href='javascript:f()'>a</a>", "a"],
    ["<a href=' java\nscript:f()'>a</a>", "a"],
    ["<a href='data:text/html,x'>a</a>", "a"],
    ["<a href=''>a</a> <a>b</a>", "[a](https://site.example/a/page) b"],
    ["<iframe src='https://t.example/' width=0 height=0></iframe>a", "a"],
    ["<iframe src='https://t.example/' style='display: none'></iframe>a", "a"],
    ["<a href=x> </a>b", "b"],
    ["a<a href=x> b </a>c", "a [b](https://site.example/a/x) c"],
    ["<a href=x>[1]</a>", "[\\[1\\]](https://site.example/a/x)"],
    [
      "<a href=x><img src=i.png alt=p></a>",
      "[![p](https://site.example/a/i.png)](https://site.example/a/x)",
    ],
    [
      "<a href=x><h3>t</h3><p>d</p></a>",
      "### [t](https://site.example/a/x)\n\n[d](https://site.example/a/x)",
    ],
    [
      "<a href=x><img src=i.png><p>l</p><h3>t</h3><p>d</p><p>e</p></a>f",
      "[![](https://site.example/a/i.png) l](https://site.example/a/x)\n\n### [t](https://site.example/a/x)\n\n[d e](https://site.example/a/x)\n\nf",
    ],
    ["<a href=x><h4>t</h4><p>d</p></a>", "[t d](https://site.example/a/x)"],
    ["<a href=x>t<ul><li>d<li>e</ul></a>f", "[t d e](https://site.example/a/x)\n\nf"],
    ["<a href=x><div><h5>t</h5></div></a>", "##### [t](https://site.example/a/x)"],
    ["<a href=x><div>t</div><div>d</div></a>b", "[t d](https://site.example/a/x)\n\nb"],
    ["<h2><a href=x>t</a></h2>", "## [t](https://site.example/a/x)"],
    ["<b><a href=x>t</a></b>", "**[t](https://site.example/a/x)**"],
    ["<iframe src='https://v.example/1' title='A film'></iframe>", "[A film](https://v.example/1)"],
    ["<video><source src='/v.mp4'></video>", "[site.example](https://site.example/v.mp4)"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("keeps relative URLs without a base and uses the page's own base", () => {
    expect(toMarkdown("<a href=../x>a</a>")).toBe("[a](../x)");
    expect(md("<base href='https://other.example/b/'><a href=x>a</a>")).toBe(
      "[a](https://other.example/b/x)",
    );
  });

  it("numbers targets in reference style, each once", () => {
    const html = "<a href=/x>a</a> <a href=/y title=t>b</a> <a href=/x>c</a>";
    expect(md(html, { links: "reference" })).toBe(
      '[a][1] [b][2] [c][1]\n\n[1]: https://site.example/x\n[2]: https://site.example/y "t"',
    );
  });

  it("writes text alone on request", () => {
    expect(md("<a href=/x>a <b>b</b></a>", { links: "text" })).toBe("a **b**");
  });

  it.each(["https://site.example:99999/", "https://256.256.256.256/", "https://1.2.3.4.5/"])(
    "leads nowhere at a malformed address: %s",
    (address) => {
      expect(md(`<p>x<iframe src="${address}"></iframe>`)).toBe("x");
      expect(md(`<a href="${address}">a</a>`)).toBe("a");
    },
  );

  it("keeps a text in brackets from being a footnote", () => {
    expect(md("<a href=https://x.example/>^1</a>")).toBe("[\\^1](https://x.example/)");
    expect(md("<img alt=^1 src=https://x.example/i.png>")).toBe("![\\^1](https://x.example/i.png)");
  });

  it("keeps the credentials of the page's address", () => {
    const url = "http://u:p@site.example:8080/a";
    expect(toMarkdown("<a href=/x>a</a>", { url })).toBe("[a](http://u:p@site.example:8080/x)");
  });
});
