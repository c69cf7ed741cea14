import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";

describe("images", () => {
  it.each([
    ["<img src=i.png alt=a>", "![a](https://site.example/a/i.png)"],
    ["<img src=i.png alt='a]b *c*' title=t>", '![a\\]b \\*c*](https://site.example/a/i.png "t")'],
    ["<img src=blank.gif data-src=/real.png>", "![](https://site.example/real.png)"],
    ["<img srcset='/s.png 1x, /l.png 2x'>", "![](https://site.example/l.png)"],
    [
      "<picture><source srcset='/s.webp 100w, /l.webp 200w'><img alt=a></picture>",
      "![a](https://site.example/l.webp)",
    ],
    ["<img src=/logo-transparent.png alt=a>", "![a](https://site.example/logo-transparent.png)"],
    ["<img src=/award_transparent.svg>", "![](https://site.example/award_transparent.svg)"],
    ["<img src='/s.jpg?c=1 100w, /l.jpg?c=1 200w'>", "![](https://site.example/l.jpg?c=1)"],
    [
      "<img src='/s.jpg 100w, /l.jpg 200w' srcset='/s.jpg 100w'>",
      "![](https://site.example/l.jpg)",
    ],
    [
      "<img src='/Screenshot at 7.13 PM.png'>",
      "![](https://site.example/Screenshot%20at%207.13%20PM.png)",
    ],
    ["x<img src=/transparent.png>", "x"],
    ["x<img src=/img_transparent.gif>", "x"],
    ["<img alt=a src='data:image/png;base64,AAAA'>", ""],
    ["x<img src='data:image/gif;base64,AAAA'>", "x"],
    ["x<img alt=a>", "x"],
    ["<svg><title>t</title><path/></svg>b", "b"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("links to the frames of a frameset in order", () => {
    const html = "<frameset><frame src=/a.html name=nav><frame src=b.html title=B></frameset>";
    expect(md(html)).toBe(
      "[site.example](https://site.example/a.html) [B](https://site.example/a/b.html)",
    );
  });

  it("keeps the text alone, or nothing, on request", () => {
    const html = "a <img src=i.png alt='*b*'> c";
    expect(md(html, { images: "alt" })).toBe("a \\*b* c");
    expect(md(html, { images: "drop" })).toBe("a c");
  });
});
