import type { SQLInputValue } from "node:sqlite";
import { fromCell, type Cell } from "../cells.ts";
import { fromEngineText, toEngineText } from "../engine-text.ts";
import type { FieldShape } from "../shape.ts";

/*
 * Columns have no declared type: one of type REAL would keep -0 as the whole number 0. What is bound
 * is then kept as it is: text, an 8-byte float, a blob.
 */

/** A cell as SQLite keeps it. JSON text needs no escape but for the escape's own characters. */
export function toColumn(cell: Cell): SQLInputValue {
  if (typeof cell === "string") return toEngineText(cell);
  if (typeof cell === "boolean") return cell ? 1 : 0;
  return cell;
}

/** The value of a column. */
export function fromColumn(field: FieldShape, column: SQLInputValue): unknown {
  if (column === null) return null;
  if (typeof column === "string") {
    const text = fromEngineText(column);
    return field.base === "json" ? fromCell(field, text) : text;
  }
  return field.base === "boolean" ? column === 1 : column;
}
