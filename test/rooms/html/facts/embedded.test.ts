import { mainContent, parse, toText } from "dragline/html";
import { describe, expect, it } from "vitest";

const main = (html: string): string => toText(mainContent(parse(html)));

const sentence = "Words of a page that scripts would show to people. ";
const text = sentence.repeat(4).trim();
const attribute = (value: unknown): string =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

describe("the main content of a page that shows nothing", () => {
  it.each([
    ["JSON", `<script type="application/json">${JSON.stringify({ a: { body: text } })}</script>`],
    ["an assignment", `<script>window.__STATE__ = ${JSON.stringify({ content: text })};</script>`],
    ["a list", `<script>var page = ${JSON.stringify([{ description: [text] }])}</script>`],
    [
      "an attribute",
      `<div data-page="${attribute({ props: { bodyHtml: `<p>${text}</p>` } })}"></div>`,
    ],
    [
      "JSON in JSON",
      `<i data-preloaded="${attribute({ topic: JSON.stringify({ cooked: text }) })}"></i>`,
    ],
  ])("is that of its state in %s", (_, html) => {
    expect(main(`<body><div id=app></div>${html}`)).toBe(text);
  });

  it("has the texts of the state in order, each once", () => {
    const posts = ["first", "second", "first"].map((name) => ({ cooked: `<p>${name} ${text}` }));
    const state = JSON.stringify({ posts, label: "Reply to this topic", url: sentence.repeat(9) });
    expect(main(`<script type="application/json">${state}</script>`)).toBe(
      `first ${text}\nsecond ${text}`,
    );
  });

  it("is that of linked data where it says more than the state", () => {
    const linked = JSON.stringify({ "@type": "Article", articleBody: `${text} ${text}` });
    const html = `<script type="application/ld+json">${linked}</script>
      <script>x = 1</script><script>var y = ${JSON.stringify({ body: text })}</script>`;
    expect(main(html)).toBe(`${text} ${text}`);
  });

  it("is its description where that is all", () => {
    const meta = `<meta name=description content="Short."><meta property=og:description content="${text}">`;
    expect(main(`${meta}<div id=app></div>`)).toBe(text);
    expect(main(`${meta}<div id=app>Loading</div>`)).toBe(text);
    expect(mainContent(parse(meta)).confidence).toBe(0);
  });

  it("is what it shows where the description is short, or the state no content", () => {
    const html = `<meta name=description content="Short."><script>var x = {"body": "${"x".repeat(500)}"}</script>Loading`;
    expect(main(html)).toBe("Loading");
  });

  it("is never looked for where the page shows content", () => {
    const state = `<script type="application/json">${JSON.stringify({ body: text })}</script>`;
    expect(main(`<article><p>${"What is shown. ".repeat(40)}</article>${state}`)).not.toContain(
      "scripts",
    );
  });

  it.each([
    ["without an end", `{"a":`],
    ["too deep", "[".repeat(100_000)],
    ["of a prototype", `{"__proto__":{"body":"${text}"},"constructor":{"body":1}}`],
    ["with a null", `[null,{"body":null}]`],
  ])("stands a state %s", (_, json) => {
    expect(() => main(`<script type="application/json">${json}</script>`)).not.toThrow();
  });
});
