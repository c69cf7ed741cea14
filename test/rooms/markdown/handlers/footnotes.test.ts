import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { render } from "../rendering.ts";

const expected = "a[^1] b.\n\n[^1]: One.\n\n    Two.";

describe("footnotes", () => {
  it.each([
    [
      "GitHub",
      '<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup> b.</p>' +
        '<section data-footnotes class="footnotes"><ol><li id="user-content-fn-1"><p>One.</p><p>Two. ' +
        '<a href="#user-content-fnref-1" data-footnote-backref>\u21a9</a></p></li></ol></section>',
    ],
    [
      "Pandoc",
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> b.</p>' +
        '<section id="footnotes" class="footnotes footnotes-end-of-document"><ol><li id="fn1"><p>One.</p>' +
        '<p>Two.<a href="#fnref1" class="footnote-back">\u21a9\ufe0e</a></p></li></ol></section>',
    ],
    [
      "markdown-it",
      '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> b.</p>' +
        '<section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>One.</p>' +
        '<p>Two. <a href="#fnref1" class="footnote-backref">\u21a9\ufe0e</a></p></li></ol></section>',
    ],
    [
      "Python-Markdown",
      '<p>a<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup> b.</p>' +
        '<div class="footnote"><ol><li id="fn:1"><p>One.</p>' +
        '<p>Two.&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li></ol></div>',
    ],
  ])("of %s", (_, html) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it.each([
    [
      "Wikipedia",
      '<p>a<sup id="cite_ref-A_1-0" class="reference"><a href="#cite_note-A-1">[1]</a></sup> b<sup id="cite_ref-A_1-1" class="reference"><a href="#cite_note-A-1">[1]</a></sup></p>' +
        '<ol class="references"><li id="cite_note-A-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-A_1-0">Jump up to: <sup>a</sup></a> <a href="#cite_ref-A_1-1"><sup>b</sup></a></span> <span class="reference-text">One.</span></li></ol>',
      "a[^1] b[^1]\n\n[^1]: One.",
    ],
    [
      "WordPress",
      '<p>a<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><ol class="wp-block-footnotes"><li id="f1">One. <a href="#f1-link" aria-label="Jump to footnote reference 1">\u21a9\ufe0e</a></li></ol>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "Substack",
      '<p>a<a data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a></p><div data-component-name="FootnoteToDOM" class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>One.</p></div></div>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "Word",
      '<p>a<a href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a></p><div><hr size=1><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> One.</p><p>Two.</p></div></div>',
      "a[^1]\n\n---\n\n[^1]: One.\n\n    Two.",
    ],
    [
      "DocBook",
      '<p>a<a href="#ftn.id1" class="footnote" name="id1"><sup class="footnote">[1]</sup></a></p><div class="footnotes"><div id="ftn.id1" class="footnote"><p><a href="#id1" class="para"><sup class="para">[1] </sup></a>One.</p></div></div>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "docutils",
      '<p>a<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a></p><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>One.</p></aside>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "EPUB",
      '<p>a<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1"><p>One.</p></aside>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "kramdown",
      '<p>a<sup id="fnref:x" role="doc-noteref"><a href="#fn:x" class="footnote" rel="footnote">1</a></sup></p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:x" role="doc-endnote"><p>One. <a href="#fnref:x" class="reversefootnote" role="doc-backlink">&#8617;</a></p></li></ol></div>',
      "a[^1]\n\n[^1]: One.",
    ],
    [
      "hands",
      '<p>a<sup><a id="r1" href="#n1">*</a></sup></p><p id="n1"><a href="#r1">*</a> One, see <a href="#top">above</a>.</p>',
      "a[^1]\n\n[^1]: One, see [above](#top).",
    ],
  ])("of %s", (_, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it("are text where nothing refers to them", () => {
    const reference = '<sup class="reference"><a href="#cite_note-1">[1]</a></sup>';
    const notes =
      '<ol class="references"><li id="cite_note-1">One.</li><li id="cite_note-2">Two.</li></ol>';
    expect(toMarkdown(`<p>a${reference}</p>${notes}`)).toBe("a[^1]\n\n[^1]: One.\n\n- Two.");
    expect(toMarkdown(`<p>a</p>${notes}`)).toBe("a\n\n1. One.\n2. Two.");
    expect(toMarkdown(`<p>a${reference}</p>`)).toBe("a[\\[1\\]](#cite_note-1)");
    expect(toMarkdown(`${notes}<p>a${reference}</p>`)).toBe(
      "1. One.\n2. Two.\n\na[\\[1\\]](#cite_note-1)",
    );
  });

  it.each([
    [
      "a list of contents",
      '<ol><li><a href="#s1" id="t1">1</a></ol><h2 id="s1"><a href="#t1">A</a></h2>',
      "1. [1](#s1)\n\n## [A](#t1)",
    ],
    ["an index of letters", '<a href="#A">A</a><div id="A"><p>Apple</p></div>', "[A](#A)\n\nApple"],
    [
      "an empty explanation",
      '<p>a<a href="#fn1" id="fnref1">1</a></p><div class="footnotes"><ol><li id="fn1"><a href="#fnref1">\u21a9</a></li></ol></div>',
      "a[1](#fn1)\n\n1. [\u21a9](#fnref1)",
    ],
  ])("are not %s", (_, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it("are read again", () => {
    expect(render(expected)).toContain('<li id="user-content-fn-1">');
  });

  it("are links where nothing explains them, or the reader knows none", () => {
    expect(toMarkdown("<a href='#fn1'>1</a>")).toBe("[1](#fn1)");
    const html = "a<a href='#fn1'>1</a><div class=footnotes><ol><li id=fn1>b</ol></div>";
    expect(toMarkdown(html, { flavor: "commonmark" })).toBe("a[1](#fn1)\n\n1. b");
    expect(toMarkdown(`<blockquote>${html}</blockquote>`)).toBe("> a[1](#fn1)\n>\n> 1. b");
  });
});
