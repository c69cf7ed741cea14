import { NodeKind, tagIds, type NodeId, type Tree, type View } from "../html/index.ts";
import { following } from "./following.ts";
import type { Alignment } from "./table-writer.ts";

/** Wider tables are written as blocks. */
const MAX_COLUMNS = 100;
/** A cell that claims more columns or rows than this gets this many. */
const MAX_SPAN = 100;
const MAX_ROW_SPAN = 65_534;

/** Where the cells of a table are: spans push later cells to the right (WHATWG HTML 4.9.12). */
export class TableGrid {
  readonly #tree: Tree;
  /** By column: the first row that is free of cells from above. */
  readonly #freeFrom: number[] = [];
  #row = -1;
  #column = 0;
  /** Number of columns so far. */
  columns = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#row + 1;
  }

  /** Goes to the next row. */
  nextRow(): void {
    this.#row += 1;
    this.#column = 0;
  }

  /** Places a cell and gives its column, from 0. */
  place(cell: NodeId): number {
    while ((this.#freeFrom[this.#column] ?? 0) > this.#row) this.#column += 1;
    const column = this.#column;
    const width = span(this.#tree.attribute(cell, "colspan"), MAX_SPAN);
    const height = span(this.#tree.attribute(cell, "rowspan"), MAX_ROW_SPAN);
    for (let index = 0; index < width; index += 1) {
      this.#freeFrom[column + index] = this.#row + height;
    }
    this.#column += width;
    this.columns = Math.max(this.columns, this.#column);
    return column;
  }
}

function span(value: string | undefined, most: number): number {
  if (value === undefined) return 1;
  const number = Number.parseInt(value, 10);
  return number >= 1 ? Math.min(number, most) : 1;
}

/** What a table is. */
export interface TableShape {
  /** Rows and columns of facts; or a frame around blocks; or code with line numbers; or nothing. */
  readonly kind: "grid" | "layout" | "code" | "empty";
  /** One per column. */
  readonly columns: readonly Alignment[];
}

/** Looks a table over, as far as it takes to see what it is. */
export function tableShape(view: View, table: NodeId): TableShape {
  const role = view.tree.attribute(table, "role");
  const survey = new Survey(view);
  survey.table(table);
  if (survey.isCode) return { kind: "code", columns: [] };
  if (!survey.hasContent) return { kind: "empty", columns: [] };
  const { columns } = survey.grid;
  const single = columns < 2 && !survey.hasHeader;
  const framed = role === "presentation" || role === "none" || survey.isFrame;
  if (framed || single || columns > MAX_COLUMNS) return { kind: "layout", columns: [] };
  return {
    kind: "grid",
    columns: Array.from({ length: columns }, (_, index) => survey.alignments[index] ?? ""),
  };
}

const gutter =
  /(?:^|[\s_-])(?:gutter|line-?numbers?|line-?nos?|lineno|linenos|lnt|blob-num)(?:$|[\s_-])/i;
const sections = new Set<number>([tagIds.thead, tagIds.tbody, tagIds.tfoot]);
const frames = new Set<number>(
  (
    ["table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "hr", "iframe", "video"] as const
  ).map((name) => tagIds[name]),
);
/** A cell with as many paragraphs frames an article. */
const FRAME_PARAGRAPHS = 3;

class Survey {
  readonly grid: TableGrid;
  readonly alignments: Alignment[] = [];
  hasHeader = false;
  hasContent = false;
  isFrame = false;
  isCode = false;
  readonly #view: View;
  readonly #tree: Tree;

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
    this.grid = new TableGrid(view.tree);
  }

  table(table: NodeId): void {
    this.#children(table, (part) => {
      const tag = this.#tree.tag(part);
      if (tag === tagIds.tr) this.#addRow(part);
      else if (sections.has(tag)) {
        this.#children(part, (row) => {
          if (this.#tree.tag(row) === tagIds.tr) this.#addRow(row);
          else this.#stray(row);
        });
      } else if (tag === tagIds.caption) this.#look(part);
      else this.#stray(part);
    });
  }

  /** Content beside the rows, as very deep nesting leaves it: no grid could show it. */
  #stray(node: NodeId): void {
    const before = this.hasContent;
    this.hasContent = isContent(this.#tree, node);
    this.#look(node);
    if (this.hasContent) this.isFrame = true;
    this.hasContent ||= before;
  }

  #children(parent: NodeId, visit: (child: NodeId) => void): void {
    let child = this.#tree.firstChild(parent);
    while (child !== 0 && !this.isFrame && !this.isCode) {
      if (this.#view.dropped[child] === 0) visit(child);
      child = this.#tree.nextSibling(child);
    }
  }

  #addRow(row: NodeId): void {
    this.grid.nextRow();
    this.#children(row, (cell) => {
      const tag = this.#tree.tag(cell);
      if (tag !== tagIds.td && tag !== tagIds.th) return;
      if (tag === tagIds.th) this.hasHeader = true;
      const column = this.grid.place(cell);
      if (this.grid.rows === 1) this.alignments[column] = alignmentOf(this.#tree, cell);
      if (column === 0 && gutter.test(this.#tree.attribute(cell, "class") ?? ""))
        this.isCode = true;
      this.#look(cell);
    });
  }

  /** Looks below a cell for content, and for what no cell of markdown can hold. */
  #look(cell: NodeId): void {
    const tree = this.#tree;
    let paragraphs = 0;
    let node = following(this.#view, cell, cell);
    while (node !== 0) {
      const tag = tree.tag(node);
      if (frames.has(tag) || (tag === tagIds.pre && isLong(this.#view, node))) this.isFrame = true;
      if (tag === tagIds.p) paragraphs += 1;
      if (this.isFrame || paragraphs >= FRAME_PARAGRAPHS) break;
      if (!this.hasContent) this.hasContent = isContent(tree, node);
      node = following(this.#view, node, cell);
    }
    if (paragraphs >= FRAME_PARAGRAPHS) this.isFrame = true;
    if (this.isFrame) this.hasContent = true;
  }
}

function isContent(tree: Tree, node: NodeId): boolean {
  if (tree.kind(node) === NodeKind.text) return /\S/.test(tree.text(node));
  const tag = tree.tag(node);
  return tag === tagIds.img || tag === tagIds.math || tag === tagIds.iframe;
}

/** Whether a `pre` has several lines; of a large one the first nodes tell. */
function isLong(view: View, pre: NodeId): boolean {
  let node = following(view, pre, pre);
  for (let count = 0; node !== 0 && count < MAX_LOOK; count += 1) {
    if (view.tree.tag(node) === tagIds.br) return true;
    if (view.tree.text(node).trim().includes("\n")) return true;
    node = following(view, node, pre);
  }
  return node !== 0;
}

const MAX_LOOK = 200;

function alignmentOf(tree: Tree, cell: NodeId): Alignment {
  const style = tree.attribute(cell, "style") ?? "";
  const value = /text-align\s*:\s*(\w+)/i.exec(style)?.[1] ?? tree.attribute(cell, "align") ?? "";
  const name = value.toLowerCase();
  return name === "left" || name === "center" || name === "right" ? name : "";
}
