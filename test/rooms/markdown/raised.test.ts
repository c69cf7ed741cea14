import fc from "fast-check";
import { mainContent, parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { lettersOf, render } from "./rendering.ts";

/** Markdown and text of a page. */
function both(html: string): string[] {
  const view = wholePage(parse(html));
  return [toMarkdown(view), toText(view)];
}

describe("numbers that are raised or lowered", () => {
  it.each([
    ["powers", "10<sup>6</sup>, 2<sup>10</sup>=1024, 10<sup>−19</sup>", "10⁶, 2¹⁰=1024, 10⁻¹⁹"],
    ["units and elements", "m<sup>2</sup>, CO<sub>2</sub>, Ca<sup>2+</sup>", "m², CO₂, Ca²⁺"],
    ["charges behind indices", "SO<sub>4</sub><sup>2−</sup>, H<sup>+</sup>", "SO₄²⁻, H⁺"],
    ["isotopes", "of <sup>14</sup>C", "of ¹⁴C"],
    ["indices", "x<sub>1</sub>x<sub>ij</sub>, V<sub>max</sub>", "x₁x_{ij}, V_{max}"],
    ["exponents that Unicode lacks", "a<sup>b+c</sup>, 10<sup>0.5</sup>", "a^{b+c}, 10^{0.5}"],
    ["letters", "x<sup>n+1</sup>, y<sup>k</sup>", "xⁿ⁺¹, y^k"],
    ["exponents of exponents", "x<sup>y<sup>2</sup></sup>", "x^{y^{2}}"],
    ["marks within", "10<sup><i>6</i></sup>, 10<sup><a>7</a></sup>", "10⁶, 10⁷"],
    ["references by number", "in 2005<sup>1</sup> word<sup>2,3</sup>", "in 2005¹ word²,³"],
    ["several references behind a number", "in 2005<sup>1,2</sup>", "in 2005^{1,2}"],
    ["notes", "<sup>1</sup> Note.", "¹ Note."],
    ["white space within", "x<sup> 2 </sup>, x <sup>2</sup>", "x², x ²"],
    ["fractions", "5<sup>1</sup>/<sub>2</sub> in", "5 1/2 in"],
    ["fractions with a bar of their own", "5 <sup>3</sup>⁄<sub>4</sub>", "5 3⁄4"],
    [
      "fractions alone",
      "<sup>1</sup>/<sub>2</sub> and 5-<sup>1</sup>/<sub>2</sub>",
      "1/2 and 5-1/2",
    ],
    ["what is no fraction", "m<sup>2</sup>/<sub>3</sub>", "m²/₃"],
  ])("keep their value: %s", (_, html, expected) => {
    const [markdown, text] = both(`<p>${html}</p>`);
    expect(render(markdown ?? "")).toBe(`<p>${expected}</p>`);
    expect(text).toBe(expected);
  });

  it.each([
    ["a sign before", "$19<sup>99</sup>", "$19.99"],
    ["a raised sign", "<sup>$</sup>19<sup>99</sup>", "$19.99"],
    ["a sign behind", "19<sup>99</sup> €", "19.99 €"],
    ["a raised sign behind", "19<sup>99€</sup>", "19.99€"],
    ["a currency's name", "19<sup>90</sup> zł", "19.90 zł"],
    ["the word before", "price 19<sup>99</sup>", "price 19.99"],
    ["groups by commas", "$1,299<sup>00</sup>", "$1,299.00"],
    ["groups by points", "€1.299<sup>99</sup>", "€1.299,99"],
    ["a class", "<span class=product-price>19<sup>99</sup></span>", "19.99"],
    ["a property", "<span itemprop=price>19<sup>99</sup></span>", "19.99"],
    ["line ends", "<span class=price> <sup>$</sup>19\n <sup>99</sup>\n</span>", "$19.99"],
    ["small cents", "$19<small>99</small>", "$19.99"],
    ["cents by class", "$<span>19</span><span class=price__cents>99</span>", "$19.99"],
    ["cents by style", "€19<span style='font-size:60%'>99</span>", "€19.99"],
    ["a point that the page has", "$<span>19</span>.<small>99</small>", "$19.99"],
    ["lowered cents", "$19<sub>99</sub>", "$19.99"],
    ["a comma of its own", "19,<sup>99</sup> €", "19,99 €"],
    ["a raised comma", "19<sup>,99</sup> €", "19,99 €"],
  ])("put cents behind a point: %s", (_, html, expected) => {
    for (const written of both(`<p>${html}</p>`)) expect(written).toBe(expected);
  });

  it.each([
    ["years with notes", "in 1999<sup>12</sup>", "in 1999¹²"],
    ["notes behind cents", "$19.99<sup>12</sup>", "$19.99¹²"],
    ["powers of ten in money", "3·10<sup>12</sup> USD, $10<sup>12</sup>", "3·10¹² USD, $10¹²"],
    ["what is smaller for itself", "in 1999<small>12</small>", "in 199912"],
    ["one digit", "$19<sup>2</sup>", "$19²"],
    [
      "a price in a sentence",
      "The price was paid in 1999<sup>12</sup>",
      "The price was paid in 1999¹²",
    ],
  ])("take for no cents: %s", (_, html, expected) => {
    for (const written of both(`<p>${html}</p>`)) expect(written).toBe(expected);
  });

  it.each([
    ["ordinals", "1<sup>st</sup> 21<sup>st</sup> n<sup>th</sup>", "1st 21st nth"],
    ["French ordinals", "1<sup>er</sup> 2<sup>ème</sup> XIX<sup>e</sup>", "1er 2ème XIXᵉ"],
    ["short forms", "n<sup>o</sup> 5, M<sup>me</sup>, 3<sup>a</sup>", "nº 5, Mme, 3ª"],
    ["trade marks", "Foo<sup>TM</sup> Foo<sup>™</sup> Foo<sup>®</sup>", "Foo™ Foo™ Foo®"],
    ["notes in brackets", "word<sup>[1]</sup>", "word[1]"],
    ["badges", "Products<sup>NEW</sup>", "Products NEW"],
    ["sentences", "Word<sup>see the note below</sup>", "Word see the note below"],
  ])("stay words: %s", (_, html, expected) => {
    const [markdown, text] = both(`<p>${html}</p>`);
    expect(render(markdown ?? "")).toBe(`<p>${expected}</p>`);
    expect(text).toBe(expected);
  });

  it("leave links to notes what they are", () => {
    const [markdown, text] = both('<p>in 2005<sup><a href="#note">1</a></sup>.');
    expect(markdown).toBe("in 2005[1](#note).");
    expect(text).toBe("in 2005¹.");
  });

  it("are HTML tags on request", () => {
    expect(toMarkdown("10<sup>6</sup> x<sub>1</sub>", { inlineHtml: true })).toBe(
      "10<sup>6</sup> x<sub>1</sub>",
    );
  });

  it("keep their value in the main content, in headings and in cells", () => {
    const words = "Many words make an article that is long enough to be one. ".repeat(20);
    const article = `<article><h1>Of 10<sup>6</sup> cells</h1><p>${words}10<sup>9</sup></p></article>`;
    const content = mainContent(parse(`<nav><a href=/>Home</a></nav>${article}`));
    expect(toMarkdown(content)).toContain("# Of 10⁶ cells");
    expect(toText(content)).toContain("10⁹");
    expect(toMarkdown("<table><tr><th>a<th>10<sup>6</sup><tr><td>b<td>m<sup>2</sup></table>")).toBe(
      "| a | 10⁶ |\n| --- | --- |\n| b | m² |",
    );
  });

  it("lose no letter and no digit", () => {
    const script = fc.tuple(
      fc.constantFrom("a", "1", "10", "x "),
      fc.constantFrom("sup", "sub"),
      fc.stringMatching(/^[abn125+]{1,4}$/),
    );
    fc.assert(
      fc.property(fc.array(script, { minLength: 1, maxLength: 4 }), (scripts) => {
        const page = `<p>${scripts.map(([base, tag, text]) => `${base}<${tag}>${text}</${tag}>`).join(" ")}</p>`;
        const bare = (html: string): string =>
          lettersOf(html)
            .normalize("NFKC")
            .replace(/[\^_{}]/g, "");
        expect(bare(render(toMarkdown(page)))).toBe(bare(page));
      }),
    );
  });
});
