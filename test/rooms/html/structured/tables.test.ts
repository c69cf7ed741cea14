import { parse } from "dragline/html";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPage } from "../../../../src/html/structured/read-page.ts";
import { readTables } from "../../../../src/html/structured/tables.ts";

function tables(html: string) {
  return readTables(readPage(parse(html), "https://site.test/"));
}

describe("readTables", () => {
  it("gives caption, headings and rows", () => {
    const html = `<table><caption>A <b>caption</b></caption><thead><tr><th>Name<th>Size</thead>
      <tbody><tr><td>x<td>1<tr><td>y<td>2</tbody><tfoot><tr><td>sum<td>3</tfoot></table>`;
    expect(tables(html)).toEqual([
      {
        caption: "A caption",
        headers: ["Name", "Size"],
        rows: [
          ["x", "1"],
          ["y", "2"],
          ["sum", "3"],
        ],
      },
    ]);
  });

  it("joins several rows of headings by column", () => {
    const html = `<table><tr><th rowspan=2>City<th colspan=2>People<tr><th>2010<th>2020
      <tr><th>Bern<td>1<td>2</table>`;
    expect(tables(html)).toEqual([
      { caption: "", headers: ["City", "People 2010", "People 2020"], rows: [["Bern", "1", "2"]] },
    ]);
  });

  it("puts a cell into every place that it spans, to the end of its section for rowspan 0", () => {
    const html = `<table><tbody><tr><td rowspan=0>a<td colspan=2>b<tr><td>c<td rowspan=9>d<tr><td>e</tbody>
      <tbody><tr><td>f<td>g</tbody></table>`;
    expect(tables(html)[0]?.rows).toEqual([
      ["a", "b", "b"],
      ["a", "c", "d"],
      ["a", "e", "d"],
      ["f", "g"],
    ]);
  });

  it("reads spans as the standard does: no number and 0 columns are 1", () => {
    const html = `<table><tr><td colspan=0>a<td colspan=-3>b<td colspan=x>c<td colspan="2.9">d</table>`;
    expect(tables(html)[0]?.rows).toEqual([["a", "b", "c", "d", "d"]]);
  });

  it("leaves out tables that lay the page out, and those of less than two cells", () => {
    const inner = "<table><tr><td>1<td>2</table>";
    expect(tables(`<table><tr><td>menu<td>${inner}</table>`)).toHaveLength(1);
    expect(tables(inner.replace("<table", "<table role=presentation"))).toEqual([]);
    expect(tables("<table><tr><td>alone</table><table></table>")).toEqual([]);
  });

  it("reads a table that is all headings as rows", () => {
    expect(tables("<table><tr><th>a<th>b<tr><th>c<th>d</table>")[0]).toMatchObject({
      headers: [],
      rows: [
        ["a", "b"],
        ["c", "d"],
      ],
    });
  });

  it("fills the same grid as the standard's algorithm, whatever spans there are", () => {
    const cell = fc.record({
      columns: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        (lines) => {
          const html = lines
            .map((line, y) => {
              const cells = line.map(
                ({ columns, rows }, x) => `<td colspan=${columns} rowspan=${rows}>${y}-${x}</td>`,
              );
              return `<tr>${cells.join("")}</tr>`;
            })
            .join("");
          const expected = standardGrid(lines);
          const cells = expected.reduce((sum, row) => sum + row.length, 0);
          const [table] = tables(`<table><tbody>${html}</tbody></table>`);
          expect(table?.rows).toEqual(cells < 2 ? undefined : expected);
        },
      ),
    );
  });
});

interface Cell {
  readonly columns: number;
  readonly rows: number;
}

/** WHATWG HTML 4.9.12 with a map of slots; of cells that overlap the later one is taken. */
function standardGrid(lines: readonly (readonly Cell[])[]): string[][] {
  const slots = new Map<string, string>();
  for (const [y, line] of lines.entries()) {
    let x = 0;
    for (const [index, { columns, rows }] of line.entries()) {
      while (slots.has(`${x},${y}`)) x += 1;
      const last = rows === 0 ? lines.length : Math.min(lines.length, y + rows);
      const places = Array.from({ length: (last - y) * columns }, (_, at) => at);
      for (const at of places) {
        const slot = `${x + (at % columns)},${y + Math.floor(at / columns)}`;
        slots.set(slot, `${y}-${index}`);
      }
      x += columns;
    }
  }
  return lines.map((_, y) => {
    const taken = [...slots.keys()]
      .filter((key) => key.endsWith(`,${y}`))
      .map((key) => parseInt(key, 10));
    const width = Math.max(0, ...taken.map((x) => x + 1));
    return Array.from({ length: width }, (__, x) => slots.get(`${x},${y}`) ?? "");
  });
}
