import type { MarkdownBuilder } from "./builder.ts";
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

/** Behind a cell, between two, and an empty one. */
const END = " |";
const BETWEEN = " | ";
const EMPTY = "  |";

/** Writes GFM tables row by row; the first row is the header. */
export class TableWriter {
  readonly #builder: MarkdownBuilder;
  readonly #flow: Flow;
  #columns: readonly Alignment[] = [];
  #rows = 0;
  #cells = 0;
  /** What stands before the next cell or behind the last: the bars, a line end. */
  #edge = "";

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
      flow.joinParts();
      flow.fresh = false;
    }
    this.#edge = this.#rows === 0 ? "|" : `\n${flow.prefix}|`;
    this.#cells = 0;
  }

  /** Begins a cell at a column, counted from 0; columns left out stay empty. */
  startCell(column: number): void {
    const flow = this.#flow;
    for (; this.#cells < column; this.#cells += 1) this.#edge += EMPTY;
    flow.writeRaw(this.#edge === END ? BETWEEN : `${this.#edge} `);
    this.#cells += 1;
    this.#builder.startCell();
  }

  /** Ends the cell. */
  endCell(): void {
    this.#builder.endCell();
    this.#edge = END;
  }

  /** Ends the row, with as many cells as there are columns; the header is underlined. */
  endRow(): void {
    const flow = this.#flow;
    this.#rows += 1;
    const empty = Math.max(0, this.#columns.length - this.#cells);
    flow.writeRaw(this.#edge + EMPTY.repeat(empty));
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
