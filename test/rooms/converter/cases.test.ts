import { convert } from "dragline/converter";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { corpusMissing, corpusText } from "../../corpus.ts";

const url = "https://site.example/dir/page";

function markdownOf(name: string, main = false): string {
  const html = corpusText(`cases/convert/${name}.html`);
  return convert(html, { url, main, formats: ["markdown"] }).markdown?.trim() ?? "";
}

function render(markdown: string): string {
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  return micromark(markdown, options);
}

/** The texts of elements, in order. */
function texts(html: string, names: string): string[] {
  const found = html.matchAll(new RegExp(`<(${names})\\b[^>]*>(.*?)</\\1>`, "gs"));
  return [...found].map(([, , inner = ""]) =>
    inner
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll(/[\u200b-\u200d\u2060]/g, ""),
  );
}

/** Cells by row of the only table. */
function rows(markdown: string): string[][] {
  const lines = markdown.split("\n").filter((line) => line.startsWith("|"));
  const cells = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
}

describe.skipIf(corpusMissing !== "")(`inputs that went wrong${corpusMissing}`, () => {
  it.each(["n2-svgph", "n6-data-variants"])("%s: images by their true address", (name) => {
    const html = corpusText(`cases/convert/${name}.html`);
    const { markdown, images } = convert(html, { url, formats: ["markdown", "images"] });
    const shown = [...markdown.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)].map(([, src]) => src);
    expect(shown).toEqual(images.map(({ src }) => src));
    expect(markdown).not.toMatch(/data:|\/ph\.svg|\{width\}|%7B/i);
    if (name === "n2-svgph") expect(shown).toEqual(["https://site.example/boat.jpg"]);
    else expect(shown).toHaveLength(17);
  });

  it("mh1, wiki-bday: what is hidden is left out", () => {
    expect(markdownOf("mh1", true)).toMatch(/Price \$79\n/);
    const ann = markdownOf("wiki-bday", true);
    expect(ann).toContain("Ann was born 21 August 1977 in the town.");
    expect(ann).not.toContain("the full text");
  });

  it("cs1, p1, p3, tb1: tables", () => {
    expect(rows(markdownOf("cs1")).every((row) => row.length === 2)).toBe(true);
    const api = rows(markdownOf("p1-apitable"));
    expect(api.map((row) => row.length)).toEqual([3, 3, 3, 3]);
    expect(api[2]?.[2]).toMatch(/one of:.*fast.*slow/);
    expect(rows(markdownOf("p3-tfoot-first")).at(-1)?.[0]).toBe("Sum");
    const cells = rows(markdownOf("tb1")).flat().join(" ; ");
    expect(cells).not.toMatch(/Headtxt|Fare\*\*|\)text/);
    expect(cells).toContain("Fare **12**");
  });

  it("g1: only the word bold is bold", () => {
    const html = render(markdownOf("g1"));
    expect(texts(html, "strong|em")).toEqual(["bold"]);
  });

  it("mm1, mm2: formulas as TeX", () => {
    const formulas = [...markdownOf("mm1").matchAll(/\$([^$]+)\$/g)].map(([, tex = ""]) =>
      tex.replaceAll(/\s/g, ""),
    );
    expect(formulas.slice(0, 6)).toEqual([
      String.raw`\frac{1}{2}`,
      expect.stringMatching(/^10\^\{?6\}?$/),
      expect.stringMatching(/^x_\{?1\}?$/),
      String.raw`\sqrt[3]{x}`,
      String.raw`\frac{a}{b}`,
      String.raw`\frac{a}{b}`,
    ]);
    expect(formulas[6]).toMatch(/1&0\\\\0&1/);
    expect(markdownOf("mm1")).not.toContain("junk");
    const kramdown = markdownOf("mm2-kramdown");
    expect(kramdown).toContain(String.raw`$\mathcal{D}$`);
    expect(kramdown).toMatch(/\$\$\s*\\sum_\{i=1\}\^n x_i\s*\$\$/);
  });

  it("s1: no number changes its value", () => {
    const text = markdownOf("s1");
    for (const one of [
      /10(?:⁶|\^\{?6)/,
      /2(?:¹⁰|\^\{?10)/,
      /10(?:⁻¹⁹|\^\{?[-−]19)/,
      /m(?:²|\^2)/,
    ]) {
      expect(text).toMatch(one);
    }
    for (const one of [
      /CO(?:₂|~?_?\{?2)/,
      /5(?: 1\/2|½| ½|¹\/₂) in/,
      /21(?:st|ˢᵗ)/,
      /E=mc(?:²|\^2)/,
    ]) {
      expect(text).toMatch(one);
    }
    expect(text).toContain("19.99");
    expect(text).not.toMatch(/106|210=|51\/2|1999/);
  });

  it.each(["k1", "k3-del"])("%s: the same words are marked when it is rendered", (name) => {
    const marks = "strong|b|em|del|s";
    const source = corpusText(`cases/convert/${name}.html`);
    // Two marks of a kind that meet may become one.
    const joined = (html: string): string => texts(html, marks).join("");
    expect(joined(render(markdownOf(name)))).toBe(joined(source));
  });

  it("o1: numbers of lists", () => {
    const lists = markdownOf("o1");
    expect(lists).toMatch(/1[.)] one\s[^]*3[.)] three\s[^]*7[.)] seven/);
    expect(lists).toMatch(/(?:^|\n)1[.)]\s*\n+2[.)] second/);
    expect(lists).toMatch(/3[.)] c[^]*2[.)] b/);
  });

  it("y1: readings in brackets, each once", () => {
    expect(markdownOf("y1").replaceAll("（", "(").replaceAll("）", ")")).toBe(
      "今日(きょう)は天(てん)気(き)がいい 私(わたし)",
    );
  });

  it("a1: links by what names their icons", () => {
    const found = [...markdownOf("a1").matchAll(/\[(?:!\[)?([A-Za-z]+)\]/g)].map(
      ([, text]) => text,
    );
    expect(found).toEqual(["Twitter", "Facebook", "RSS", "Home", "Blog"]);
  });

  it("mh7, mh11: headings and bylines", () => {
    expect(markdownOf("mh7-headerlink", true)).toMatch(/\n## API\n[^]*\n### Use\n/);
    const html = corpusText("cases/convert/mh11-header-in-article.html");
    const { metadata } = convert(html, { url, formats: ["metadata"] });
    expect(metadata).toMatchObject({ author: "Ann Author", publishedTime: "2024-05-03" });
  });

  it("f2: footnotes", () => {
    const notes = markdownOf("f2-wiki");
    expect(notes.match(/\[\^1\](?!:)/g)).toHaveLength(2);
    expect(notes.match(/^\[\^1\]: Smith, J\. \*Book\*\.$/gm)).toHaveLength(1);
    expect(notes).not.toMatch(/cite_ref|\^ \[/);
  });

  it("c5: code without its numbers", () => {
    expect(markdownOf("c5-hl-gutter")).toBe("```php\nclass A\n{}\n```");
  });
});
