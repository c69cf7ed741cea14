import type { MarkdownBuilder } from "./builder.ts";
import { Code } from "./character.ts";
import { Gap, type Flow } from "./flow.ts";

/** How a column's cells are aligned. */
export type Alignment = "" | "left" | "center" | "right";

/** The line under a header by the alignment of a column. */
export const underlines: Readonly<Record<Alignment, string>> = {
  "": " --- |",
  left: " :-- |",
  center: " :-: |",
  right: " --: |",
};

/** Writes GFM tables row by row; the first row is the header. */
export class TableWriter {
  readonly #builder: MarkdownBuilder;
  readonly #flow: Flow;
  #columns: readonly Alignment[] = [];
  #rows = 0;
  #cells = 0;

  constructor(builder: MarkdownBuilder, flow: Flow) {
    this.#builder = builder;
    this.#flow = flow;
  }

  /** Begins a table with these columns, at least one. Tables do not nest. */
  start(columns: readonly Alignment[]): void {
    this.#builder.block(Gap.blank);
    this.#columns = columns;
    this.#rows = 0;
  }

  /** Begins a row. */
  startRow(): void {
    const flow = this.#flow;
    if (this.#rows === 0) flow.start();
    else {
      flow.fresh = false;
      flow.writeRaw(`\n${flow.prefix}`);
    }
    flow.writeRaw("|");
    this.#cells = 0;
  }

  /** Begins a cell at a column, counted from 0; columns left out stay empty. */
  startCell(column: number): void {
    const flow = this.#flow;
    for (; this.#cells < column; this.#cells += 1) flow.writeRaw("  |");
    flow.writeRaw(" ");
    flow.last = Code.space;
    this.#cells += 1;
    this.#builder.startCell();
  }

  /** Ends the cell. */
  endCell(): void {
    this.#builder.endCell();
    this.#flow.writeRaw(" |");
  }

  /** Ends the row, with as many cells as there are columns; the header is underlined. */
  endRow(): void {
    const flow = this.#flow;
    this.#rows += 1;
    const empty = this.#columns.length - this.#cells;
    if (empty > 0) flow.writeRaw("  |".repeat(empty));
    if (this.#rows > 1) return;
    const marks = this.#columns.map((alignment) => underlines[alignment]).join("");
    flow.writeRaw(`\n${flow.prefix}|${marks}`);
  }

  /** Ends the table. */
  end(): void {
    const flow = this.#flow;
    if (this.#rows === 0) return;
    flow.fresh = true;
    flow.need(Gap.blank);
  }
}
