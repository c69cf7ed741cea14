import {
  isBlock,
  NodeKind,
  tagIds,
  type NodeId,
  type TagId,
  type TagName,
  type Tree,
  type View,
} from "../html/index.ts";
import { following } from "./following.ts";
import { isNumbering } from "./line-numbers.ts";
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
  /** Whether a cell spans several rows or columns. */
  isMerged = false;

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
    if (width > 1 || height > 1) this.isMerged = true;
    // A cell of one row is in the way of no later one.
    const covered = height > 1 ? width : 0;
    for (let index = 0; index < covered; index += 1) {
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
  /** Whether cells are merged or hold blocks that GFM has no form for; absent when unknown. */
  readonly isRich?: boolean;
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
  const declared = role === "presentation" || role === "none";
  if (declared || survey.isFrame) {
    return { kind: "layout", isRich: survey.hasHeader && !declared, columns: [] };
  }
  return {
    kind: "grid",
    isRich: survey.isRich,
    columns: Array.from({ length: columns }, (_, index) => survey.alignments[index] ?? ""),
  };
}

const gutter =
  /(?:^|[\s_-])(?:gutter|line-?numbers?|line-?nos?|lineno|linenos|lnt|blob-num)(?:$|[\s_-])/i;
const sections = new Set<number>([tagIds.thead, tagIds.tbody, tagIds.tfoot]);
/** No cell of markdown can hold these. */
const heavy = tagSet("table h1 h2 iframe video");
/** These are frames around blocks, unless the table is clearly one of facts. */
const light = tagSet("h3 h4 h5 h6 blockquote hr");
const lists = tagSet("ul ol dl");
/** More text in a cell is an article. */
const MAX_CELL_TEXT = 1500;
/** More paragraphs in a cell make a frame, like {@link light}. */
const MAX_CELL_PARAGRAPHS = 2;
/** A table with as many rows and columns is one of facts. */
const GRID_ROWS = 3;
const GRID_COLUMNS = 2;

function tagSet(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map((name) => tagIds[name as TagName]));
}

class Survey {
  readonly grid: TableGrid;
  readonly alignments: Alignment[] = [];
  hasHeader = false;
  hasContent = false;
  isCode = false;
  /** Whether a cell holds what none can hold, or there are too many columns. */
  #isHeavy = false;
  /** Whether a cell holds blocks that are better not on one line. */
  #isLight = false;
  #hasBlocks = false;
  #hasList = false;
  readonly #view: View;
  readonly #tree: Tree;

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
    this.grid = new TableGrid(view.tree);
  }

  /** Whether cells are merged or hold lists, several paragraphs, headings or quotes. */
  get isRich(): boolean {
    return this.#isLight || this.#hasList || this.grid.isMerged;
  }

  /** Whether the table is a frame around blocks. */
  get isFrame(): boolean {
    if (this.#isHeavy) return true;
    if (this.hasHeader) return false;
    const { rows, columns } = this.grid;
    if (rows < GRID_ROWS) return this.#isLight || columns < GRID_COLUMNS;
    return columns < GRID_COLUMNS && (this.#isLight || this.#hasBlocks);
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
      } else if (tag === tagIds.caption) {
        this.hasHeader = true;
        this.#look(part);
      } else this.#stray(part);
    });
  }

  /** Content beside the rows, as very deep nesting leaves it: no grid could show it. */
  #stray(node: NodeId): void {
    const before = this.hasContent;
    this.hasContent = isContent(this.#tree, node);
    this.#look(node);
    if (this.hasContent) this.#isHeavy = true;
    this.hasContent ||= before;
  }

  #children(parent: NodeId, visit: (child: NodeId) => void): void {
    let child = this.#tree.firstChild(parent);
    while (child !== 0 && !this.#isHeavy && !this.isCode) {
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
      if (this.grid.columns > MAX_COLUMNS) {
        this.#isHeavy = true;
        this.hasContent = true;
        return;
      }
      if (this.grid.rows === 1) this.alignments[column] = alignmentOf(this.#tree, cell);
      if (column === 0 && this.#isGutter(cell)) this.isCode = true;
      this.#look(cell);
    });
  }

  #isGutter(cell: NodeId): boolean {
    if (gutter.test(this.#tree.attribute(cell, "class") ?? "")) return true;
    return this.grid.rows === 1 && isNumbering(this.#view, cell);
  }

  /** Looks below a cell for content, and for what a cell of markdown cannot hold. */
  #look(cell: NodeId): void {
    const tree = this.#tree;
    let [paragraphs, length] = [0, 0];
    let node = following(this.#view, cell, cell);
    while (node !== 0 && !this.#isHeavy) {
      const tag = tree.tag(node);
      if (tag === tagIds.p) paragraphs += 1;
      if (tag !== 0) this.#weigh(node, tag);
      else {
        length += tree.end(node) - tree.start(node);
        if (length > MAX_CELL_TEXT) this.#isHeavy = true;
      }
      if (!this.hasContent) this.hasContent = isContent(tree, node);
      node = following(this.#view, node, cell);
    }
    if (paragraphs > MAX_CELL_PARAGRAPHS) this.#isLight = true;
    if (this.#isHeavy) this.hasContent = true;
  }

  #weigh(node: NodeId, tag: TagId): void {
    if (heavy.has(tag) || (tag === tagIds.pre && isLong(this.#view, node))) this.#isHeavy = true;
    else if (light.has(tag)) this.#isLight = true;
    if (lists.has(tag)) this.#hasList = true;
    if (isBlock(tag)) this.#hasBlocks = true;
  }
}

function isContent(tree: Tree, node: NodeId): boolean {
  if (tree.kind(node) === NodeKind.text) return /\S/.test(tree.text(node));
  const tag = tree.tag(node);
  return tag === tagIds.img || tag === tagIds.math || tag === tagIds.iframe;
}

/** Whether a `pre` has several lines; of a large one the first nodes tell. */
function isLong(view: View, pre: NodeId): boolean {
  const { tree } = view;
  let node = following(view, pre, pre);
  let isBroken = false;
  for (let count = 0; node !== 0 && count < MAX_LOOK; count += 1) {
    const text = tree.text(node);
    if (isBroken && tree.kind(node) === NodeKind.text && text.trim() !== "") return true;
    if (text.trim().includes("\n")) return true;
    isBroken ||= text.includes("\n") || tree.tag(node) === tagIds.br;
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
