import {
  mainContent,
  parse,
  toCleanHtml,
  toText,
  wholePage,
  type HiddenChoice,
} from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const text = "The keeper of the light wrote down every ship that passed the headland. ".repeat(4);
const page = (html: string): string => `<body><p>${text}</p>${html}<p>${text}</p>`;
const seen = (html: string, hidden?: HiddenChoice): string => {
  const view = wholePage(parse(page(html)), hidden === undefined ? {} : { hidden });
  return toText(view).replaceAll(text.trim(), "").trim();
};

describe("wholePage of a page that hides text", () => {
  it.each([
    ["display:none", "<p style='display:none'>gone"],
    ["display:none in other letters", "<p style='DISPLAY : NONE !important'>gone"],
    ["display:none with a comment", "<p style='display:/**/none'>gone"],
    ["display:none in escapes", String.raw`<p style='d\69splay:none'>gone`],
    ["hidden", "<p hidden>gone"],
    ["hidden with a value", "<p hidden=hidden>gone"],
    ["visibility:hidden", "<p style='visibility:hidden'>gone"],
    ["visibility:collapse", "<table><tr style='visibility:collapse'><td>gone</table>"],
    ["content-visibility", "<p style='content-visibility:hidden'>gone"],
    ["opacity", "<p style='opacity:0'>gone"],
    ["opacity in per cent", "<p style='opacity:0.0%'>gone"],
    ["a filter", "<p style='filter:opacity(0)'>gone"],
    ["no height", "<div style='height:0;overflow:hidden'>gone</div>"],
    ["no greatest height", "<div style='max-height:0px;overflow-y:hidden'>gone</div>"],
    ["a pixel", "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>gone</span>"],
    ["off the screen to the left", "<p style='position:absolute;left:-9999px'>gone"],
    ["off the screen above", "<p style='position:fixed;top:-999em'>gone"],
    ["moved away", "<p style='transform:translateX(-9999px)'>gone"],
    ["a margin", "<p style='margin-left:-9999px'>gone"],
    ["clip", "<p style='position:absolute;clip:rect(0 0 0 0)'>gone"],
    ["clip with commas", "<p style='position:absolute;clip:rect(1px,1px,1px,1px)'>gone"],
    ["clip-path", "<p style='-webkit-clip-path:inset(50%)'>gone"],
    ["clip-path of a circle", "<p style='clip-path:circle(0)'>gone"],
    ["text-indent", "<p style='text-indent:-9999px'>gone"],
    ["font-size", "<p style='font-size:0'>gone <b>too</b>"],
    ["font", "<p style='font:0/0 a'>gone"],
    ["a small font", "<p style='font-size:1px'>gone"],
    ["scale", "<p style='transform:scale(0)'>gone"],
    ["scale of one side", "<p style='transform:rotate(5deg) scaleY(0)'>gone"],
    ["its background's colour", "<p style='color:#fefefe;background:#fff'>gone"],
    ["the page's colour", "<p style='color:white'>gone"],
    [
      "the colour of what is around it",
      "<div style='background-color:rgb(1,2,3)'><p style='color:#010203'>gone</div>",
    ],
    ["an old attribute", "<table bgcolor=#ffffff><tr><td><font color=#FFFFFF>gone</font></table>"],
    ["no colour", "<p style='color:transparent'>gone"],
    ["a class for screen readers", "<span class='x sr-only y'>gone</span>"],
    ["aria-hidden", "<div aria-hidden=true>gone</div>"],
    ["a closed dialog", "<dialog>gone</dialog>"],
    ["a modal", "<div class='modal fade' id=m style='display:none'>gone</div><a href=#m></a>"],
  ])("leaves it out: %s", (_, html) => {
    expect(seen(html)).toBe("");
    expect(seen(html, "keep")).toContain("gone");
  });

  it.each([
    ["a class", ".x{display:none}", "<p class='a x'>gone"],
    ["an id", "#x{visibility:hidden}", "<p id=x>gone"],
    ["a tag", "x-note{display:none}", "<x-note>gone</x-note>"],
    ["an attribute", "[data-off]{display:none}", "<p data-off>gone"],
    ["a descendant", ".a .x{display:none}", "<div class=a><div><p class=x>gone</div></div>"],
    ["a child", ".a>p.x{display:none}", "<div class=a><p class=x>gone</div>"],
    ["one of a list", "h6,.x , h5{display:none}", "<p class=x>gone"],
    ["all that are not", ".x:not(.y){display:none}", "<p class=x>gone"],
    ["a wide screen", "@media (min-width:600px){.x{display:none}}", "<p class=x>gone"],
    ["a screen", "@media screen{.x{display:none}}", "<p class=x>gone"],
    ["a layer", "@layer a{@supports (display:grid){.x{display:none}}}", "<p class=x>gone"],
    ["a rule in a rule", ".a{color:red;& .x{display:none}}", "<div class=a><p class=x>gone</div>"],
    ["a comment before", "/* { */.x{opacity:0}", "<p class=x>gone"],
    ["two rules together", ".x{height:0}.x{overflow:hidden}", "<div class=x>gone</div>"],
    ["what is important", ".x{display:none!important}p.x{display:block}", "<p class=x>gone"],
    ["the last one", ".x{display:block}.x{display:none}", "<p class=x>gone"],
    ["colours", ".a{background:#000}.x{color:black}", "<div class=a><p class=x>gone</div>"],
  ])("heeds style elements: %s", (_, css, html) => {
    expect(seen(`<style>${css}</style>${html}`)).toBe("");
  });

  it.each([
    ["print", "@media print{.x{display:none}}"],
    ["a narrow screen", "@media (max-width:600px){.x{display:none}}"],
    ["no scripts", ".no-js .x{display:none}"],
    ["a better rule", ".x{display:none}p.x{display:block}"],
    ["a pseudo-element", ".x::after{display:none}.x:before{opacity:0}"],
    ["a state", ".x:hover{display:none}"],
    ["a rule that is not understood", ".x{display:none}.x:nth-child(n){display:block}"],
    ["another class", ".y{display:none}.x-y{display:none}"],
    ["a font's name", "@font-face{font-family:x;src:url(x)}.x{font:16px/1 x}"],
    ["frames of an animation", "@keyframes k{from{opacity:0}}.x{animation:k 1s}"],
    ["what fades in", ".x{opacity:0;transition:opacity .3s}"],
    ["what a state shows", ".x{display:none}.a:hover .x{display:block}"],
    ["a string", ".y{content:'}.x{display:none}'}"],
  ])("does not hide by style elements: %s", (_, css) => {
    expect(seen(`<style>${css}</style><div class=a><p class=x>seen</div>`)).toBe("seen");
  });

  it.each([
    ["until it is found", "<p hidden=until-found>seen"],
    [
      "visible again",
      "<div style='visibility:hidden'>gone<p style='visibility:visible'>seen</p></div>",
    ],
    ["in shape by padding", "<div style='height:0;overflow:hidden;padding-bottom:56%'>seen</div>"],
    ["a line without size of its own", "<span style='width:0;overflow:hidden'>seen</span>"],
    ["white on dark", "<div style='background:#333'><p style='color:#fff'>seen</div>"],
    ["white on a picture", "<div style='background:url(x.png)'><p style='color:#fff'>seen</div>"],
    [
      "white on what another sheet paints",
      "<link rel=stylesheet href=a.css><div class=hero><p style='color:#fff'>seen</div>",
    ],
    ["size again", "<ul style='font-size:0'><li style='font-size:1rem'>seen</ul>"],
    ["a script's fade", "<p style='opacity:0' data-aos=fade-up>seen"],
    ["a little aside", "<p style='position:relative;left:-20px'>seen"],
    ["a word in a line, for the eye", "<span aria-hidden=true>seen</span>"],
    ["not-sr-only", "<span class='sr-only md:not-sr-only'>seen</span>"],
    ["inert", "<p inert>seen"],
  ])("keeps what is seen: %s", (_, html) => {
    expect(seen(html)).toBe("seen");
  });

  it.each([
    ["a tab's panel", "<div role=tabpanel hidden>seen</div>"],
    [
      "what a button controls",
      "<button aria-controls=p></button><div id=p style='display:none'>seen</div>",
    ],
    [
      "what a link opens",
      "<a data-bs-toggle=collapse href=#p></a><div id=p style='display:none'>seen</div>",
    ],
    ["a target", "<button data-bs-target=#p></button><div id=p class=collapse hidden>seen</div>"],
    ["an accordion", "<div class=accordion__body style='height:0;overflow:hidden'>seen</div>"],
    ["details", "<details><summary></summary>seen</details>"],
    ["an answer", "<h3><button aria-expanded=false></button></h3><div hidden>seen</div>"],
    ["a slide", "<div class='slide' style='display:none'>seen</div>"],
    [
      "a menu",
      "<nav><ul><li><ul style='display:none'><li><a href=/a>seen</a><li><a href=/b></a></ul></ul></nav>",
    ],
    ["the rest of a text", "<span class=more style='display:none'>seen</span><a href=#></a>"],
  ])("keeps what a control opens: %s", (_, html) => {
    expect(seen(html)).toBe("seen");
  });

  it("leaves out copies of slides, and long texts that say short ones again", () => {
    expect(seen("<div class='slick-slide slick-cloned' aria-hidden=true>gone</div>")).toBe("");
    const more =
      "<p>Short text <span class=more style='display:none'>short text, and all</span></p>";
    expect(seen(more)).toBe("Short text");
  });

  it.each([
    [
      "whole where it is split for the eye",
      "<span><span class=a-offscreen>$79.99</span><span aria-hidden=true>$79<sup>99</sup></span></span>",
      "$79.99",
    ],
    [
      "as it is seen, where the other says more",
      "<b><i aria-hidden=true>★★</i><span class=sr-only>2 of 5</span></b>",
      "★★",
    ],
    [
      "as the name of a picture that links",
      "<a href=/f><svg></svg><span class=sr-only>Facebook</span></a>",
      "Facebook",
    ],
    [
      "not beside a link's text",
      "<a href=/f>Like<span class=sr-only> (opens a window)</span></a>",
      "Like",
    ],
    [
      "not beside a picture's",
      "<a href=/><img alt=Logo src=l.png><span class=sr-only>Home</span></a>",
      "",
    ],
  ])("says what is for screen readers once, and right: %s", (_, html, expected) => {
    expect(seen(html)).toBe(expected);
  });

  it.each([
    ["the body", "<body style='opacity:0'>"],
    ["a style element", "<style>body{display:none}</style><body>"],
    ["a wrapper", "<body><div id=app style='visibility:hidden'>"],
    [
      "a wrapper with an article",
      "<body><p>Loading, please wait a while.</p><div style='opacity:0'><main>",
    ],
  ])("keeps a page that scripts show: %s", (_, start) => {
    expect(toText(wholePage(parse(`${start}<p>${text}${text}`)))).toContain(text.trim());
  });

  it("reads hidden pages in time proportional to their length", () => {
    const many = 20_000;
    const css = `${"a ".repeat(7)}.x{display:none}`.repeat(200);
    const html = `<style>${css}</style>${"<div style='visibility:hidden'><a class=x>".repeat(many)}`;
    expect(toText(wholePage(parse(html), { hidden: "omit" })).length).toBe(0);
    expect(seen(`<style>${"{".repeat(many)}${".x{".repeat(many)}"</style>`)).toBe("");
  });

  it("refuses other choices", () => {
    expect(() => seen("", "show" as never)).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        details: { option: "hidden", value: "show" },
      }),
    );
  });
});

describe("hidden text in other rooms", () => {
  const html = page("<p>Price <span style='display:none'>$99</span><span>$79</span></p>");

  it("is in no format", () => {
    const tree = parse(`<main>${html}`);
    for (const view of [wholePage(tree), mainContent(tree)]) {
      for (const made of [toText(view), toMarkdown(view), toCleanHtml(view)]) {
        expect(made).not.toContain("$99");
        expect(made).toContain("$79");
      }
    }
    expect(toMarkdown(mainContent(tree, { hidden: "keep" }))).toContain("$99$79");
  });
});
