import { CoreError, isDraglineError } from "dragline";
import { cleanPage, parse, wholePage } from "dragline/html";
import {
  isMarkdownError,
  MarkdownError,
  toMarkdown,
  type MarkdownOptions,
} from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { render, renderCommonMark } from "./rendering.ts";

const url = "https://site.example/a/page";

function md(html: string, options: MarkdownOptions = {}): string {
  return toMarkdown(html, { url, ...options });
}

describe("toMarkdown", () => {
  it("gives an empty string for a page without content", () => {
    for (const html of ["", " \n ", "<p></p>", "<!-- x -->", "<ul><li></ul>", "<b> </b>", "\0"]) {
      expect(md(html).replace("\ufffd", ""), html).toBe("");
    }
  });

  it("takes a view, and drops what the view drops", () => {
    const tree = parse("<nav>menu</nav><main><p>some more text <a href=x>l</a>");
    expect(toMarkdown(cleanPage(tree, { url }))).toBe(
      "some more text [l](https://site.example/a/x)",
    );
    expect(toMarkdown(wholePage(tree))).toBe("menu\n\nsome more text [l](x)");
  });

  it("separates the roots of a view", () => {
    const tree = parse("<i>a</i><i>b</i>");
    const body = tree.lastChild(tree.lastChild(0));
    const first = tree.firstChild(body);
    const view = { ...wholePage(tree), roots: [first, tree.nextSibling(first)] };
    expect(toMarkdown(view)).toBe("*a*\n\n*b*");
  });

  it.each([undefined, null, 1, {}, { tree: {}, roots: [], dropped: [] }])(
    "refuses the input %j",
    (input) => {
      expect(() => toMarkdown(input as never)).toThrow(MarkdownError);
      try {
        toMarkdown(input as never);
      } catch (error) {
        expect(isMarkdownError(error, "INVALID_INPUT")).toBe(true);
      }
    },
  );

  it("refuses unknown options and values", () => {
    expect(() => toMarkdown("", { head: 1 } as never)).toThrow(/Unknown option 'head'/);
    expect(() => toMarkdown("", { bullet: "x" } as never)).toThrow(
      /'bullet' must be one of -, \*, \+/,
    );
    expect(() => toMarkdown("", { links: "none" } as never)).toThrow(CoreError);
    try {
      toMarkdown("", { flavor: "html" } as never);
    } catch (error) {
      expect(isDraglineError(error, "INVALID_OPTION")).toBe(true);
    }
    expect(toMarkdown("<p>a", { bullet: undefined })).toBe("a");
  });

  it("gives the same for the same page again", () => {
    const html = "<ul><li><b>a</b></ul><ul><li>b</ul><table><tr><th>x<th>y<tr><td>1<td>2</table>";
    expect(md(html)).toBe(md(html));
  });
});

