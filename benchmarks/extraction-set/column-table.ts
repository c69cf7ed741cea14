import type { Words } from "./locale.ts";
import type { Page } from "./page.ts";

/** A column: what its head says, and its cell in each row as HTML. */
export interface Column<Row> {
  readonly words: Words;
  readonly cell: (row: Row) => string;
  /** Attributes of the cell. */
  readonly marks?: (row: Row) => string;
}

/** What a table shows. */
export interface TableContent<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Attributes of a row. */
  readonly marks?: string;
  /** HTML of rows below the others. */
  readonly foot?: string;
}

/** Rows under column heads: a table with a head, one whose first row is the head, or boxes. */
export function columnTable<Row>(page: Page, content: TableContent<Row>): string {
  const columns = page.site.arrange("columns", content.columns);
  const kind = page.site.choose("table kind", ["head", "head", "first-row", "boxes"] as const);
  const { rows, marks = "", foot = "" } = content;
  if (kind === "boxes" && foot === "") return boxes(page, { columns, rows, marks });
  const tag = kind === "first-row" ? "td" : "th";
  const heads = columns.map(({ words }) => `<${tag}>${page.word(words)}</${tag}>`).join("");
  const body = rows.map((row) => {
    const cells = columns.map(({ cell, marks: own }) => `<td${own?.(row) ?? ""}>${cell(row)}</td>`);
    return `<tr${page.css("row")}${marks}>${cells.join("")}</tr>`;
  });
  const head = kind === "first-row" ? `<tr${page.css("head-row")}>${heads}</tr>` : "";
  const above = kind === "first-row" ? "" : `<thead><tr>${heads}</tr></thead>`;
  return `<table${page.css("table")}>${above}<tbody>${head}\n${body.join("\n")}${foot}</tbody></table>`;
}

function boxes<Row>(page: Page, { columns, rows, marks }: TableContent<Row>): string {
  const heads = columns.map(({ words }) => `<div role="columnheader">${page.word(words)}</div>`);
  const body = rows.map((row) => {
    const cells = columns.map(
      ({ cell, marks: own }) =>
        `<div role="cell"${page.css("cell")}${own?.(row) ?? ""}>${cell(row)}</div>`,
    );
    return `<div role="row"${page.css("row")}${marks ?? ""} style="display:flex;gap:24px">${cells.join("")}</div>`;
  });
  return `<div role="table"${page.css("table")}><div role="row" style="display:flex;gap:24px">${heads.join("")}</div>\n${body.join("\n")}</div>`;
}
