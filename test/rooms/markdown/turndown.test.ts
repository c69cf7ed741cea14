import { parse, toCleanHtml, wholePage } from "dragline/html";
import { toMarkdown, type MarkdownOptions, type TurndownRule } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { corpusMissing, corpusText } from "../../corpus.ts";
import { plainTurndown, publicPlugins } from "./turndown-peer.ts";

/** Chooses turndown and changes nothing. */
const nothing: MarkdownOptions = { turndownPlugins: [() => undefined] };
const alone: MarkdownOptions = { ...nothing, flavor: "commonmark" };

describe("toMarkdown with turndownPlugins", () => {
  it.each([
    "<h1>a <b>b</b></h1><h2>c</h2><h6>d</h6>",
    "<p>a</p><p>b <em>c</em> <strong>d</strong></p>",
    "a<br>b<br><br>c",
    "<p>a <a href='x y(1)' title='t\"u'>l <i>i</i></a> b",
    "<a href=''>a</a><a>b</a><a href='#c'>c</a>",
    "<img src=a.png alt='b *c*' title=d><img alt=e>",
    "<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>",
    "<ol start=3><li>a<li><p>b<p>c</ol>",
    "<ol><li>a<ul><li>b</ul></ol><ul><li></ul>",
    "<pre><code class='x language-js'>a\n  b &lt;\n\n</code></pre>",
    "<pre><code>```\na\n```</code></pre>",
    "<pre>a\n  b</pre>",
    "a <code>b `c` d</code> <code> e </code><code></code>",
    "<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>",
    "a<hr>b",
    "<p>  a  <b> b </b>  c<i> d</i>e </p>",
    "<p>a<!-- b -->c</p>",
    "<div>a<div>b</div>c</div>d",
    "<p>1. a</p><p>- b</p><p>+ c</p><p># d</p><p>> e</p><p>=== f</p><p>[g](h) `i` _j_ \\k</p>",
    "<p>&amp;lt; &lt;b&gt; &nbsp; &copy; é 🙂</p>",
    "<b></b><p></p><div><br></div><span> </span>a",
    "<p>a&nbsp;<b>&nbsp;b&nbsp;</b>&nbsp;c</p>",
    "<strong><em>a</em></strong><em><strong>b</strong></em>",
    "<p>a<span>b</span><u>c</u><kbd>d</kbd><x-y>e</x-y></p>",
    "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
    "<table><tr><th>a<th>b<tr><td>c<td>d</table>",
    "<p>a<p>b<div>c<p>d</div>e",
    "<b>a<p>b</b>c",
    "<section><header><h1>a</h1></header><article>b</article></section>",
    "<figure><img src=a alt=b><figcaption>c</figcaption></figure>",
    "<del>a</del> <s>b</s> <sub>c</sub>",
    "<p>a\r\n\tb</p>\n\n<p>\n c \n</p>",
    "<a href=b><h2>c</h2><p>d</p></a>",
    "text without elements",
    "",
  ])("writes what turndown writes: %j", (html) => {
    expect(toMarkdown(html, alone)).toBe(plainTurndown().turndown(html));
  });

  it("writes references like turndown", () => {
    const html = "<a href=a title=b>c</a> <a href=d>e</a>";
    const options = { ...alone, links: "reference" } as const;
    const expected = plainTurndown({ linkStyle: "referenced" }).turndown(html);
    expect([1, 2].map(() => toMarkdown(html, options))).toEqual([expected, expected]);
  });

  it("hands our options on", () => {
    const html =
      "<h1>a</h1><ul><li>b</ul><pre><code>c</code></pre><em>d</em><b>e</b><a href=f>g</a><img src=h alt=i*>";
    const options = {
      ...nothing,
      headingStyle: "setext",
      bullet: "+",
      fence: "~",
      emphasis: "_",
      strong: "__",
      links: "text",
      images: "alt",
    } as const;
    expect(toMarkdown(html, options)).toBe("a\n=\n\n+   b\n\n~~~\nc\n~~~\n\n_d___e__gi\\*");
    expect(toMarkdown("<img src=a>b", { ...nothing, images: "drop" })).toBe("b");
  });

  it("makes URLs absolute and leaves out those that run", () => {
    const html =
      "<a href=../b>c</a> <a href='javascript:d'>e</a> <img src=f.png> <img data-src=g.png src=blank.gif alt=h>";
    expect(toMarkdown(html, { ...nothing, url: "https://example.com/x/y" })).toBe(
      "[c](https://example.com/b) e ![](https://example.com/x/f.png) ![h](https://example.com/x/g.png)",
    );
  });

  it("leaves out what the view leaves out", () => {
    const view = wholePage(parse("<title>a</title><style>b</style><p>c<script>d</script>e</p>"));
    expect(toMarkdown({ ...view }, nothing)).toBe("ce");
  });

  it.each([
    ["<del>a</del><s></s>", "~~a~~"],
    [
      "<ul><li><input type=checkbox checked>a<li><label><input type=checkbox>b</label></ul>",
      "-   [x] a\n-   [ ] b",
    ],
    [
      "<table><tr><th align=right>a|b<th>c<tr><td>d<br>e<td></table>",
      "| a\\|b | c |\n| --: | --- |\n| d e |  |",
    ],
    [
      "<table><caption>a</caption><tr><td rowspan=2>b<td>c<tr><td>d</table>",
      "a\n\n| b | c |\n| --- | --- |\n|  | d |",
    ],
    ["<table><tr><td><h2>a</h2><p>b</table>", "## a\n\nb"],
    [
      "<table><tr><td><table><tr><th>a<th>b<tr><td>c<td>d</table></table>",
      "| a | b |\n| --- | --- |\n| c | d |",
    ],
  ])("has GitHub's flavor of its own: %j", (html, expected) => {
    expect(toMarkdown(html, nothing)).toBe(expected);
  });

  it("keeps the lines of a cell apart where HTML is allowed", () => {
    const html = "<table><tr><td>a<td>b<tr><td>c<br>d<td>e</table>";
    expect(toMarkdown(html, { ...nothing, inlineHtml: true })).toContain("| c<br>d | e |");
  });

  it.each(Object.entries(publicPlugins))("lets %s go over it", (_, plugin) => {
    for (const html of [
      "<table><thead><tr><th align=center>a<th>b</thead><tbody><tr><td>c<td>d</table>",
      "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
      "<table><tr><td>a<table><tr><td>b<td>c</table></table>",
      "<table><caption>x</caption><tr><th>a<th>b<tr><td colspan=2>c|d</table>",
      "<p><del>a</del> <s>b</s></p>",
      "<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>",
      "<div class='highlight highlight-source-js'><pre>a\nb</pre></div>",
    ]) {
      const expected = plainTurndown().use(plugin) as ReturnType<typeof plainTurndown>;
      expect(toMarkdown(html, { turndownPlugins: [plugin] })).toBe(expected.turndown(html));
    }
  });

  it("survives what is nested too deeply for a stack", () => {
    const html = `${"<div><b>".repeat(20_000)}a`;
    expect(toMarkdown(html, nothing)).toContain("a");
    expect(toMarkdown("<ul><li>".repeat(20_000), nothing)).toBeTypeOf("string");
  });

  it.skipIf(corpusMissing)(`writes real pages like turndown${corpusMissing}`, () => {
    for (const page of ["001", "ars-1", "wikipedia", "links-in-tables"]) {
      const source = corpusText(`readability/${page}/source.html.gz`);
      const html = toCleanHtml(wholePage(parse(source)));
      for (const plugin of Object.values(publicPlugins)) {
        const expected = plainTurndown().use(plugin) as ReturnType<typeof plainTurndown>;
        const options: MarkdownOptions = { flavor: "commonmark", turndownPlugins: [plugin] };
        expect(toMarkdown(html, options)).toBe(expected.turndown(html));
      }
    }
  });
});

