import { parse, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";
import { render } from "./rendering.ts";

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
      "> - a\n>   ```\n>   b\n>   \n>   c\n>   ```",
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

  it("leaves out the picture that MediaWiki shows of a formula", () => {
    const html = `<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y"
      style="display: none"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation>
      </semantics></math></span><img class="mwe-math-fallback-image-inline" src="x.svg" alt="x_1"></span>`;
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
