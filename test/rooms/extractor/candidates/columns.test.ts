import { describe, expect, it } from "vitest";
import { columnCandidates } from "../../../../src/extractor/candidates/columns.ts";
import { pageText, pairs } from "../candidates-on.ts";

const cells = (html: string) => columnCandidates(pageText(html));
const rows = "<tr><td>Lamp<td>5<td>A1<tr><td>Desk<td>7<td>A2";
const all = ["item=Lamp", "price=5", "sku=A1", "item=Desk", "price=7", "sku=A2"];

describe("columnCandidates", () => {
  it.each([
    ["heads in thead", `<thead><tr><td>Item<td>Price<td>SKU</thead>${rows}`],
    ["heads in th", `<tr><th>Item<th>Price<th>SKU${rows}`],
    ["a first row of short texts", `<tr><td>Item<td>Price<td>SKU${rows}`],
    ["a caption above", `<caption>Goods</caption><tr><th>Item<th>Price<th>SKU${rows}`],
    ["a sum below", `<tr><th>Item<th>Price<th>SKU${rows}<tr><td colspan=2>Total<td>12`],
  ])("reads %s", (_, html) => {
    expect(pairs(cells(`<table>${html}</table>`))).toEqual(all);
  });

  it("reads elements with the role of a table", () => {
    const row = (role: string, texts: readonly string[]): string =>
      `<div role="row">${texts.map((text) => `<div role="${role}">${text}</div>`).join("")}</div>`;
    const html = [
      row("columnheader", ["Item", "Price", "SKU"]),
      row("cell", ["Lamp", "5", "A1"]),
      row("gridcell", ["Desk", "7", "A2"]),
    ].join("");
    expect(pairs(cells(`<div role="grid">${html}</div>`))).toEqual(all);
  });

  it("counts cells that span columns", () => {
    const html = "<table><tr><th colspan=2>Item<th>Price<tr><td>Lamp<td>red<td>5</table>";
    expect(pairs(cells(html))).toEqual(["item=Lamp", "item=red", "price=5"]);
  });

  it("names columns by the lowest row of a head, and by a cell that reaches down to it", () => {
    const html = `<table><thead><tr><th rowspan=2>Day<th colspan=2>Time<th rowspan=2>Room
      <tr><th>From<th>To</thead><tr><td>Monday<td>8:00<td>9:00<td>A1<tr><td>Friday<td>7:00<td>8:00<td>B2</table>`;
    expect(pairs(cells(html))).toEqual([
      "day=Monday",
      "from=8:00",
      "to=9:00",
      "room=A1",
      "day=Friday",
      "from=7:00",
      "to=8:00",
      "room=B2",
    ]);
  });

  it("takes a cell of several columns for the value of none", () => {
    const html = `<table><tr><th>Day<th>Course<th>Teacher<th>Room<tr><td>Friday<td>Latin<td>Ann<td>A1
      <tr><td>Monday<td>Choir<td colspan=2>cancelled</table>`;
    expect(pairs(cells(html))).toEqual([
      "day=Friday",
      "course=Latin",
      "teacher=Ann",
      "room=A1",
      "day=Monday",
      "course=Choir",
    ]);
  });

  it("says a single row of the page, several of themselves", () => {
    const one = cells("<table><tr><th>Item<th>Price<tr><td>Lamp<td>5</table>");
    expect(one.map(({ isOfRecord }) => isOfRecord)).toEqual([false, false]);
    const two = cells(`<table><tr><th>Item<th>Price<th>SKU${rows}</table>`);
    expect(new Set(two.map(({ isOfRecord }) => isOfRecord))).toEqual(new Set([true]));
  });

  it("keeps tables in tables apart", () => {
    const inner = "<table><tr><th>Price<th>SKU<tr><td>7<td>A2</table>";
    const html = `<table><tr><th>Item<th>Price<tr><td>Lamp<td>5<tr><td>x<td>${inner}</table>`;
    expect(pairs(cells(html))).toEqual(
      expect.arrayContaining(["item=Lamp", "price=5", "price=7", "sku=A2"]),
    );
  });

  it("takes a table of labels and values for none of columns", () => {
    expect(cells("<table><tr><td>Price<td>5<tr><td>SKU<td>A1</table>")).toEqual([]);
    expect(cells("<table></table>")).toEqual([]);
  });
});
