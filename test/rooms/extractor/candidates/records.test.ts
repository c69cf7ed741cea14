import { describe, expect, it } from "vitest";
import { recordGroups } from "../../../../src/extractor/candidates/records.ts";
import { pageText } from "../candidates-on.ts";

const groups = (html: string) =>
  recordGroups(pageText(html)).map(({ kind, records }) => [kind, records.length]);
const card = (name: string, more = ""): string =>
  `<div class="card ${more}"><h3>${name} and more</h3><p>some text of it</p></div>`;

describe("recordGroups", () => {
  it("groups cards, list items and rows, those with most text first", () => {
    const cards = card("Lamp") + card("Desk", "sale") + card("Chair", "is-new");
    const list = "<ul><li>A short item</li><li>A short item</li></ul>";
    const table = "<table><tr><td>A short row<td>5<tr><td>A short row<td>5</table>";
    expect(groups(`<main>${cards}</main>${list}${table}`)).toEqual([
      ["div.card", 3],
      ["tr", 2],
      ["li", 2],
    ]);
  });

  it("passes over classes that tell one of several from the others", () => {
    const html = '<div class="first card">A long text</div><div class="odd card">A long text</div>';
    expect(groups(html)).toEqual([["div.card", 2]]);
  });

  it("keeps groups of one parent apart by their class", () => {
    const html = card("Lamp") + card("Desk") + '<div class="ad">Buy this now</div>'.repeat(2);
    expect(groups(`<main>${html}</main>`)).toEqual([
      ["div.card", 2],
      ["div.ad", 2],
    ]);
  });

  it("takes single elements, paragraphs and what says little for none", () => {
    expect(groups(`<main>${card("Lamp")}</main><p>Text of one</p><p>Text of two</p>`)).toEqual([]);
    expect(groups("<ul><li>a</li><li>b</li></ul>")).toEqual([]);
  });

  it("looks at 40 groups at most", () => {
    const html = "<ul><li>A short item</li><li>A short item</li></ul>".repeat(100);
    expect(recordGroups(pageText(html))).toHaveLength(40);
  });
});
