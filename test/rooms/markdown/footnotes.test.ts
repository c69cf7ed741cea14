import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { render } from "./rendering.ts";

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
