import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

describe("code spans", () => {
  it.each([
    ["<code>a*b_c</code>", "`a*b_c`"],
    ["<code>a  \n b</code>", "`a b`"],
    ["x<code> a </code>y", "x `a` y"],
    ["<code>`a`</code>", "`` `a` ``"],
    ["<code>a``b`c</code>", "```a``b`c```"],
    ["<code></code>a<code> </code>b", "a b"],
    ["<code>a</code><code>b</code>", "`ab`"],
    ["<code>a</code><b><code>b</code></b>", "`a`**`b`**"],
    ["<code>a<b>b</b></code>", "`ab`"],
    ["<code>a&lt;<a href=/x>b</a>></code>", "`a<`[`b`](/x)`>`"],
    ["<a href=/x><code>a</code></a>", "[`a`](/x)"],
    ["<kbd>a</kbd> <samp>b</samp> <tt>c</tt>", "`a` `b` `c`"],
    ["<code>&lt;b&gt;&amp;amp;</code>", "`<b>&amp;`"],
    ["<h2><code>a</code></h2>", "## `a`"],
  ])("%s", (html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });
});

describe("code blocks", () => {
  it.each([
    ["as it is", "<pre>a *b*\n\n  c\n</pre>", "```\na *b*\n\n  c\n```"],
    ["with tabs and no-break spaces", "<pre>\ta&nbsp;b</pre>", "```\n\ta b\n```"],
    ["with breaks", "<pre>a<br>b<br/>c</pre>", "```\na\nb\nc\n```"],
    [
      "of highlighted spans",
      "<pre><code><span>a</span> <b>b</b>\n<i>c</i></code></pre>",
      "```\na b\nc\n```",
    ],
    ["with fences inside", "<pre>```\na\n````</pre>", "`````\n```\na\n````\n`````"],
    ["of lines in divisions", "<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"],
    ["of lines of code", "<pre><code>a</code><code>b</code></pre>", "```\na\nb\n```"],
    [
      "without line numbers",
      "<pre><span class='line-number'>1</span>a\n<span class=lineno>2</span>b</pre>",
      "```\na\nb\n```",
    ],
    [
      "without numbers that nothing marks",
      "<pre><div><i>1</i><div>a\n</div></div><div><i>2</i><div>3</div></div></pre>",
      "```\na\n3\n```",
    ],
    [
      "with numbers that are its text",
      "<pre><i>1</i>\n<i>2</i>\n</pre><pre><i>1</i>, <i>2</i></pre>",
      "```\n1\n2\n```\n\n```\n1, 2\n```",
    ],
    [
      "of a table with a column of numbers",
      "<table><tr><td><pre><code>1\n2\n</code></pre><td><pre><code class=language-c>a\nb\n</code></pre></table>",
      "```c\na\nb\n```",
    ],
    ["without buttons", "<pre>a<button>Copy</button></pre>", "```\na\n```"],
    [
      "of a table of lines",
      "<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
      "```\na\nb\n```",
    ],
    [
      "of rows of lines",
      "<table><tr><td class=blob-num>1<td>a<tr><td class=blob-num>2<td>b</table>",
      "```\na\nb\n```",
    ],
    ["of nothing", "a<pre> \n </pre>b", "a\n\nb"],
    ["in an old element", "<listing>a</listing><xmp><b></xmp>", "```\na\n```\n\n```\n<b>\n```"],
  ])("%s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it.each([
    ["<pre><code class=language-js>a</code></pre>", "js"],
    ["<pre class='lang-python'>a</pre>", "python"],
    ["<pre><code class='hljs typescript'>a</code></pre>", "typescript"],
    ["<pre><code class='hljs language-c++'>a</code></pre>", "c++"],
    ["<div class='highlight highlight-source-rust'><pre>a</pre></div>", "rust"],
    [
      "<div class='highlight-python notranslate'><div class=highlight><pre>a</pre></div></div>",
      "python",
    ],
    ["<pre data-lang=go>a</pre>", "go"],
    ["<pre lang=ruby>a</pre>", "ruby"],
    ["<pre class='brush: sql; toolbar: false'>a</pre>", "sql"],
    ["<div class=sourceCode><pre class='sourceCode haskell'>a</pre></div>", "haskell"],
    ["<pre class='language-none'>a</pre>", ""],
    ["<pre><code class='language-plaintext'>a</code></pre>", ""],
    ["<pre class='wp-block-code'>a</pre>", ""],
    ["<pre class='language-a`b'>a</pre>", "a"],
    ["<div lang=en><pre>a</pre></div>", ""],
  ])("names the language of %s", (html, language) => {
    expect(toMarkdown(html)).toBe(`\`\`\`${language}\na\n\`\`\``);
  });

  it("is fenced with tildes on request", () => {
    expect(toMarkdown("<pre>~~~</pre>", { fence: "~" })).toBe("~~~~\n~~~\n~~~~");
  });
});

describe("numbers of lines in code", () => {
  const lines = ["class A", "  {}"];
  const each = (line: (text: string, number: number) => string, gap = "\n"): string =>
    lines.map((text, index) => line(text, index + 1)).join(gap);

  it.each([
    ["a gutter with a space", each((text, at) => `<span class="hl-gutter">${at}</span> ${text}`)],
    ["a gutter", each((text, at) => `<span class="hl-gutter">${at}</span>${text}`)],
    ["Chroma", each((text, at) => `<span class="ln">${at}</span><span class="cl">${text}</span>`)],
    ["Pygments", each((text, at) => `<span class="linenos">${at}</span> ${text}`)],
    ["no class", each((text, at) => `<span>${at}</span> ${text}`)],
    ["links", each((text, at) => `<a class="lineno" href="#l${at}">${at}</a> ${text}`)],
    [
      "Prism",
      `${each((text) => text)}<span class="line-numbers-rows"><span></span><span></span></span>`,
    ],
  ])("are left out with the gap behind them: %s", (_, code) => {
    expect(toMarkdown(`<pre><code>${code}</code></pre>`)).toBe("```\nclass A\n  {}\n```");
  });

  it("leave the indentation of all lines", () => {
    const code = '<span class="ln">1</span>    a\n<span class="ln">2</span>    b';
    expect(toMarkdown(`<pre>${code}</pre>`)).toBe("```\n    a\n    b\n```");
  });
});