/** In the form in which they stand in many projects. */
const popular: Readonly<Record<string, TurndownRule>> = {
  keepFrames: {
    filter: ["iframe", "video"],
    replacement: (_, node) => `\n\n${node.outerHTML}\n\n`,
  },
  fencedCode: {
    filter: (node) => node.nodeName === "PRE" && node.matches("div.highlight > pre:has(code)"),
    replacement(_, node, options) {
      const language = /lang-(\w+)/.exec(node.className)?.[1] ?? "";
      return `\n\n${options.fence}${language}\n${node.textContent?.trim()}\n${options.fence}\n\n`;
    },
  },
  dropAds: { filter: (node) => node.className.includes("ad-slot"), replacement: () => "" },
  plain: { filter: "mark" },
};

describe("toMarkdown with turndownRules", () => {
  const write = (html: string): string => toMarkdown(html, { turndownRules: popular });

  it("asks the host's rules first", () => {
    expect(write("<video src=a.mp4 onplay=x></video>")).toBe('<video src="a.mp4"></video>');
    expect(
      write("<div class=highlight><pre class=lang-ts><code>a &lt; b\n</code></pre></div>"),
    ).toBe("```ts\na < b\n```");
    expect(write("a <p class='x ad-slot'>b</p> c")).toBe("ac");
    expect(write("<mark>a *b*</mark>")).toBe("a \\*b\\*");
  });

  it("is not asked for a page without rules", () => {
    expect(toMarkdown("- a", { turndownRules: {}, turndownPlugins: [] })).toBe(toMarkdown("- a"));
  });

  it.each<[string, unknown]>([
    ["turndownRules", { a: {} }],
    ["turndownRules", { a: null }],
    ["turndownRules", { a: { filter: "a", replacement: "b" } }],
    ["turndownPlugins", ["a"]],
    ["turndownPlugins", "a"],
  ])("refuses %s: %j", (name, value) => {
    const wrong = (): string => toMarkdown("a", { [name]: value });
    expect(wrong).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }) as Error);
  });
});
