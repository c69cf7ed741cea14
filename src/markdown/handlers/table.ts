import { toCleanHtml } from "../../html/index.ts";
import { tableLanguage } from "./code-language.ts";
import { codeText } from "./code-text.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import { TableGrid } from "../write/table-grid.ts";
import { tableShape } from "./table-shape.ts";
import { beginBlockStyle, endBlockStyle } from "./marks.ts";

/** `table`: a GFM table when it is one of facts, else the blocks in its cells. */
export const table: ElementHandler = Object.freeze({
  enter(element) {
    const { out, view, node, grids, options } = element;
    const { kind, isRich, columns, starts } = tableShape(view, node);
    out.block();
    if (isRich === true && options.tables === "html" && !out.isFlat) {
      out.htmlBlock(toCleanHtml({ ...view, roots: [node] }));
      grids.push(undefined);
      return false;
    }
    const grid = kind === "grid" && options.flavor === "gfm" && !out.isFlat;
    grids.push(grid ? new TableGrid(view.tree, starts) : undefined);
    if (grid) out.tables.start(columns);
    else if (kind === "code") out.codeBlock(codeText(view, node), tableLanguage(view, node));
    return kind === "grid" || kind === "layout";
  },
  exit({ out, grids }) {
    if (grids.pop() !== undefined) out.tables.end();
    out.block();
  },
} satisfies ElementHandler);

function gridOf({ grids }: ElementContext): TableGrid | undefined {
  return grids.at(-1);
}

/** `thead`, `tbody` and `tfoot`: cells do not span beyond them. */
export const rowGroup: ElementHandler = Object.freeze({
  enter(element) {
    gridOf(element)?.endGroup();
    return true;
  },
  exit(element) {
    gridOf(element)?.endGroup();
  },
} satisfies ElementHandler);

/** `tr`. */
export const row: ElementHandler = Object.freeze({
  enter(element) {
    const grid = gridOf(element);
    if (grid === undefined) element.out.block();
    else {
      grid.nextRow();
      element.out.tables.startRow();
    }
    return true;
  },
  exit(element) {
    if (gridOf(element) === undefined) element.out.block();
    else element.out.tables.endRow();
  },
} satisfies ElementHandler);

/** `td` and `th`. */
export const cell: ElementHandler = Object.freeze({
  enter(element) {
    const grid = gridOf(element);
    if (grid === undefined) separate(element);
    else element.out.tables.startCell(grid.place(element.node));
    beginBlockStyle(element);
    return true;
  },
  exit(element) {
    endBlockStyle(element);
    if (gridOf(element) === undefined) separate(element);
    else element.out.tables.endCell();
  },
} satisfies ElementHandler);

function separate({ out, options }: ElementContext): void {
  if (options.flavor === "commonmark") out.space();
  else out.block();
}

/** `caption`: a paragraph before the table; among rows, a row. */
export const caption: ElementHandler = Object.freeze({
  enter(element) {
    const grid = gridOf(element);
    if (grid === undefined || grid.rows === 0) element.out.block();
    else {
      element.out.tables.startRow();
      element.out.tables.startCell(0);
    }
    return true;
  },
  exit(element) {
    const grid = gridOf(element);
    if (grid === undefined || grid.rows === 0) element.out.block();
    else {
      element.out.tables.endCell();
      element.out.tables.endRow();
    }
  },
} satisfies ElementHandler);
