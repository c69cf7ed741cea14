import { extractImages, extractLinks, parse, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const url = "https://example.com/dir/page";
const links = (html: string): unknown => extractLinks(wholePage(parse(html), { url }));
const images = (html: string): unknown => extractImages(wholePage(parse(html), { url }));

describe("extractLinks", () => {
  it("gives links in document order where the parser moved one before its table", () => {
    const html = "<table><tr><td><a href=/in>in</a></td></tr><a href=/moved>moved</a></table>";
    expect(links(html)).toMatchObject([{ text: "moved" }, { text: "in" }]);
  });

  it("gives absolute URLs and folded texts in document order", () => {
    expect(links("<a href='/b?x=1&amp;y#z'> B\n <b>c</b></a><a href=../d>D</a>")).toEqual([
      { href: "https://example.com/b?x=1&y#z", text: "B c" },
      { href: "https://example.com/d", text: "D" },
    ]);
  });

  it("finds areas of image maps", () => {
    expect(links("<map><area href=/a alt='A b'></map>")).toEqual([
      { href: "https://example.com/a", text: "A b" },
    ]);
  });

  it("honours the base element", () => {
    expect(links("<base href=https://b.example/c/><a href=d>D</a>")).toEqual([
      { href: "https://b.example/c/d", text: "D" },
    ]);
  });

  it.each([
    "javascript:alert(1)",
    "mailto:a@example.com",
    "tel:1",
    "data:text/html,a",
    "ftp://example.com/",
    "http://",
    "java\tscript:1",
  ])("leaves out %j", (href) => {
    expect(links(`<a href="${href}">a</a><a>b</a>`)).toEqual([]);
  });

  it("falls back to image, label and title where a link has no text", () => {
    expect(
      links(
        "<a href=a><img alt=' A '></a><a href=b aria-label=B><img></a><a href=c title=C></a><a href=d></a>",
      ),
    ).toMatchObject([{ text: "A" }, { text: "B" }, { text: "C" }, { text: "" }]);
  });

  it("gives each URL once, with the first text that is not empty", () => {
    expect(links("<a href=a></a><a href=b>B</a><a href=a>A</a><a href=a>X</a>")).toEqual([
      { href: "https://example.com/dir/a", text: "A" },
      { href: "https://example.com/dir/b", text: "B" },
    ]);
  });

  it("gives only absolute links without a base", () => {
    const view = wholePage(parse("<a href=a>A</a><a href=https://b.example>B</a>"));
    expect(extractLinks(view)).toEqual([{ href: "https://b.example/", text: "B" }]);
  });

  it.each([
    "/a/b?c=d&amp;e=f#g",
    "/a/../b",
    "/a/%2e%2e/b",
    "//Host.example:80/x",
    "//host.example/x",
    "d/e.html",
    "d/:e",
    "#f g",
    "?q='1'",
    "https://host.example",
    "https://192.168.1/x",
    "https://a..b/x",
    "https://xn--/x",
    "https://host.example/a b|c",
    "HTTPS://host.example/x",
    " /a ",
    "/\\host.example/x",
  ])("makes %j absolute as the URL parser does", (reference) => {
    for (const base of ["https://example.com/dir/page?q#f", "http://u:p@example.com:8080"]) {
      const href = URL.parse(reference.replaceAll("&amp;", "&"), base)?.href;
      const found = extractLinks(wholePage(parse(`<a href="${reference}">x</a>`), { url: base }));
      expect(found).toEqual(href === undefined ? [] : [{ href, text: "x" }]);
    }
  });

  it("separates what stands in blocks, cells and lines", () => {
    expect(
      links(
        "<a href=/><p>a</p><div>b <i>c</i>&nbsp;<b> d</b><br>e</div><table><td>f<td>g</table></a>",
      ),
    ).toMatchObject([{ text: "a b c d e f g" }]);
  });

  it("leaves out what the view drops", () => {
    expect(links("<template><a href=a>A</a></template>")).toEqual([]);
  });
});

describe("extractImages", () => {
  it.each([
    ["its src", "<img src='a b.png' alt=' A  b '>", "https://example.com/dir/a%20b.png"],
    ["a lazy address", "<img src=blank.gif data-src=/a.png>", "https://example.com/a.png"],
    [
      "a lazy address over a data URL",
      "<img src='data:x' data-original=/a.png>",
      "https://example.com/a.png",
    ],
    ["a lazy set", "<img data-srcset='/a.png 1x, /b.png 2x'>", "https://example.com/b.png"],
    [
      "the largest of a set",
      "<img srcset='/a.png 300w, /b.png 900w,/c.png 600w'>",
      "https://example.com/b.png",
    ],
    [
      "an address with commas",
      "<img srcset='/a,w_1/b.png 2x, /c.png'>",
      "https://example.com/a,w_1/b.png",
    ],
    [
      "a source of a picture",
      "<picture><source srcset='/a.webp'><img></picture>",
      "https://example.com/a.webp",
    ],
    ["src over srcset", "<img src=/a.png srcset='/b.png 2x'>", "https://example.com/a.png"],
    [
      "a noscript that stands alone",
      "<div><noscript><img src=/a.png></noscript></div>",
      "https://example.com/a.png",
    ],
  ])("takes %s", (_, html, src) => {
    expect(images(html)).toMatchObject([{ src }]);
  });

  it("folds the alternative text", () => {
    expect(images("<img src=a alt=' A \n b '><img src=b>")).toMatchObject([
      { alt: "A b" },
      { alt: "" },
    ]);
  });

  it("gives each address once, with the first alternative text that is not empty", () => {
    expect(images("<img src=a><img src=b alt=B><img src=a alt=A>")).toEqual([
      { src: "https://example.com/dir/a", alt: "A" },
      { src: "https://example.com/dir/b", alt: "B" },
    ]);
  });

  it.each([
    "<img src='data:image/png;base64,AAAA'>",
    "<img src=a width=1 height=1>",
    "<img src=a width=1px height=0>",
    "<img src=a style='display:none'>",
    "<img>",
    "<img src=''>",
    "<img src=javascript:1>",
  ])("leaves out %j", (html) => {
    expect(images(html)).toEqual([]);
  });

  it("does not repeat in noscript what an image shows already", () => {
    expect(images("<p><img data-src=/a.png><noscript><img src=/a-small.png></noscript>")).toEqual([
      { src: "https://example.com/a.png", alt: "" },
    ]);
  });
});
