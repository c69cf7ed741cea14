import { parse, toCleanHtml, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

/** Markdown of a page. */
function md(html: string): string {
  return toMarkdown(wholePage(parse(html)));
}

/** The TeX of a formula. */
function tex(content: string, attributes = ""): string {
  const [, found] = /^\$(.*)\$$/.exec(md(`<math ${attributes}>${content}</math>`)) ?? [];
  return found ?? "";
}

const square = "<msup><mi>x</mi><mn>2</mn></msup>";

describe("formulas without TeX", () => {
  it.each([
    ["fractions", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "\\frac{1}{2}"],
    ["mixed numbers", "<mn>5</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "5\\frac{1}{2}"],
    ["powers", "<msup><mn>10</mn><mn>6</mn></msup>", "10^{6}"],
    [
      "powers of sums",
      `<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>`,
      "{a+b}^{2}",
    ],
    ["powers of powers", `<msup>${square}<mn>3</mn></msup>`, "{x^{2}}^{3}"],
    ["primes", "<msup><mi>f</mi><mo>′</mo></msup>", "f'"],
    ["indices", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"],
    ["roots", "<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "\\sqrt{x+1}"],
    ["other roots", "<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"],
    [
      "sums",
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
      "\\sum_{i=1}^{n}i",
    ],
    [
      "limits",
      "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>f</mi>",
      "\\lim_{x\\to0}f",
    ],
    [
      "accents",
      "<mover><mi>x</mi><mo>^</mo></mover><mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>¯</mo></mover>",
      "\\hat{x}\\overline{ab}",
    ],
    [
      "braces below",
      "<munder><munder><mi>x</mi><mo>⏟</mo></munder><mtext>sum</mtext></munder>",
      "\\underbrace{x}_{\\text{sum}}",
    ],
    ["words above", "<mover><mo>=</mo><mtext>def</mtext></mover>", "\\overset{\\text{def}}{=}"],
    [
      "Greek",
      "<mi>α</mi><mi>x</mi><mo>≤</mo><mi>Ω</mi><msup><mi>π</mi><mn>2</mn></msup>",
      "\\alpha x\\leq\\Omega\\pi^{2}",
    ],
    ["functions", "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "\\sin x"],
    ["names", "<mi>rate</mi><mo>=</mo><mn>2</mn>", "\\mathrm{rate}=2"],
    [
      "letters of their own alphabets",
      "<mi mathvariant=double-struck>R</mi><mi>𝒟</mi><mi>ℝ</mi><mi mathvariant=normal>d</mi>",
      "\\mathbb{R}\\mathcal{D}\\mathbb{R}\\mathrm{d}",
    ],
    ["fences", "<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"],
    [
      "fences of their own",
      "<mfenced open='[' close=')' separators=';'><mi>a</mi><mi>b</mi></mfenced>",
      "[a;b)",
    ],
    [
      "binomials",
      "<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>",
      "\\binom{n}{k}",
    ],
    ["boxes", "<menclose notation=box><mi>x</mi></menclose>", "\\boxed{x}"],
    [
      "spaces and texts",
      "<mi>a</mi><mspace width=1em /><mtext>if 5%</mtext>",
      "a\\ \\text{if 5\\%}",
    ],
    ["what is not seen", `<mphantom><mi>q</mi></mphantom>${square}`, "x^{2}"],
    [
      "scripts before",
      "<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
      "{}_{6}^{14}C",
    ],
    ["prefixes", "<m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac>", "\\frac{1}{2}"],
  ])("are TeX: %s", (_, content, expected) => {
    expect(tex(content)).toBe(expected);
  });

  const table =
    "<mtable><mtr><mtd>1</mtd><mtd>0</mtd></mtr><mtr><mtd>0</mtd><mtd>1</mtd></mtr></mtable>";
  it.each([
    ["alone", table, "matrix"],
    ["in parentheses", `<mo>(</mo>${table}<mo>)</mo>`, "pmatrix"],
    ["in brackets", `<mfenced open='[' close=']'>${table}</mfenced>`, "bmatrix"],
    ["in bars", `<mrow><mo>|</mo><mrow>${table}</mrow><mo>|</mo></mrow>`, "vmatrix"],
    ["of cases", `<mrow><mo>{</mo>${table}</mrow>`, "cases"],
  ])("are TeX: tables %s", (_, content, name) => {
    expect(tex(content)).toBe(`\\begin{${name}}1 & 0 \\\\ 0 & 1\\end{${name}}`);
  });

  it("have the TeX of `alttext`, not what is read aloud", () => {
    expect(tex("<mi>a</mi>", 'alttext="\\frac{a}{b}"')).toBe("\\frac{a}{b}");
    expect(tex(square, 'alttext="x squared"')).toBe("x^{2}");
  });

  it.each(["MathType", "StarMath 5.0", "application/mathematica"])(
    "leak no note: %s",
    (encoding) => {
      const note = `<annotation encoding="${encoding}">junk@MT</annotation>`;
      const xml =
        "<annotation-xml encoding=MathML-Content><apply><ci>leak</ci></apply></annotation-xml>";
      expect(tex(`<semantics>${square}${note}${xml}</semantics>`)).toBe("x^{2}");
      expect(md(`<math><semantics><mi>x</mi>${note}${xml}</semantics></math>`)).toBe("x");
      expect(toText(wholePage(parse(`<math><semantics>${square}${note}</semantics></math>`)))).toBe(
        "$x^{2}$",
      );
    },
  );

  it("stand on lines of their own where the page shows them so", () => {
    expect(md(`<p>a <math display=block>${square}</math> b`)).toBe("a\n\n$$x^{2}$$\n\nb");
  });

  it("hold nothing that a reader would take for a tag or a link", () => {
    expect(tex("<mo>&lt;</mo><mi>b</mi><mfrac><mi>a</mi><mi>b</mi></mfrac>")).toBe(
      "< b\\frac{a}{b}",
    );
    expect(md(`<p><script type="math/tex">[a](javascript:b)</script>`)).toBe(
      "$[a] (javascript:b)$",
    );
  });
});

describe("sources of formulas", () => {
  const mathml = `<math>${square}</math>`;
  const assistive = `<span class="MJX_Assistive_MathML" role="presentation">${mathml}</span>`;
  const drawn = `<nobr aria-hidden="true"><span class="math">x2</span></nobr>`;
  it.each([
    ["kramdown's script", '<script type="math/tex">x^2</script>', "$x^2$"],
    [
      "a script for display",
      '<script type="math/tex; mode=display">% <![CDATA[\nx < 2 %]]></script>',
      "$$x < 2$$",
    ],
    [
      "MathJax 2 beside its script",
      `<span class="MathJax_Preview">[math]</span><span class="MathJax">${drawn}${assistive}</span><script type="math/tex">x^2</script>`,
      "$x^2$",
    ],
    ["MathJax 2 without a script", `<span class="MathJax">${drawn}${assistive}</span>`, "$x^{2}$"],
    [
      "MathJax 3",
      `<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true">x2</mjx-math><mjx-assistive-mml display="inline">${mathml}</mjx-assistive-mml></mjx-container>`,
      "$x^{2}$",
    ],
    [
      "MathJax 3 for display",
      `<mjx-container class="MathJax" display="true"><svg><text>x2</text></svg><mjx-assistive-mml>${mathml}</mjx-assistive-mml></mjx-container>`,
      "$$x^{2}$$",
    ],
    [
      "KaTeX without a note",
      `<span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html" aria-hidden="true">x2</span></span>`,
      "$x^{2}$",
    ],
    [
      "MediaWiki",
      `<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none">${mathml}</span><img src="x.svg" class="mwe-math-fallback-image-inline" alt="x^{2}"></span>`,
      "$x^{2}$",
    ],
  ])("are kept once: %s", (_, html, expected) => {
    expect(md(`<p>${html}</p>`)).toBe(expected);
    expect(toText(wholePage(parse(`<p>${html}</p>`)))).toBe(expected);
  });

  it("are kept in cleaned HTML, and other scripts are not", () => {
    const html = '<p>a <script type="math/tex">x<2</script><script>b</script>';
    expect(toCleanHtml(wholePage(parse(html)))).toBe("<p>a $x&lt;2$</p>");
  });

  it("do not take away what only stands beside them", () => {
    const html = `<p><span class="katex-mathml">${mathml}</span> <b>kept</b></p>`;
    expect(md(html)).toBe("$x^{2}$ **kept**");
  });
});
