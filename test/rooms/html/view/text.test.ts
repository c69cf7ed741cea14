import { parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const text = (html: string): string => toText(wholePage(parse(html)));

describe("toText", () => {
  it.each([
    ["a span", "<span>Merrell</span><span>Moab 3</span>", "Merrell Moab 3"],
    ["a link", "<a>One</a><a>Two</a>", "One Two"],
    ["a button", "<button>Buy</button>now", "Buy now"],
    ["a label", "<label>Size</label><b><span>42</span></b>", "Size 42"],
    ["an edge within", "<span>in <i>the</i></span><span><i>box</i></span>", "in the box"],
  ])("parts words at the edge of %s", (_, html, expected) => {
    expect(text(html)).toBe(expected);
  });

  it.each([
    ["formatting", "<b>in</b>side", "inside"],
    ["a word with a link in it", "pre<a>train</a>ing", "pretraining"],
    ["a word with spans in each other", "<span><span>train</span></span>ing", "training"],
    ["single letters", "<span>H</span><span>ello</span>", "Hello"],
    ["punctuation", "<span>one</span><span>, two</span>", "one, two"],
    ["code", "<code><span>get</span><span>Name</span></code>", "getName"],
    ["preformatted text", "<pre><span>get</span><span>Name</span></pre>", "getName"],
    ["scripts without spaces", "<span>中文</span><span>文字</span>", "中文文字"],
  ])("keeps together %s", (_, html, expected) => {
    expect(text(html)).toBe(expected);
  });

  it("puts one space where there is white space at an edge", () => {
    expect(text("<span>one </span> <span> two</span>")).toBe("one two");
  });
});
