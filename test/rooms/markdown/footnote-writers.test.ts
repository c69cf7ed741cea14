import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

describe("footnotes of further writers", () => {
  it.each([
    [
      "docutils, in a list of terms",
      '<p>a<a class="footnote-reference brackets" href="#id2" id="id1">1</a> b.</p><dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>One.</p></dd></dl>',
    ],
    [
      "docutils, with several references",
      '<p>a<a class="footnote-reference brackets" href="#f" id="id1">1</a> b.</p><dl class="footnote brackets"><dt class="label" id="f"><span class="brackets">1</span><span class="fn-backref">(<a href="#id1">1</a>,<a href="#id3">2</a>)</span></dt>\n<dd><p>One.</p></dd></dl>',
    ],
    [
      "docutils, in an aside",
      '<p>a<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a> b.</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>One.</p></aside></aside>',
    ],
    [
      "GitHub, without classes and ways back",
      '<p>a<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup> b.</p><section data-footnotes><ol><li id="user-content-fn-1"><p>One.</p></li></ol></section>',
    ],
    [
      "Easy Footnotes of WordPress",
      '<p>a<span id="easy-footnote-1-5" class="easy-footnote-margin-adjust"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-1-5" title="One."><sup>1</sup></a></span> b.</p><ol class="easy-footnotes-wrapper"><li class="easy-footnote-single"><span id="easy-footnote-bottom-1-5" class="easy-footnote-margin-adjust"></span>One.<a class="easy-footnote-to-top" href="#easy-footnote-1-5"></a></li></ol>',
    ],
    [
      "the block of WordPress",
      '<p>a<sup data-fn="aa-b" class="fn"><a href="#aa-b" id="aa-b-link">1</a></sup> b.</p><ol class="wp-block-footnotes"><li id="aa-b">One. <a href="#aa-b-link" aria-label="Jump to footnote reference 1">\u21a9\ufe0e</a></li></ol>',
    ],
    [
      "Substack",
      '<p>a<a class="footnote-anchor" id="footnote-anchor-1-12" href="#footnote-1-12">1</a> b.</p><div class="footnote"><a id="footnote-1-12" href="#footnote-anchor-1-12" class="footnote-number">1</a><div class="footnote-content"><p>One.</p></div></div>',
    ],
    [
      "EPUB",
      '<p>a<a epub:type="noteref" href="#n1">1</a> b.</p><aside epub:type="footnote" id="n1"><p>One.</p></aside>',
    ],
  ])("%s", (_, html) => {
    expect(toMarkdown(html)).toBe("a[^1] b.\n\n[^1]: One.");
  });

  it("are no terms of a glossary", () => {
    const html = '<p>a <a href="#t">x</a> b.</p><dl><dt id="t">x</dt><dd>One.</dd></dl>';
    expect(toMarkdown(html)).not.toContain("[^1]");
  });
});
