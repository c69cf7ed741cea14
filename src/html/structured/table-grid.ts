import { nodeText } from "../facts/page-facts.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { StructuredPage } from "./read-page.ts";

/** A row of a table, its spans filled. */
export interface GridRow {
  readonly texts: readonly string[];
  /** Whether all of its own cells are `th`. */
  readonly isHeading: boolean;
}

/** A cell that goes on in the rows below. */
interface Span {
  readonly text: string;
  /** The last row that it is in. */
  readonly last: number;
  /** A longer one that it lies over, where cells overlap. */
  readonly under: Span | undefined;
}

/** Columns of a table; cells beyond are left out. */
const MOST_COLUMNS = 1000;

/** What a cell costs besides its characters. */
const CELL = 3;

/**
 * The rows of one section of a table, every cell in all places that it spans (WHATWG HTML 4.9.12);
 * spans end with the section.
 */
export function fillGrid(page: StructuredPage, lines: readonly NodeId[]): GridRow[] {
  const spans = new Map<number, Span>();
  const rows: GridRow[] = [];
  for (const line of lines) {
    const row = new Row(page, spans, rows.length);
    for (const cell of cellsOf(page.tree, line)) row.add(cell);
    if (page.characters.isSpent) break;
    rows.push(row.finish());
  }
  return rows;
}

class Row {
  readonly #page: StructuredPage;
  readonly #spans: Map<number, Span>;
  readonly #texts: string[] = [];
  #cells = 0;
  #headings = 0;

  readonly #number: number;

  constructor(page: StructuredPage, spans: Map<number, Span>, number: number) {
    this.#page = page;
    this.#spans = spans;
    this.#number = number;
  }

  add(cell: NodeId): void {
    const { tree } = this.#page;
    this.#cells += 1;
    if (tree.tag(cell) === tagIds.th) this.#headings += 1;
    while (this.#continues(this.#texts.length));
    const text = nodeText(tree, cell);
    const columns = spanOf(tree.attribute(cell, "colspan"), 1) || 1;
    const rows = spanOf(tree.attribute(cell, "rowspan"), 1);
    // Of 0 the cell goes on to the end of the section.
    const last = rows === 0 ? Number.POSITIVE_INFINITY : this.#number + rows - 1;
    for (let count = 0; count < columns; count++) {
      const column = this.#texts.length;
      if (column >= MOST_COLUMNS || !this.#put(text)) return;
      if (last === this.#number) continue;
      const under = longerThan(this.#spans.get(column), last);
      this.#spans.set(column, { text, last, under });
    }
  }

  finish(): GridRow {
    const last = this.#lastSpan();
    while (this.#texts.length <= last && (this.#continues(this.#texts.length) || this.#put("")));
    return { texts: this.#texts, isHeading: this.#cells > 0 && this.#headings === this.#cells };
  }

  /** The last column into which a row above goes on; -1 without one. */
  #lastSpan(): number {
    let last = -1;
    for (const [column, span] of this.#spans) {
      if (longerThan(span, this.#number - 1) === undefined) this.#spans.delete(column);
      else last = Math.max(last, column);
    }
    return last;
  }

  /** Puts the cell there that a row above began, if there is one. */
  #continues(column: number): boolean {
    const span = longerThan(this.#spans.get(column), this.#number - 1);
    if (span === undefined) this.#spans.delete(column);
    else this.#spans.set(column, span);
    return span !== undefined && this.#put(span.text);
  }

  #put(text: string): boolean {
    if (!this.#page.characters.take(CELL + text.length)) return false;
    this.#texts.push(text);
    return true;
  }
}

/** The span, or one under it, that goes on behind a row. */
function longerThan(span: Span | undefined, row: number): Span | undefined {
  let at = span;
  while (at !== undefined && at.last <= row) at = at.under;
  return at;
}

function cellsOf(tree: Tree, line: NodeId): NodeId[] {
  const cells: NodeId[] = [];
  for (let node = tree.firstChild(line); node !== 0; node = tree.nextSibling(node)) {
    const tag = tree.tag(node);
    if (tag === tagIds.td || tag === tagIds.th) cells.push(node);
  }
  return cells;
}

/** The number of a span attribute; what is no number counts as the default. */
function spanOf(text: string | undefined, fallback: number): number {
  const [, digits] = /^\s*\+?(\d+)/.exec(text?.slice(0, 20) ?? "") ?? [];
  return digits === undefined ? fallback : Math.min(Number(digits), 65_534);
}
