import {
  extractImages,
  extractLinks,
  parse,
  toCleanHtml,
  wholePage,
  type Image,
} from "dragline/html";
import { describe, expect, it } from "vitest";

const url = "https://example.com/dir/page";
const links = (html: string): unknown => extractLinks(wholePage(parse(html), { url }));
const images = (html: string): readonly Image[] => extractImages(wholePage(parse(html), { url }));

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

  const placeholder = "<img class=lazy src='data:image/svg+xml,%3Csvg/%3E' alt=a>";
  const twin = "<noscript><img src=/a.jpg alt=a></noscript>";
  it.each([
    ["after its placeholder", `<figure>${placeholder}${twin}</figure>`],
    ["before its placeholder", `<figure>${twin}${placeholder}</figure>`],
    ["beside a wrapped placeholder", `<div><div class=w>${placeholder}</div>${twin}</div>`],
    ["in a wrapper of its own", `<div>${placeholder}<span>${twin}</span></div>`],
    ["beside a blank file", `<p><img src=/i/blank.gif>${twin}`],
    ["within a picture", `<picture><source data-srcset=''>${placeholder}${twin}</picture>`],
    [
      "in a link",
      `<a href=/x>${placeholder}<noscript><a><img src=/a.jpg alt=a></a></noscript></a>`,
    ],
    ["twice", `<p>${placeholder}${twin}${twin}`],
    ["and elsewhere", `<p>${placeholder}${twin}<p>Text<p><img src=/a.jpg alt=a>`],
  ])("shows the noscript twin of a placeholder once: %s", (_, html) => {
    const [image, ...more] = images(`${"Long text. ".repeat(30)}${html}`);
    expect([image?.src, more]).toEqual(["https://example.com/a.jpg", []]);
  });

  it("shows every image of a noscript, and of several beside placeholders", () => {
    const text = "Long text. ".repeat(30);
    const one = `${text}<p>${placeholder}<noscript><img src=/1.jpg><img src=/2.jpg></noscript>`;
    expect(images(one).map(({ src }) => src)).toEqual([
      "https://example.com/1.jpg",
      "https://example.com/2.jpg",
    ]);
    const pair = (name: number): string =>
      `${placeholder}<noscript><img src=/${name}.jpg></noscript>`;
    const gallery = `${text}<p>${pair(1)}${pair(2)}<img src=/3.jpg>${pair(4)}`;
    expect(images(gallery).map(({ src }) => src.slice(-5))).toEqual(
      ["1.jpg", "2.jpg", "3.jpg", "4.jpg"].map((name) => `/${name}`.slice(-5)),
    );
  });

  it.each([
    ["data-lazyload=/a.jpg src=/ph.svg", "a.jpg"],
    ["data-any-name='https://example.com/a.webp?x=1' src=/x.gif", "a.webp?x=1"],
    ["lazy-src=/a.jpg src='data:image/gif;base64,AA'", "a.jpg"],
    ["data-thumb=/t.jpg data-image=/a.jpg src=/ph.svg", "a.jpg"],
    ['data-image=\'{"thumb":"/t.jpg","src":"\\/a.jpg"}\'', "a.jpg"],
    [`data-a-dynamic-image='{"/s.jpg":[100,100],"/l.jpg":[900,900]}' src='data:x'`, "l.jpg"],
    ["data-interchange='[/s.jpg, small]'", "s.jpg"],
    ["data-bg='url(\"/a.jpg\")' src=/blank.gif", "a.jpg"],
    ["data-foo='/s.jpg 300w, /l.jpg 900w' src=/blank.gif", "l.jpg"],
    ["src=/real.jpg data-zoom-image=/z.jpg data-title=a/b", "real.jpg"],
    ["src=/real.jpg data-permalink=https://example.com/p/1", "real.jpg"],
    ["src=/logo.svg data-href=/page/", "logo.svg"],
    ["data-src='/a_{width}x.jpg' data-widths='[180, 360]'", "a_360x.jpg"],
    ["data-src='/a_%7Bwidth%7Dx.jpg' data-widths='[180]'", "a_180x.jpg"],
    ["src='/a_{width}x.jpg'", "a_1024x.jpg"],
    ["data-src='/a_{w}x{h}.jpg' data-aspectratio=2", "a_1024x512.jpg"],
    ["data-srcset='/a_{size}.jpg'", "a_1024.jpg"],
  ])("finds the true address of <img %s>", (attributes, expected) => {
    const html = `<img ${attributes} alt=a>`;
    expect(images(html).map(({ src }) => src)).toEqual([`https://example.com/${expected}`]);
    const view = wholePage(parse(html), { url: "https://example.com/" });
    expect(toCleanHtml(view)).toBe(`<img src="https://example.com/${expected}" alt="a">`);
  });

  it.each([
    "<img src='data:image/png;base64,AAAA' alt=a>",
    "<img src=/i/blank.gif alt=a>",
    "<img src='DATA:image/gif,x' srcset='data:x 1x' data-src='data:y' alt=a>",
    "<img alt=a>",
    "<img src=/spacer.gif data-id=17 data-w=1.5>",
  ])("leaves out an image of which only a placeholder is known: %s", (html) => {
    expect(images(html)).toEqual([]);
    expect(toCleanHtml(wholePage(parse(html), { url: "https://example.com/" }))).toBe("");
  });

  it("does not repeat in noscript what an image shows already", () => {
    expect(images("<p><img data-src=/a.png><noscript><img src=/a-small.png></noscript>")).toEqual([
      { src: "https://example.com/a.png", alt: "" },
    ]);
  });
});
