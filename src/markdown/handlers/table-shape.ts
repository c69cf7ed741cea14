import {
  NodeKind,
  tagIds,
  type NodeId,
  type TagId,
  type TagName,
  type Tree,
  type View,
} from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { nextNode, isGutter, shownOrder } from "../../html/internal.ts";
import { isNumbering } from "../write/line-numbers.ts";
import { TableGrid } from "../write/table-grid.ts";
import type { Alignment } from "../write/table-writer.ts";

/** Wider tables are written as blocks. */
const MAX_COLUMNS = 100;

/** What a table is. */
export interface TableShape {
  /** Rows and columns of facts; or a frame around blocks; or code with line numbers; or nothing. */
  readonly kind: "grid" | "layout" | "code" | "empty";
  /** Whether cells are merged or hold blocks that GFM has no form for; absent when unknown. */
  readonly isRich?: boolean;
  /** One per column. */
  readonly columns: readonly Alignment[];
  /** Where the columns begin, as the grid counts places. */
  readonly starts: readonly number[];
}

/** Looks a table over, as far as it takes to see what it is. */
export function tableShape(view: View, table: NodeId): TableShape {
  const role = view.tree.attribute(table, "role");
  const survey = new Survey(view);
  survey.table(table);
  if (survey.isCode) return { kind: "code", columns: [], starts: [] };
  if (!survey.hasContent) return { kind: "empty", columns: [], starts: [] };
  const { starts } = survey.grid;
  const declared = role === "presentation" || role === "none";
  if (declared || survey.isFrame) {
    return { kind: "layout", isRich: survey.hasHeader && !declared, columns: [], starts: [] };
  }
  return {
    kind: "grid",
    isRich: survey.isRich,
    columns: starts.map((place) => survey.alignments[place] ?? ""),
    starts,
  };
}

const sections = new Set<number>([tagIds.thead, tagIds.tbody, tagIds.tfoot]);
/** No cell of markdown can hold these well: a table of facts puts up with a few. */
const bulky = tagSet("table h1 h2 iframe video");
/** These are frames around blocks, unless the table is clearly one of facts. */
const light = tagSet("h3 h4 h5 h6 blockquote hr");
const lists = tagSet("ul ol dl");
/** More text in a cell is an article. */
const MAX_CELL_TEXT = 1500;
/** More in a cell is not looked at: it is a page. */
const MAX_CELL_NODES = 1000;
/** More paragraphs in a cell make a frame, like {@link light}. */
const MAX_CELL_PARAGRAPHS = 2;
/** A table with as many rows and columns is one of facts. */
const GRID_ROWS = 3;
const GRID_COLUMNS = 2;
/** Of a table of facts at most one row in so many holds what a cell cannot hold. */
const BULKY_SHARE = 2;
/** Of one with a header at most one cell in so many is code of several lines; of others … */
const CODE_SHARE = 2;
/** … one in so many. */
const BARE_CODE_SHARE = 3;
/** A wider table … */
const WIDE = 20;
/** … with more places for each cell is one that spans have torn apart. */
const MAX_PLACES = 16;

function tagSet(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map((name) => tagIds[name as TagName]));
}

class Survey {
  readonly grid: TableGrid;
  /** By place in the first row. */
  readonly alignments: Alignment[] = [];
  hasHeader = false;
  hasContent = false;
  isCode = false;
  /** Whether nothing that follows can make it a grid. */
  #isHeavy = false;
  /** The last row with a cell that holds what none can hold well; -1 before. */
  #bulkyRow = -1;
  #bulkyRows = 0;
  /** Cells that hold code of several lines. */
  #codeCells = 0;
  /** Cells in a first row of headers. */
  #headings = 0;
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

  /** Whether cells are merged or hold lists, several paragraphs, headings, quotes or code. */
  get isRich(): boolean {
    const { isMerged } = this.grid;
    return isMerged || this.#isLight || this.#hasList || this.#bulkyRows + this.#codeCells > 0;
  }

