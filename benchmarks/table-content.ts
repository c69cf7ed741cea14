import { tagIds, walk, type NodeId, type View } from "dragline/html";
import { isBlock } from "../src/html/tree/text-block.ts";
import { shownOrder } from "../src/html/view/table-order.ts";
import { line, raw } from "./page-text.ts";

function hasText(cell: string): boolean {
  return /^\S+ ./.test(cell);
}

/** Row, column and text of a table's cells. */
function cellsOf(view: View, table: NodeId): string[] {
  const { tree } = view;
  const cells: string[] = [];
  /** By column: the first row that is free of cells from above. */
  const free: number[] = [];
  let row = -1;
  let column = 0;
  const place = (cell: NodeId): void => {
    while ((free[column] ?? 0) > row) column += 1;
    cells.push(`${row},${column} ${line(view, cell)}`);
    const width = Math.min(100, Number(tree.attribute(cell, "colspan") ?? "1") || 1);
    const height = Number(tree.attribute(cell, "rowspan") ?? "1") || 1;
    for (const end = column + width; column < end; column += 1) free[column] = row + height;
  };
  const enter = (node: NodeId): boolean => {
    const tag = tree.tag(node);
    if (tag === tagIds.tr) [row, column] = [row + 1, 0];
    if (tag === tagIds.td || tag === tagIds.th) place(node);
    return true;
  };
  // As the page shows them: the foot last, wherever it stands.
  const parts = shownOrder(tree, table);
  if (parts === undefined) walk({ ...view, roots: [table] }, { enter });
  else for (const part of parts) walk({ ...view, roots: [part] }, { enter });
  return cells;
}

/** What in a cell makes a table a frame for other things. */
const framed = new Set<number>(
  (["h1", "h2", "iframe", "video"] as const).map((name) => tagIds[name]),
);
/** A longer cell is an article. */
const LONG_CELL = 1500;

/**
 * Whether a table holds facts rather than the page's layout: it holds no other table, is not
 * declared presentational, has more than one cell, and no cell holds a main heading, a player, a
 * block of code or an article; one column needs a header or three plain rows.
 */
function isFacts(view: View, table: NodeId, cells: number): boolean {
  const { tree } = view;
  if (/^(?:presentation|none)$/.test(tree.attribute(table, "role") ?? "") || cells < 2)
    return false;
  const survey = new Survey(view, table);
  walk({ ...view, roots: [table] }, survey);
  if (survey.isFrame) return false;
  if (survey.columns > 1) return true;
  return survey.hasHeader || (survey.rows > 2 && survey.blocks === 0);
}

class Survey {
  isFrame = false;
  hasHeader = false;
  blocks = 0;
  rows = 0;
  columns = 0;
  readonly #view: View;
  readonly #table: NodeId;
  #cells = 0;
  #length = 0;

  constructor(view: View, table: NodeId) {
    this.#view = view;
    this.#table = table;
  }

  enter(node: NodeId): boolean {
    const { tree } = this.#view;
    const tag = tree.tag(node);
    if (tag === 0) this.#length += tree.text(node).length;
    else if (parts.has(tag)) this.#part(tag);
    else if (this.#cells > 0 && isBlock(tag)) this.blocks += 1;
    const isCode = tag === tagIds.pre && raw(this.#view, node).trim().includes("\n");
    const inner = tag === tagIds.table && node !== this.#table;
    if (framed.has(tag) || isCode || inner || this.#length > LONG_CELL) this.isFrame = true;
    return true;
  }

  #part(tag: number): void {
    if (tag === tagIds.tr) [this.rows, this.#cells] = [this.rows + 1, 0];
    if (tag === tagIds.th || tag === tagIds.caption) this.hasHeader = true;
    if (tag !== tagIds.td && tag !== tagIds.th) return;
    this.#cells += 1;
    this.columns = Math.max(this.columns, this.#cells);
    this.#length = 0;
  }
}

const parts = new Set<number>(
  (["caption", "tr", "td", "th", "thead", "tbody", "tfoot"] as const).map((name) => tagIds[name]),
);

/** Row, column and text of the filled cells of a table of facts; none of any other. */
export function factsOf(view: View, table: NodeId): string[] {
  const cells = cellsOf(view, table);
  return isFacts(view, table, cells.length) ? cells.filter(hasText) : [];
}
