import { describe, expect, it } from "vitest";
import { mainContent, parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";

const textOf = (html: string): string => toText(wholePage(parse(html)));

describe("drawings (svg)", () => {
  it.each([
    ["texts apart", "<svg><text>Start</text><text>End</text></svg>", "Start End"],
    ["texts in groups", "<svg><g><g><text>A</text></g></g><g><text>B</text></g></svg>", "A B"],
    ["parts of a word", "<svg><text>Dia<tspan>gram</tspan></text></svg>", "Diagram"],
    [
      "lines of a text",
      '<svg><text><tspan x="0">one</tspan><tspan x="0" dy="1em">two</tspan></text></svg>',
      "one two",
    ],
    ["text on a path", "<svg><text><textPath href='#p'>Along</textPath></text></svg>", "Along"],
    ["HTML", "<svg><foreignObject><div>Node</div></foreignObject></svg>", "Node"],
    ["a drawing in a drawing", "<svg><svg><text>In</text></svg><text>Out</text></svg>", "In Out"],
    ["words beside it", "a<svg><text>7</text></svg>b", "a 7 b"],
    [
      "one of several for a program",
      "<svg><switch><foreignObject><p>Box</p></foreignObject><text>Box</text></switch></svg>",
      "Box",
    ],
    [
      "no title where there are texts",
      "<svg role=img width=300><title>Chart</title><text>A<title>tip</title></text></svg>",
      "A",
    ],
  ])("show their text: %s", (_, html, text) => {
    expect(toMarkdown(html)).toBe(text);
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ["an icon", "<svg><title>Star</title><path d=''/></svg>"],
    ["a sprite", "<svg style='display:none'><text>Hid</text></svg>"],
    ["a sprite by attribute", "<svg display=none><text>Hid</text></svg>"],
    ["a sprite without size", "<svg width=0 height=0><text>Hid</text></svg>"],
    ["symbols", "<svg><symbol><text>Hid</text></symbol></svg>"],
    ["definitions", "<svg><defs><g><text>Hid</text></g></defs></svg>"],
    ["a clip path", "<svg><clipPath><text>Hid</text></clipPath></svg>"],
    ["styles", "<svg><style>text{fill:red}</style><script>x()</script></svg>"],
    ["text outside of texts", "<svg><g>Hid</g></svg>"],
    ["a hidden text", "<svg><text visibility=hidden>Hid</text></svg>"],
    ["a small picture", "<svg role=img viewBox='0 0 24 24'><title>Star</title></svg>"],
  ])("stay silent: %s", (_, html) => {
    expect(toMarkdown(`<p>a</p>${html}`)).toBe("a");
    expect(textOf(`<p>a</p>${html}`)).toBe("a");
  });

  it("are their title where they are pictures without text", () => {
    const picture = "<svg role=img viewBox='0 0 400 200'><title>Sales</title><path/></svg>";
    expect(toMarkdown(`<p>a</p>${picture}`)).toBe("a\n\nSales");
    expect(textOf(`a ${picture}`)).toBe("a Sales");
  });

  it.each([
    ["href", "href='/x'"],
    ["xlink:href", "xlink:href='/x'"],
    ["both", "xlink:href='/y' href='/x'"],
  ])("have links: %s", (_, address) => {
    const html = `<svg><a ${address}><rect/><text>Go</text></a><text>on</text></svg>`;
    expect(toMarkdown(html, { url: "https://a.test/" })).toBe("[Go](https://a.test/x) on");
  });

  it("are in links and name them", () => {
    expect(toMarkdown("<a href=/x><svg><text>Go</text></svg></a>")).toBe("[Go](/x)");
    expect(toMarkdown("<a href=/x><svg><title>Go</title><path/></svg></a>")).toBe("[Go](/x)");
  });

  it("are in main content", () => {
    const words = "The diagram shows how a request travels through the parts of the system. ";
    const drawing = "<svg><text>Client</text><text>Server</text></svg>";
    const html = `<article><h1>Flow</h1><p>${words.repeat(5)}</p><figure>${drawing}</figure><p>${words.repeat(5)}</p></article>`;
    expect(toText(mainContent(parse(html)))).toContain("\nClient Server\n");
  });

  it("are found in HTML that is in drawings", () => {
    expect(textOf(`${"<svg><g><foreignObject><div>".repeat(40)}end`)).toBe("end");
  });
});
