import { parse, toCleanHtml, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { chtml, katex, svg } from "./drawn-formulas.ts";

/** What the formulas say, by the TeX that they were drawn from. */
const expected: Readonly<Record<string, string>> = {
  "x^2+1": "$x^{2}+1$",
  x_i: "$x_{i}$",
  "x_i^2": "$x_{i}^{2}$",
  "\\frac{a}{b}": "$\\frac{a}{b}$",
  "\\sqrt[3]{x}": "$\\sqrt[3]{x}$",
  "\\displaystyle\\sum_{i=1}^n x": "$\\sum_{i=1}^{n}x$",
  "a\\ne b": "a≠b",
  "\\hat x": "$\\hat{x}$",
  "\\binom nk": "$\\binom{n}{k}$",
  "\\widehat{ab}": "$\\widehat{ab}$",
  "\\mathcal{L}(\\theta)": "$\\mathcal{L}(\\theta)$",
  "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}": "$\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}$",
};

describe("formulas that are only drawn", () => {
  it.each([
    ...katex.map(([tex, html]) => ["KaTeX", tex, html] as const),
    ...chtml.map(([tex, html]) => ["MathJax with letters", tex, html] as const),
    ...svg.map(([tex, html]) => ["MathJax as a drawing", tex, html] as const),
  ])("are read: %s, %s", (_, tex, html) => {
    const wanted = `A ${expected[tex] ?? "?"} b.`;
    const page = `<p>A ${html} b.</p>`;
    expect(toMarkdown(page)).toBe(wanted);
    const view = wholePage(parse(page));
    expect(toText(view)).toBe(wanted);
    const clean = toCleanHtml(view).replace(/<[^>]*>/g, "");
    expect(clean.replaceAll("&amp;", "&")).toBe(wanted);
  });

  it("stand on lines of their own where the page shows them so", () => {
    const square = katex[0]?.[1] ?? "";
    const square3 = chtml[0]?.[1] ?? "";
    const display = `<p>a</p><span class="katex-display">${square}</span><p>b</p>`;
    expect(toMarkdown(display)).toBe("a\n\n$$x^{2}+1$$\n\nb");
    const shown = square3.replace("<mjx-container", '<mjx-container display="true"');
    expect(toMarkdown(`<p>a</p>${shown}<p>b</p>`)).toBe("a\n\n$$x^{2}+1$$\n\nb");
  });

  it("are left to MathML beside them", () => {
    const math = "<math><msup><mi>x</mi><mn>2</mn></msup></math>";
    const square = svg[0]?.[1] ?? "";
    const both = square.replace(
      "</mjx-container>",
      `<mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container>`,
    );
    expect(toMarkdown(`<p>${both}</p>`)).toBe("$x^{2}$");
  });

  it("leave other spans as they are", () => {
    expect(toMarkdown('<p><span class="katex-error">x^2</span> <x-y>z</x-y></p>')).toBe("x^2 z");
  });
});

describe("scripts with formulas in other languages", () => {
  const square = "<msup><mi>x</mi><mn>2</mn></msup>";
  it.each([
    ["MathML", `<script type="math/mml"><math>${square}</math></script>`, "$x^{2}$"],
    [
      "a row",
      '<script type="math/mml"><math><mi>x</mi><mo>&lt;</mo><mn>2</mn></math></script>',
      "x<2",
    ],
    [
      "display",
      `<script type="math/mml; mode=display"><math>${square}</math></script>`,
      "$$x^{2}$$",
    ],
    [
      "a block",
      `<script type="math/mml"><math display="block">${square}</math></script>`,
      "$$x^{2}$$",
    ],
    [
      "prefixes",
      '<script type="math/mml"><m:math><m:mfrac><m:mn>1</m:mn><m:mi>α</m:mi></m:mfrac></m:math></script>',
      "$\\frac{1}{\\alpha}$",
    ],
    [
      "notes",
      `<script type="math/mml"><math><semantics>${square}<annotation encoding="x">no</annotation></semantics></math></script>`,
      "$x^{2}$",
    ],
    ["AsciiMath", '<script type="math/asciimath">sum_(i=1)^n i*2</script>', "`sum_(i=1)^n i*2`"],
    ["nothing", '<script type="math/mml"></script>', ""],
  ])("are read: %s", (_, html, wanted) => {
    expect(toMarkdown(`<p>${html}</p>`)).toBe(wanted);
    expect(toText(wholePage(parse(`<p>${html}</p>`)))).toBe(wanted);
  });

  it("are kept once beside what MathJax 2 drew of them", () => {
    const drawn = '<span class="MathJax"><nobr><span class="math">x2</span></nobr></span>';
    const html = `<p>${drawn}<script type="math/mml"><math>${square}</math></script></p>`;
    expect(toMarkdown(html)).toBe("$x^{2}$");
  });
});