describe("text", () => {
  it.each([
    ["white space is folded", "<p> a\n\t b  c </p>", "a b c"],
    ["no-break spaces are spaces", "a&nbsp;&nbsp;b", "a b"],
    ["invisible characters are left out", "so&shy;lar&#8203;ium&#xfeff;", "solarium"],
    [
      "joiners are kept",
      "\u{1f468}\u200d\u{1f469} می\u200cخواهم",
      "\u{1f468}\u200d\u{1f469} می\u200cخواهم",
    ],
    ["right-to-left text is kept", "<p dir=rtl>שלום <b>עולם</b>", "שלום **עולם**"],
    ["one break is a line break", "a<br> b", "a  \nb"],
    ["two breaks are a paragraph", "a<br><br>b", "a\n\nb"],
    ["breaks at edges are nothing", "<p><br>a<br></p><br>b", "a\n\nb"],
    ["blocks are paragraphs", "a<div>b</div>c<section>d</section>", "a\n\nb\n\nc\n\nd"],
    ["a rule is three dashes", "a<hr>b", "a\n\n---\n\nb"],
    ["quotations get their marks", "<q>a</q>", "“a”"],
    ["ruby keeps its fallback", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"],
    ["abbreviations are text", "<abbr title='x'>HTML</abbr>", "HTML"],
    ["an address is a block", "a<address>b</address>", "a\n\nb"],
    ["details are their summary and content", "<details><summary>s</summary>t</details>", "s\n\nt"],
    [
      "a figure is its image and caption",
      "<figure><img src=/i.png alt=x><figcaption>c</figcaption></figure>",
      "![x](https://site.example/i.png)\n\nc",
    ],
    ["inputs are left out", "<form>a <input value=b> c</form>", "a c"],
    [
      "definition lists are terms and paragraphs",
      "<dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>",
      "**t**\n\nd\n\ne",
    ],
  ])("%s", (_, html, expected) => {
    expect(md(html)).toBe(expected);
  });
});

describe("escaping", () => {
  it.each([
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case and __init__", "snake_case and \\_\\_init\\_\\_"],
    ["*a* **b**", "\\*a* \\*\\*b\\*\\*"],
    ["5* hotel", "5* hotel"],
    ["a `b` c", "a \\`b\\` c"],
    ["a ~b~ ~~c~~ ~5", "a ~b\\~ \\~\\~c\\~\\~ ~5"],
    ["[a] [b](c) [d]: e", "[a] [b\\](c) [d\\]: e"],
    ["x < y &lt;b> &lt;/b> &lt;3", "x < y \\<b> \\</b> <3"],
    ["AT&amp;T &amp;amp; &amp;copy;", "AT&T \\&amp; \\&copy;"],
    ["C:\\dir \\* \\", "C:\\dir \\\\* \\"],
    ["a | b", "a | b"],
    ["> a", "\\> a"],
    ["# a", "\\# a"],
    ["#a", "#a"],
    ["- a", "\\- a"],
    ["-a", "-a"],
    ["--- ---", "\\--- ---"],
    ["+ a", "\\+ a"],
    ["1. a", "1\\. a"],
    ["1) a", "1\\) a"],
    ["1.5 a", "1.5 a"],
    ["1234567890. a", "1234567890. a"],
    ["* * *", "\\* * *"],
    ["_ _ _", "\\_ _ _"],
    ["[ ] a", "\\[ ] a"],
    ["a<br>===", "a  \n\\==="],
    ["a<br>- b", "a  \n\\- b"],
    ["a | b<br>--|--", "a | b  \n\\--|--"],
    ["<span>1</span>. a", "1\\. a"],
    ["<span>-</span> a", "\\- a"],
    ["<span>-</span>a", "-a"],
    ["see https://x.example/a_b.", "see https://x.example/a_b."],
    ["see https://x.example/*a*", "see https\\://x.example/\\*a*"],
    ["wow !<a href=/x>b</a>", "wow \\![b](https://site.example/x)"],
    ["wow! <a href=/x>b</a>", "wow! [b](https://site.example/x)"],
    ["$5 and $6, a@b.example #tag", "$5 and $6, a@b.example #tag"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("guards number signs at the end of a heading", () => {
    expect(md("<h2>C #</h2>")).toBe("## C \\#");
    expect(md("<h2>C#</h2>")).toBe("## C#");
    expect(md("<h2>#</h2>")).toBe("## \\#");
  });

  it("escapes all brackets where definitions exist", () => {
    expect(md("[1] <a href=/x>b</a>", { links: "reference" })).toBe(
      "\\[1] [b][1]\n\n[1]: https://site.example/x",
    );
  });
});

describe("emphasis", () => {
  it.each([
    ["<b>a</b> <i>b</i> <del>c</del>", "**a** *b* ~~c~~"],
    ["a<b> b </b>c", "a **b** c"],
    ["<b> </b>a<i></i>", "a"],
    ["<b>a</b><b>b</b>", "**ab**"],
    ["<b>a</b> <b>b</b>", "**a** **b**"],
    ["<b>a <strong>b</strong></b>", "**a b**"],
    ["<b><i>a</i></b>", "***a***"],
    ["<b>a</b><i>b</i>", "**a***b*"],
    ["un<i>believ</i>able", "un*believ*able"],
    ["<b>Note:</b>text", "**Note**:text"],
    ['so<b>"said"</b>', 'so"**said"**'],
    ["中文<b>「强调」</b>后面", "中文「**强调**」后面"],
    ["a<b>(</b>b", "a(b"],
    ["a<b><img src=/i.png></b>b", "a![](https://site.example/i.png)b"],
    ["<b>a<p>b</p>c</b>", "**a**\n\n**b**\n\n**c**"],
    ["<b>a<br>b</b>", "**a  \nb**"],
    ["<h1><b>a</b></h1>", "# **a**"],
    ["x<sup>2</sup> <mark>m</mark> <u>u</u>", "x2 m u"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("writes underscores where they count and asterisks elsewhere", () => {
    const options = { emphasis: "_", strong: "__" } as const;
    expect(md("<i>a</i> <b>b</b>", options)).toBe("_a_ __b__");
    expect(md("un<i>believ</i>able <b>bold</b>ly", options)).toBe("un*believ*able **bold**ly");
  });

  it("writes HTML for what markdown lacks on request only", () => {
    expect(md("H<sub>2</sub>O <kbd>x</kbd>", { inlineHtml: true })).toBe("H<sub>2</sub>O `x`");
    const table = "<table><tr><th>a<th>b<tr><td>1<br>2<td>3</table>";
    expect(md(table, { inlineHtml: true })).toContain("| 1<br>2 | 3 |");
    expect(md(table)).toContain("| 1 2 | 3 |");
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
});

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
    ["<img alt=a src='data:image/png;base64,AAAA'>", "![a](data:image/png,)"],
    ["x<img src='data:image/gif;base64,AAAA'>", "x"],
    ["x<img alt=a>", "x"],
    ["<svg><title>t</title><text>a</text></svg>b", "b"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("keeps the text alone, or nothing, on request", () => {
    const html = "a <img src=i.png alt='*b*'> c";
    expect(md(html, { images: "alt" })).toBe("a \\*b* c");
    expect(md(html, { images: "drop" })).toBe("a c");
  });
});

describe("headings, quotes and math", () => {
  it.each([
    ["<h1>a</h1><h6>b</h6>", "# a\n\n###### b"],
    ["<h2>a<br>b<div>c</div></h2>", "## a b c"],
    ["<h2></h2>a", "a"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n>\n> > b\n\nc"],
    ["<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"],
    [
      "<blockquote><ul><li>a<pre>b\n\nc</pre></ul></blockquote>",
      "> - a\n>\n>   ```\n>   b\n>   \n>   c\n>   ```",
    ],
    [
      "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>",
      "$x^2$",
    ],
    [
      "<math display=block><semantics><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></semantics></math>",
      "$$x$$",
    ],
    ["<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "x=1"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("keeps TeX from being read as a tag or as the end of a cell", () => {
    const math = `<math><annotation encoding="application/x-tex">|a|&lt;b</annotation></math>`;
    expect(md(math)).toBe("$|a|< b$");
    expect(md(`<table><tr><th>x<th>y<tr><td>${math}<td>z</table>`)).toContain(
      "| $\\vert a\\vert < b$ | z |",
    );
  });

  it("leaves out the second copy of KaTeX", () => {
    const html = `<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>
      <annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span
      class="katex-html">x1</span></span>`;
    expect(toMarkdown(wholePage(parse(html)))).toBe("$x_1$");
  });

  it("underlines headings on request", () => {
    const html = "<h1>a</h1><h2># b</h2><h3>c</h3>";
    expect(md(html, { headingStyle: "setext" })).toBe("a\n===\n\n\\# b\n---\n\n### c");
    expect(render(md(html, { headingStyle: "setext" }))).toBe(
      "<h1>a</h1>\n<h2># b</h2>\n<h3>c</h3>",
    );
  });
});

describe("flavor commonmark", () => {
  it("uses no extension", () => {
    const html =
      "<table><tr><td>a<td>b<tr><td>c<td>d</table><del>e</del><ul><li><input type=checkbox>f</ul>";
    const markdown = md(html, { flavor: "commonmark" });
    expect(markdown).toBe("a b\n\nc d\n\ne\n\n- f");
    expect(renderCommonMark(markdown)).not.toContain("|");
  });
});
