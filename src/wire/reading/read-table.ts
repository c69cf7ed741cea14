import { tagIds, type NodeId } from "../../html/index.ts";
import { uniqueNames } from "./csv.ts";
import type { PageDocument } from "./page-document.ts";

/** A cell that spans more rows or columns spans this many. */
const MOST_SPAN = 100;

/** The rows of a table as objects by its first row; cells that span are in every place they cover. */
export function readTable(document: PageDocument, table: NodeId): Record<string, string | null>[] {
  const rows = gridOf(document, rowsOf(document, table));
  const names = uniqueNames(rows[0] ?? []);
  return rows
    .slice(1)
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}

/** The rows of the table itself, not those of tables inside. */
function rowsOf({ tree }: PageDocument, table: NodeId): NodeId[] {
  const rows: NodeId[] = [];
  for (let at = tree.firstChild(table); at !== 0; at = tree.nextSibling(at)) {
    const tag = tree.tag(at);
    if (tag === tagIds.tr) rows.push(at);
    if (tag !== tagIds.thead && tag !== tagIds.tbody && tag !== tagIds.tfoot) continue;
    for (let row = tree.firstChild(at); row !== 0; row = tree.nextSibling(row)) {
      if (tree.tag(row) === tagIds.tr) rows.push(row);
    }
  }
  return rows;
}

function gridOf(document: PageDocument, rows: readonly NodeId[]): string[][] {
  const { tree } = document;
  /** By column: text that reaches down, and rows it still covers. */
  const reaching = new Map<number, { readonly text: string; left: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const fill = (): void => {
      for (let from = reaching.get(line.length); from !== undefined;) {
        const column = line.length;
        line.push(from.text);
        from.left -= 1;
        if (from.left === 0) reaching.delete(column);
        from = reaching.get(line.length);
      }
    };
    for (let cell = tree.firstChild(row); cell !== 0; cell = tree.nextSibling(cell)) {
      if (tree.tag(cell) !== tagIds.td && tree.tag(cell) !== tagIds.th) continue;
      fill();
      const text = document.text(cell);
      const down = spanOf(tree.attribute(cell, "rowspan")) - 1;
      for (let span = spanOf(tree.attribute(cell, "colspan")); span > 0; span -= 1) {
        if (down > 0) reaching.set(line.length, { text, left: down });
        line.push(text);
      }
    }
    fill();
    return line;
  });
}

function spanOf(written: string | undefined): number {
  const span = Number(written ?? 1);
  return Number.isSafeInteger(span) && span > 1 ? Math.min(span, MOST_SPAN) : 1;
}
