import { parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const both = (html: string): readonly string[] => [
  toMarkdown(html),
  toText(wholePage(parse(html))).replaceAll("\n", "\n\n"),
];

describe("blocks that are inline by their style", () => {
  it.each([
    ["div", 'one <div style="display:inline">two</div> three'],
    ["p", 'one <p style="display: inline">two</p> three'],
    ["form", 'one <form style="margin:0;display:inline !important">two</form> three'],
    ["section", 'one <section style="DISPLAY:INLINE">two</section> three'],
    ["contents of a row", '<div>one <div style="display:inline">two</div> three</div>'],
    [
      "one in another",
      'one <div style="display:inline"><p style="display:inline">two</p></div> three',
    ],
  ])("%s", (_, html) => {
    expect(both(html)).toEqual(["one two three", "one two three"]);
  });

  it.each([
    ["inline-block", '<div style="display:inline-block">one</div><div>two</div>'],
    ["another property", '<div style="x-display:inline">one</div><div>two</div>'],
    ["no style", "<div>one</div><div>two</div>"],
  ])("not by %s", (_, html) => {
    expect(both(html)).toEqual(["one\n\ntwo", "one\n\ntwo"]);
  });
});

describe("elements in lines that are blocks by their style", () => {
  it.each([
    ["span", '<p>a<span style="display:block">b</span>c</p>'],
    ["flex", '<p>a<span style="display: flex">b</span>c</p>'],
    ["grid", '<p>a<span style="display:grid">b</span>c</p>'],
    ["list-item", '<p>a<span style="display:list-item">b</span>c</p>'],
    ["table-row", '<p>a<span style="display:table-row">b</span>c</p>'],
    ["label", '<p>a<label style="display:block">b</label>c</p>'],
    ["font", '<p>a<font style="display:block">b</font>c</p>'],
    ["link without an address", '<p>a<a style="display:block">b</a>c</p>'],
  ])("%s", (_, html) => {
    expect(both(html)).toEqual(["a\n\nb\n\nc", "a\n\nb\n\nc"]);
  });

  it("links and bold ones", () => {
    const link = '<p>a<a style="display:block" href="https://e.example/l">b <i>c</i></a>d</p>';
    expect(both(link)).toEqual(["a\n\n[b *c*](https://e.example/l)\n\nd", "a\n\nb c\n\nd"]);
    expect(both('a<b style="display:block">b</b>c')).toEqual(["a\n\n**b**\n\nc", "a\n\nb\n\nc"]);
    const em = 'a<em style="display:block">b</em>c';
    expect(both(em)).toEqual(["a\n\n*b*\n\nc", "a\n\nb\n\nc"]);
  });

  it("cells of a row stand beside each other", () => {
    const html =
      '<span style="display:table-row"><span style="display:table-cell">a</span><span style="display:table-cell">1</span></span>' +
      '<span style="display:table-row"><span style="display:table-cell">b</span><span style="display:table-cell">2</span></span>';
    expect(both(html)).toEqual(["a 1\n\nb 2", "a\t1\n\nb\t2"]);
  });
});
