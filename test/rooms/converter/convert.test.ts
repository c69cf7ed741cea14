import { convert, convertFormats, type ConvertOptions } from "dragline/converter";
import { mainContent, parse, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const text = "High water comes twice a day, and the harbour fills. ".repeat(12);
const page = `<!doctype html><html lang="en"><title>Tides</title><nav><a href="/">Home</a></nav>
  <main><h1>Tides</h1><p>${text}<a href="all">All</a></p><img src="/t.png" alt="table"></main>`;
const url = "https://harbour.example/tides/";

describe("convert", () => {
  it("makes markdown of the whole page by default, and nothing else", () => {
    expect(convert(page)).toEqual({ markdown: toMarkdown(wholePage(parse(page))) });
    expect(convert(page).markdown).toContain("Home");
  });

  it.each([
    ["<frameset><noframes><body><p>Old</p></body></noframes></frameset>", "Old"],
    ["<frameset><frame name=a><frame src=about:blank></frameset><noframes><p>Old", "Old"],
    ["<frameset><frame src=http://a.test/ title=A><noframes><p>Old", "[A](http://a.test/)"],
    ["<p>Own<frameset><frame name=a><noframes><p>Old", "Own"],
    ["<p>Own<noframes><p>Old", "Own"],
  ])("shows what is for browsers without frames only where no frame is: %s", (html, expected) => {
    expect(convert(html)).toEqual({ markdown: expected });
  });

  it("makes every format asked for", () => {
    const made = convert(page, { url, formats: convertFormats });
    expect(Object.keys(made)).toEqual([...convertFormats]);
    expect(made).toMatchObject({
      html: page,
      links: [
        { href: "https://harbour.example/", text: "Home" },
        { href: `${url}all`, text: "All" },
      ],
      images: [{ src: "https://harbour.example/t.png", alt: "table" }],
      metadata: { title: "Tides", language: "en" },
    });
    expect(made.text).toMatch(/^Home\nTides\nHigh water/);
    expect(made.cleanedHtml).toContain(`<a href="${url}all">All</a>`);
  });

  it("takes the main content only, and says the page's kind and how sure it is", () => {
    const { kind, confidence, markdown, links, metadata, html } = convert(page, {
      url,
      main: true,
      formats: ["markdown", "links", "metadata", "html"],
    });
    const main = mainContent(parse(page), { url });
    expect([kind, confidence, markdown]).toEqual([main.kind, main.confidence, toMarkdown(main)]);
    expect(links).toEqual([{ href: `${url}all`, text: "All" }]);
    expect(metadata?.title).toBe("Tides");
    expect(html).toBe(page);
  });

  it("writes markdown as the options say", () => {
    const { markdown } = convert("<ul><li>a</ul>", { markdown: { bullet: "*" } });
    expect(markdown).toBe("* a");
  });

  it("hands handlers, rules and plugins to the markdown", () => {
    const markdown = { handlers: { mark: { enter: () => false } } };
    expect(convert("a <mark>b</mark>", { markdown })).toEqual({ markdown: "a" });
    const rule = { filter: "mark" as const, replacement: (text: string) => `==${text}==` };
    expect(convert("a <mark>b</mark>", { markdown: { turndownRules: { rule } } })).toEqual({
      markdown: "a ==b==",
    });
  });

  it("takes what include matches without what exclude matches, of the page or its content", () => {
    const options = { include: ["nav", "main"], exclude: ["img", "p"] };
    const formats = ["markdown", "images"] as const;
    const made = { markdown: "[Home](/)\n\n# Tides", images: [] };
    expect(convert(page, { ...options, formats })).toEqual(made);
    const main = convert(page, { ...options, formats, main: true });
    expect(main).toEqual({ ...made, kind: expect.any(String), confidence: 1 });
    expect(convert(page, { include: ["#none"] })).toEqual(convert(page));
  });

  it("takes comments under an article with the main content when told to", () => {
    const comment = "<div class=comment><p>This is what a reader had to say about the tides.</div>";
    const html = `<article><h1>Tides</h1><p>${text}</p><p>${text}</p></article>
      <section id=comments class=comments><h2>Comments</h2>${comment.repeat(4)}</section>`;
    const made = (comments: boolean) => convert(html, { main: true, comments }).markdown;
    expect(made(false)).not.toContain("what a reader had to say");
    expect(made(true)).toContain("what a reader had to say");
  });

  it("refuses what is no selector", () => {
    expect(() => convert("x", { include: ["p["] })).toThrow(
      expect.objectContaining({ code: "INVALID_SELECTOR", details: { selector: "p[" } }),
    );
  });

  it("counts an explicit undefined as absent", () => {
    const options = { url: undefined, main: undefined, formats: undefined, markdown: undefined };
    expect(convert("<h1>a", options)).toEqual({ markdown: "# a" });
  });

  it.each([
    [{ formats: ["pdf"] }, /'formats' must be a list of markdown.*; got pdf/],
    [{ formats: "markdown" }, /'formats'.*got string/],
    [{ markdown: { bullet: "x" } }, /'bullet'/],
    [{ markdown: { wat: 1 } }, /Unknown option 'wat'/],
    [{ include: "p" }, /'include' must be a list of CSS selectors; got "p"/],
    [{ exclude: [1] }, /'exclude' must be a list of CSS selectors/],
    [{ comments: "yes" }, /'comments'/],
    [{ markdown: "gfm" }, /'markdown' must be an object.*got string/],
    [{ main: "yes" }, /'main'/],
    [{ wat: 1 }, /Unknown option 'wat'/],
  ])("refuses %j", (options, message) => {
    expect(() => convert("x", options as unknown as ConvertOptions)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });

  it("refuses what is no string", () => {
    expect(() => convert(null as unknown as string)).toThrow(
      expect.objectContaining({ name: "HtmlError", code: "INVALID_INPUT" }),
    );
  });
});
