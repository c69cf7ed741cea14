import { parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const svg = '<svg viewBox="0 0 9 9"><path d="M0 0"/></svg>';
const text = (html: string): string => toText(wholePage(parse(html)));

describe("icon buttons", () => {
  // They do something on the page that its reader cannot do: their names are no content.
  it.each([
    ["a label", `<p>a <button aria-label="Close">${svg}</button> b`, "a b"],
    ["a title", '<p>a <button title="Menu"><i class="x"></i></button> b', "a b"],
    ["the title of a drawing", "<p>a <button><svg><title>Save</title></svg></button> b", "a b"],
    ["a role", `<p>a <a role="button" aria-label="Share">${svg}</a> b`, "a b"],
  ])("are not named by %s, in text and markdown", (_, html, expected) => {
    expect([text(html), toMarkdown(html)]).toEqual([expected, expected]);
  });

  it("say what they show", () => {
    const html = '<p>a <button aria-label="Buy the boat">Buy</button> b';
    expect([text(html), toMarkdown(html)]).toEqual(["a Buy b", "a Buy b"]);
  });
});

describe("images that stand for a link or button", () => {
  const src = "https://e.example/x.png";
  const linked = (alt: string): string => `[![${alt}](${src})](https://e.example/t)`;
  it.each([
    [
      "label",
      `<a href="https://e.example/t" aria-label="Home"><img src="${src}" alt=""></a>`,
      linked("Home"),
    ],
    [
      "title",
      `<a href="https://e.example/t" aria-label="Home"><img src="${src}"></a>`,
      linked("Home"),
    ],
    [
      "span",
      `<a href="https://e.example/t" aria-label="Home"><span><img alt="" src="${src}"></span></a>`,
      linked("Home"),
    ],
    [
      "own text",
      `<a href="https://e.example/t" aria-label="Home"><img alt="Logo" src="${src}"></a>`,
      linked("Logo"),
    ],
    [
      "button",
      `<button aria-label="Search"><img alt="" src="${src}"></button>`,
      `![Search](${src})`,
    ],
    ["no name", `<a href="https://e.example/t"><img alt="" src="${src}"></a>`, linked("")],
    ["no link", `<p aria-label="Home"><img alt="" src="${src}"></p>`, `![](${src})`],
  ])("%s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it("are passed over beside text", () => {
    const html = `<a href="https://e.example/t" aria-label="Home"><img alt="" src="${src}"> Start</a>`;
    expect(toMarkdown(html)).toBe(`[![](${src}) Start](https://e.example/t)`);
  });
});
