import {
  extractLinks,
  extractMetadata,
  nodeText,
  parse,
  select,
  textBlocks,
  wholePage,
} from "dragline/html";
import { describe, expect, it } from "vitest";
import { readPage } from "../../../src/html/structured/read-page.ts";
import { readTables } from "../../../src/html/structured/tables.ts";

const formula = "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>";

describe("raised numbers and formulas outside of markdown", () => {
  it("keep their value in the text of links", () => {
    const page = parse(`<a href=/a>10<sup>6</sup> and ${formula} for $19<sup>99</sup></a>`);
    const [link] = extractLinks(wholePage(page, { url: "https://site.example/" }));
    expect(link?.text).toBe("10⁶ and $\\frac{1}{2}$ for $19.99");
  });

  it("keep their value in titles", () => {
    expect(extractMetadata(parse("<h1>Of 10<sup>6</sup> cells</h1>"), {}).title).toBe(
      "Of 10⁶ cells",
    );
  });

  it("keep their value in extracted tables, whose foot is last", () => {
    const html = `<table><thead><tr><th>m<sup>2</sup><th>b</thead><tfoot><tr><td>Sum<td>5<sup>1</sup>/<sub>2</sub></tfoot>
      <tbody><tr><td>x<td>10<sup>6</sup></tbody></table>`;
    const [table] = readTables(readPage(parse(html), "https://site.example/"));
    expect(table).toMatchObject({
      headers: ["m²", "b"],
      rows: [
        ["x", "10⁶"],
        ["Sum", "5 1/2"],
      ],
    });
  });

  it("keep their value in blocks of text", () => {
    const blocks = textBlocks(wholePage(parse(`<p>a 10<sup>6</sup><p>${formula}`)));
    expect(blocks.map(({ text }) => text)).toEqual(["a 10⁶", "$\\frac{1}{2}$"]);
  });

  it("are left out where they are hidden", () => {
    const tree = parse('<p>in 2005<sup style="display:none">1</sup>.</p>');
    const [paragraph = 0] = select(tree, "p");
    expect(nodeText(tree, paragraph)).toBe("in 2005.");
  });
});
