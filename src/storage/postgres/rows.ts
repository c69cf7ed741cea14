import { fromCell, type Cell } from "../cells.ts";
import { fromEngineText } from "../engine-text.ts";
import type { TallyPlan } from "../query-plan.ts";
import type { FieldShape, Shape } from "../shape.ts";

/** Rows of a collection from the server's text of their columns. */
export function readRows(shape: Shape, rows: readonly (readonly unknown[])[]): object[] {
  return rows.map((columns) =>
    Object.fromEntries(
      shape.fields.map((field, index) => [
        field.name,
        fromCell(field, cellOf(field, columns[index])),
      ]),
    ),
  );
}

/** Groups of rows from the server's text of their columns. */
export function readGroups(
  { by, sum }: TallyPlan,
  rows: readonly (readonly unknown[])[],
): object[] {
  return rows.map((columns) => ({
    values: Object.fromEntries(
      by.map((field, at) => [field.name, fromCell(field, cellOf(field, columns[at]))]),
    ),
    count: Number(columns[by.length]),
    sums: Object.fromEntries(
      sum.map(({ name }, at) => [name, Number(columns[by.length + 1 + at])]),
    ),
  }));
}

/** Rows as they come back after an insert: copies, with what was absent. */
export function insertedRows(shape: Shape, rows: readonly (readonly Cell[])[]): object[] {
  return rows.map((cells) =>
    Object.fromEntries(
      shape.fields.map((field, index) => {
        const cell = cells[index] ?? null;
        return [field.name, fromCell(field, cell instanceof Uint8Array ? cell.slice() : cell)];
      }),
    ),
  );
}

function cellOf(field: FieldShape, column: unknown): Cell {
  if (typeof column !== "string") return null;
  switch (field.base) {
    case "string":
      return fromEngineText(column);
    case "number":
      return Number(column);
    case "boolean":
      return column === "t";
    case "bytes":
      // Behind `\x`. A copy, as small buffers of Node share their memory.
      return new Uint8Array(Buffer.from(column.slice(2), "hex"));
    default:
      return column;
  }
}
