import type { View } from "../../html/index.ts";
import { TableGrid } from "../write/table-grid.ts";
import { underlines, type Alignment } from "../write/table-writer.ts";
import type { DomElement } from "./dom-element.ts";
import { isCell } from "./table-parts.ts";

/** A table of the page. */
interface DomTable {
  readonly view: View;
  readonly table: DomElement;
  readonly columns: readonly Alignment[];
  /** Where they begin, as the grid counts places. */
  readonly starts: readonly number[];
  /** What stands between the lines of a cell. */
  readonly lineBreak: string;
}

/**
 * A GFM table; its first row is the header.
 * @param contentOf the markdown of a cell
 */
export function writeTable(table: DomTable, contentOf: (cell: DomElement) => string): string {
  const grid = new TableGrid(table.view.tree, table.starts);
  const lines: string[] = [];
  let group: DomElement | null = null;
  for (const row of table.table.rows ?? []) {
    if (row.parentElement !== group) grid.endGroup();
    group = row.parentElement;
    grid.nextRow();
    const cells = Array.from(table.columns, () => "");
    for (const cell of row.children.filter(isCell)) {
      const column = grid.place(cell.origin);
      if (column < cells.length) cells[column] = oneLine(contentOf(cell), table.lineBreak);
    }
    lines.push(`|${cells.map((text) => ` ${text} |`).join("")}`);
    if (lines.length === 1) lines.push(`|${table.columns.map((at) => underlines[at]).join("")}`);
  }
  return lines.join("\n");
}

/** What a cell can hold: a pipe would begin the next one, a line end the next row. */
function oneLine(content: string, lineBreak: string): string {
  return content
    .trim()
    .replace(/\s*\n\s*/g, lineBreak)
    .replaceAll("|", "\\|");
}
