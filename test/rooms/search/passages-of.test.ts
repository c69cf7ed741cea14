import { isSearchError, passagesOf } from "dragline/search";
import { parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const url = "https://a.example/page";
const textsOf = (html: string): string[] =>
  passagesOf({ url, html }).passages.map(({ text }) => text);

/** A sentence of ten words. */
const sentence = (n: number): string => `Sentence ${n} says that the tide rises twice a day.`;
const sentences = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, n) => sentence(from + n)).join(" ");

describe("passagesOf", () => {
  it("gives what the page says about itself", () => {
    const html = `<html lang="fr"><head><title>Marées</title><meta name="description" content="De la mer">
      <meta property="article:published_time" content="2026-03-01T23:00:00+02:00">
      <meta property="article:modified_time" content="2026-04-02"></head><body><p>La mer monte.</p></body></html>`;
    expect(passagesOf({ url, html })).toEqual({
      title: "Marées",
      description: "De la mer",
      language: "fr",
      date: "2026-03-01",
      lastUpdated: "2026-04-02",
      passages: [{ heading: "", text: "La mer monte." }],
      cutOff: false,
    });
  });

  it("cuts at headings, and gives the path of headings", () => {
    const html = `<h1>Sea</h1><p>${sentences(5)}</p><h2>Tides¶</h2><p>${sentences(5, 10)}</p>
      <h3>Spring</h3><p>${sentences(5, 20)}</p><h2>Waves</h2><p>${sentences(5, 30)}</p>`;
    expect(passagesOf({ url, html }).passages).toEqual([
      { heading: "Sea", text: sentences(5) },
      { heading: "Sea > Tides", text: sentences(5, 10) },
      { heading: "Sea > Tides > Spring", text: sentences(5, 20) },
      { heading: "Sea > Waves", text: sentences(5, 30) },
    ]);
  });

  it("puts short sections together, with their headings as lines", () => {
    const html = "<h1>Sea</h1><h2>Tides</h2><p>They rise.</p><h2>Waves</h2><p>They break.</p>";
    expect(passagesOf({ url, html }).passages).toEqual([
      { heading: "Sea > Tides", text: "They rise.\nWaves\nThey break." },
    ]);
  });

  it("keeps headings that have no text below them", () => {
    const html = "<h1>Sea</h1><h2>Tides</h2><h2>Waves</h2><h2>Currents</h2>";
    expect(textsOf(html)).toEqual(["Tides\nWaves\nCurrents"]);
    expect(textsOf("<h1>Sea</h1>")).toEqual(["Sea"]);
  });

  it("ends long passages where sentences end, and loses no word", () => {
    const text = sentences(70);
    const passages = textsOf(`<p>${text}</p>`);
    expect(passages).toHaveLength(4);
    for (const passage of passages) {
      expect(passage).toMatch(/^Sentence.*day\.$/);
      expect(passage.split(" ").length).toBeLessThanOrEqual(200);
    }
    expect(passages.join(" ")).toBe(text);
  });

  it("cuts text without ends of sentences between words", () => {
    const words = Array.from({ length: 1000 }, (_, n) => `word${n}`);
    const passages = textsOf(`<p>${words.join(" ")}</p>`);
    expect(passages.length).toBeGreaterThan(4);
    expect(passages.join(" ").split(" ")).toEqual(words);
  });

  it("takes passages of Japanese and Thai by what they say, not by their spaces", () => {
    for (const text of ["東京は日本の首都である。".repeat(200), "กรุงเทพเป็นเมืองหลวง ".repeat(300)]) {
      const passages = textsOf(`<p>${text}</p>`);
      expect(passages.length).toBeGreaterThan(3);
      for (const passage of passages) expect(passage.length).toBeLessThan(1500);
      expect(passages.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
  });

  it("keeps code as it stands and rows of tables on lines", () => {
    const html = `<h1>Loops</h1><p>A loop:</p><pre>for (;;) {\n  step();\n}</pre>
      <table><tr><th>Name</th><th>Price</th></tr><tr><td>Rope</td><td>4 €</td></tr></table>`;
    expect(textsOf(html)).toEqual(["A loop:\nfor (;;) {\n  step();\n}\nName\tPrice\nRope\t4 €"]);
  });

  it("begins a passage with a term that is defined", () => {
    const html = `<dl><dt>open(path)</dt><dd>${sentences(9)}</dd><dt>close()</dt><dd>${sentences(9, 10)}</dd></dl>`;
    expect(textsOf(html).map((text) => text.split("\n")[0])).toEqual(["open(path)", "close()"]);
  });

  it("cuts plain text at its empty lines", () => {
    const paragraphs = [sentences(9), sentences(9, 10), sentences(9, 20)];
    const wrapped = paragraphs.map((text) => text.replaceAll(". ", ".\n"));
    expect(textsOf(`<pre>${wrapped.join("\n\n")}</pre>`)).toEqual(wrapped);
  });

  it("takes words from the page's text only", () => {
    const html = `<nav><a href="/x">Home</a></nav><main><h1>Sea</h1><p>${sentences(30)}</p><ul><li>One &amp; two</li></ul></main>`;
    const page = toText(wholePage(parse(html)));
    for (const text of textsOf(html)) expect(page).toContain(text);
  });

  it("has no passage where there is no text", () => {
    for (const html of ["", " ", "<p>", "<script>x()</script>", "<!--", "<img src=x>"]) {
      expect(passagesOf({ url, html }).passages).toEqual([]);
    }
  });

  it("reads broken and hostile pages", () => {
    const pages = [
      "</p></div><h1>Sea<p>Tides rise<table><tr><td>x",
      "<h1>".repeat(3000) + "deep",
      "<div>".repeat(20_000) + "deep",
      "a\0b \ud800 c\udc00",
      "<h2>x</h2>".repeat(5000),
      `<title>${"t".repeat(1e6)}</title><h1>${"h".repeat(1e6)}</h1><p>x</p>`,
      `<p>${"x".repeat(1e6)}</p>`,
      "<pre>\n\n\n</pre>",
    ];
    for (const html of pages) {
      const { title, passages } = passagesOf({ url, html });
      expect(title.length).toBeLessThanOrEqual(500);
      for (const { heading, text } of passages) {
        expect(heading.length).toBeLessThanOrEqual(1000);
        expect(text.length).toBeLessThanOrEqual(12_000);
        expect(heading.isWellFormed() && text.isWellFormed()).toBe(true);
        expect(text + heading).not.toContain("\0");
      }
    }
  });

  it("cuts no more than 2,000 passages, and says so", () => {
    const words = "The tide rises twice a day. ".repeat(170_000);
    const { passages, cutOff } = passagesOf({ url, html: `<p>${words}</p>` });
    expect([passages.length, cutOff]).toEqual([2000, true]);
  });

  it("refuses what is no page", () => {
    for (const html of [undefined, 1, "x".repeat(67_108_865)]) {
      expect(() => passagesOf({ url, html: html as string })).toThrow(
        expect.toSatisfy((error) => isSearchError(error, "INVALID_PAGE")),
      );
    }
  });
});