  /** Whether the table is a frame around blocks. */
  get isFrame(): boolean {
    if (this.#isHeavy || this.#isTorn || this.#isFrameOfBulk || this.#isFrameOfCode) return true;
    if (this.hasHeader) return false;
    const { rows, columns } = this.grid;
    if (rows < GRID_ROWS) return this.#isLight || columns < GRID_COLUMNS;
    return columns < GRID_COLUMNS && (this.#isLight || this.#hasBlocks);
  }

  get #isTorn(): boolean {
    const { rows, columns, cells } = this.grid;
    return columns > MAX_COLUMNS || (columns > WIDE && rows * columns > MAX_PLACES * cells);
  }

  get #isFrameOfBulk(): boolean {
    if (this.#bulkyRows === 0) return false;
    const { rows, columns } = this.grid;
    if (!this.hasHeader || rows < GRID_ROWS || columns < GRID_COLUMNS) return true;
    return this.#bulkyRows * BULKY_SHARE > rows - 1;
  }

  get #isFrameOfCode(): boolean {
    if (this.#codeCells === 0) return false;
    const { rows, columns, cells } = this.grid;
    if (columns < GRID_COLUMNS || rows < (this.hasHeader ? 2 : GRID_ROWS)) return true;
    const share = this.hasHeader ? CODE_SHARE : BARE_CODE_SHARE;
    return this.#codeCells * share > cells - this.#headings;
  }

  table(table: NodeId): void {
    const parts = shownOrder(this.#tree, table);
    if (parts === undefined) this.#children(table, (part) => this.#part(part));
    else for (const part of parts) if (this.#view.dropped[part] === 0) this.#part(part);
  }

  #part(part: NodeId): void {
    const tag = this.#tree.tag(part);
    if (tag === tagIds.tr) this.#addRow(part);
    else if (sections.has(tag)) {
      this.grid.endGroup();
      this.#children(part, (row) => {
        if (this.#tree.tag(row) === tagIds.tr) this.#addRow(row);
        else this.#stray(row);
      });
      this.grid.endGroup();
    } else if (tag === tagIds.caption) {
      this.hasHeader = true;
      this.#look(part);
    } else this.#stray(part);
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
    let facts = 0;
    this.#children(row, (cell) => {
      const tag = this.#tree.tag(cell);
      if (tag !== tagIds.td && tag !== tagIds.th) return;
      if (tag === tagIds.th) this.hasHeader = true;
      else facts += 1;
      const place = this.grid.place(cell);
      if (this.grid.columns > MAX_COLUMNS) {
        this.#setHeavy();
        return;
      }
      if (this.grid.rows === 1) this.alignments[place] = alignmentOf(this.#tree, cell);
      if (place === 0 && this.#isGutter(cell)) this.isCode = true;
      this.#look(cell);
    });
    if (this.grid.rows === 1 && facts === 0) this.#headings = this.grid.cells;
  }

  #isGutter(cell: NodeId): boolean {
    if (isGutter(this.#tree, cell)) return true;
    return this.grid.rows === 1 && isNumbering(this.#view, cell);
  }

  /** Looks below a cell for content, and for what a cell of markdown cannot hold. */
  #look(cell: NodeId): void {
    const tree = this.#tree;
    let [paragraphs, length, nodes, code] = [0, 0, 0, 0];
    let node = nextNode(this.#view, cell, cell);
    while (node !== 0 && !this.#isHeavy && length <= MAX_CELL_TEXT) {
      const tag = tree.tag(node);
      if (tag === tagIds.p) paragraphs += 1;
      else if (tag === tagIds.pre) code ||= Number(isLong(this.#view, node));
      if (tag !== 0) this.#weigh(tag);
      else length += tree.end(node) - tree.start(node);
      if (!this.hasContent) this.hasContent = isContent(tree, node);
      nodes += 1;
      if (nodes > MAX_CELL_NODES) this.#setHeavy();
      node = nextNode(this.#view, node, cell);
    }
    if (length > MAX_CELL_TEXT) this.#addBulk();
    if (paragraphs > MAX_CELL_PARAGRAPHS) this.#isLight = true;
    this.#codeCells += code;
  }

  #weigh(tag: TagId): void {
    if (bulky.has(tag)) this.#addBulk();
    else if (light.has(tag)) this.#isLight = true;
    if (lists.has(tag)) this.#hasList = true;
    if (isBlock(tag)) this.#hasBlocks = true;
  }

  /** A cell holds what none can hold well: without a header the table is certainly a frame. */
  #addBulk(): void {
    this.hasContent = true;
    if (!this.hasHeader) this.#setHeavy();
    if (this.#bulkyRow === this.grid.rows) return;
    this.#bulkyRow = this.grid.rows;
    this.#bulkyRows += 1;
  }

  #setHeavy(): void {
    this.#isHeavy = true;
    this.hasContent = true;
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
  let node = nextNode(view, pre, pre);
  let isBroken = false;
  for (let count = 0; node !== 0 && count < MAX_LOOK; count += 1) {
    const text = tree.text(node);
    if (isBroken && tree.kind(node) === NodeKind.text && text.trim() !== "") return true;
    if (text.trim().includes("\n")) return true;
    isBroken ||= text.includes("\n") || tree.tag(node) === tagIds.br;
    node = nextNode(view, node, pre);
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
