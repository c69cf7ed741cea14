import { extractMetadata, mainContent, parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const dropped: readonly (readonly [string, string])[] = [
  ["Sphinx", '<h2>Use<a class="headerlink" href="#use" title="Link to this heading">¶</a></h2>'],
  [
    "GitHub",
    '<h2><a id="use" class="anchor" aria-hidden="true" href="#use"><svg><path/></svg></a>Use</h2>',
  ],
  [
    "GitHub's today",
    '<div class="markdown-heading"><h2>Use</h2><a id="use" class="anchor" aria-label="Permalink: Use" href="#use"><svg><path/></svg></a></div>',
  ],
  [
    "MkDocs",
    '<h2 id="use">Use<a class="headerlink" href="#use" title="Permanent link">&para;</a></h2>',
  ],
  ["MkDocs with an icon", '<h2>Use<a class="headerlink" href="#use">#</a></h2>'],
  [
    "Docusaurus",
    '<h2 class="anchor">Use<a href="#use" class="hash-link" aria-label="Direct link to Use" title="Direct link to Use">&#8203;</a></h2>',
  ],
  [
    "VitePress",
    '<h2 id="use" tabindex="-1">Use <a class="header-anchor" href="#use" aria-label="Permalink to &quot;Use&quot;">&ZeroWidthSpace;</a></h2>',
  ],
  ["AsciiDoc", '<h2 id="use"><a class="anchor" href="#use"></a>Use</h2>'],
  ["rustdoc", '<h2 id="use"><a class="doc-anchor" href="#use">§</a>Use</h2>'],
  ["a chain", '<h2>Use <a href="https://site.example/page#use">🔗</a></h2>'],
  ["a wrapped sign", '<h2>Use <span><a href="#use"><span>[#]</span></a></span></h2>'],
  ["words", '<h2>Use <a class="header-link" href="#use">Link to this section</a></h2>'],
  ["a small image", '<h2>Use <a class="anchor" href="#use"><img src="/link.svg" alt=""></a></h2>'],
];

describe("links of headings to themselves are left out", () => {
  it.each(dropped)("%s", (_, html) => {
    const view = wholePage(parse(html));
    expect(toMarkdown(view)).toBe("## Use");
    expect(toText(view)).toBe("Use");
  });

  it.each([
    ["a title", '<h2 id="a"><a class="header" href="#a">Use</a></h2>', "## [Use](#a)"],
    ["AsciiDoc's title", '<h2><a class="link" href="#a">Use</a></h2>', "## [Use](#a)"],
    ["a sign alone", '<h2><a href="#a">#</a></h2>', "## [#](#a)"],
    ["a number", '<h2>Issue <a href="/i#1">#1</a></h2>', "## Issue [#1](/i#1)"],
    ["another page", '<h2>Use <a href="/tags">#</a></h2>', "## Use [#](/tags)"],
    ["words of the heading", '<h2>Use the <a href="#l">link</a></h2>', "## Use the [link](#l)"],
    ["a paragraph's", '<p>See <a href="#l">§</a></p>', "See [§](#l)"],
    ["C#", "<h2>C#</h2>", "## C#"],
  ])("but not %s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it("in definitions and captions too", () => {
    const html = '<dl><dt>f()<a class="headerlink" href="#f">¶</a></dt><dd>x</dd></dl>';
    expect(toMarkdown(html)).toBe("**f()**\n\nx");
  });

  it("in the page's title and main content", () => {
    const text = "<p>The keeper wrote down every ship that passed the headland that winter.</p>";
    const page = `<main><h1>Ships<a class=headerlink href=#s>¶</a></h1>${text.repeat(8)}</main>`;
    const main = mainContent(parse(page), { url: "https://site.example/" });
    expect(toText(main)).not.toContain("¶");
    expect(extractMetadata(parse(page), { url: "https://site.example/" }).title).toBe("Ships");
  });
});
