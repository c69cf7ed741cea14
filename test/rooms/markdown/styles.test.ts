import { parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

describe("styles of text", () => {
  it.each([
    [
      "Google Docs",
      '<b style="font-weight:normal;" id="docs-internal-guid-9"><p><span style="font-weight:400">plain</span> <span style="font-weight:700">bold</span></p></b>',
      "plain **bold**",
    ],
    ["WordPress", '<strong style="font-weight: 400;">plain</strong>', "plain"],
    [
      "emphasis undone",
      '<em style="font-style: normal">a</em> <i style="font-style:initial">b</i>',
      "a b",
    ],
    ["bold by name", '<span style="font-weight: bold">a</span>', "**a**"],
    [
      "bold by number",
      '<span style="font-weight:600">a</span> <span style="font-weight:500">b</span>',
      "**a** b",
    ],
    [
      "what counts is last",
      '<span style="font-weight:400;font-weight:700 !important">a</span>',
      "**a**",
    ],
    [
      "italic",
      '<span style="FONT-STYLE: Italic">a</span> <font style="font-style:oblique">b</font>',
      "*a* *b*",
    ],
    ["struck out", '<span style="text-decoration: line-through">a</span>', "~~a~~"],
    ["struck out, in red", '<span style="text-decoration-line:line-through red">a</span>', "~~a~~"],
    ["not struck out", '<s style="text-decoration:none">a</s>', "a"],
    ["all in one", '<span style="font: italic bold 12px/1.5 Arial">a</span>', "***a***"],
    ["undone inside", '<b>x <span style="font-weight:normal">y</span> z</b>', "**x** y **z**"],
    [
      "undone in another",
      '<b>x <i>y <span style="font-weight:400">z</span></i></b>',
      "**x *y*** *z*",
    ],
    [
      "undone and done again",
      '<b>x <span style="font-weight:400">y <b>z</b></span></b>',
      "**x** y **z**",
    ],
    ["Word's other scripts", '<b style="mso-bidi-font-weight:normal">a</b>', "**a**"],
    ["inherited", '<b style="font-weight:inherit">a</b>', "**a**"],
    ["bold in bold", '<b>a <span style="font-weight:700">b</span></b>', "**a b**"],
  ])("are marks: %s", (_, html, expected) => {
    expect(toMarkdown(`<p>${html}</p>`.replace(/^<p>(<b style[^>]*><p>)/, "$1"))).toBe(expected);
  });

  it.each(["block", "flex", "grid", "table", "list-item"])(
    "make blocks of spans: %s",
    (display) => {
      const html = ["a", "b"]
        .map((text) => `<span style="display:${display}">${text}</span>`)
        .join("");
      expect(toMarkdown(html)).toBe("a\n\nb");
      expect(toText(wholePage(parse(html)))).toBe("a\nb");
    },
  );

  it("leave other spans in the line", () => {
    const html = '<span style="display:inline">a</span><span style="color:red">b</span>';
    expect(toMarkdown(html)).toBe("ab");
  });
});

describe("readings of characters", () => {
  it.each([
    ["alone", "<ruby>今日<rt>きょう</rt></ruby>は", "今日（きょう）は"],
    ["of each character", "<ruby>天<rt>てん</rt>気<rt>き</rt></ruby>", "天（てん）気（き）"],
    ["with brackets", "<ruby>私<rp>（</rp><rt>わたし</rt><rp>）</rp></ruby>", "私（わたし）"],
    ["with empty brackets", "<ruby>漢<rp></rp><rt>kan</rt><rp></rp></ruby>", "漢(kan)"],
    ["without end tags", "<ruby>漢<rt>かん<rt>字</ruby>", "漢（かん字）"],
    ["after all bases", "<ruby><rb>旧<rb>金<rt>jiù<rt>jīn</ruby>", "旧金(jiù jīn)"],
    ["in a container", "<ruby>東京<rtc><rt>とう<rt>きょう</rtc></ruby>", "東京（とうきょう）"],
    ["twice", "<ruby><ruby>護<rt>ご</rt></ruby><rt>protect</rt></ruby>", "護（ご）(protect)"],
    ["empty", "<ruby>漢<rt> </rt></ruby>", "漢"],
    ["outside of ruby", "<rt>a</rt>", "a"],
  ])("are in brackets once: %s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
    expect(toText(wholePage(parse(html)))).toBe(expected);
  });
});

describe("links that show only a sign", () => {
  it.each([
    ["a label", '<a href="/x" aria-label="X"><svg><path/></svg></a>'],
    ["a title", '<a href="/x" title="X"><i class="fa"></i></a>'],
    ["the title of a drawing", '<a href="/x"><svg><title>X</title><path/></svg></a>'],
    ["a label inside", '<a href="/x"><i class="fa" aria-label="X"></i></a>'],
    ["a title inside", '<a href="/x"><span title="X"></span></a>'],
    [
      "another element",
      '<a href="/x" aria-labelledby="n"><svg/></a><p hidden id="n">X</p>',
      "[X](/x)\n\nX",
    ],
    ["hidden text", '<a href="/x"><i></i><span class="sr-only">X</span></a>'],
    ["a label before a title", '<a href="/x" aria-label="X" title="Y"></a>', '[X](/x "Y")'],
    ["text before a label", '<a href="/x" aria-label="Y">X</a>'],
  ])("are named by %s", (_, html, expected = "[X](/x)") => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it("are named by an image's text where images are left out", () => {
    const html = '<a href="/x"><img src="/i.png" alt="X"></a>';
    expect(toMarkdown(html, { images: "drop" })).toBe("[X](/x)");
    expect(toMarkdown(html)).toBe("[![X](/i.png)](/x)");
  });

  it("are left out without a name, and to places of the page", () => {
    expect(toMarkdown('<a href="/x"><svg/></a><a href="#top" aria-label="Up"></a>')).toBe("");
  });
});
