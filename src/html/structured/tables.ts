import { nodeText } from "../facts/page-facts.ts";
import { shownOrder } from "../view/table-order.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { fillGrid, type GridRow } from "./table-grid.ts";
import type { StructuredPage } from "./read-page.ts";

/** A table of data. */
interface PageTable {
  /** Its caption; empty without one. */
  readonly caption: string;
  /** The heading of each column; several rows of headings are joined. Empty without headings. */
  readonly headers: readonly string[];
  /** Texts of the other cells by row; a cell stands in every row and column that it spans. */
  readonly rows: readonly (readonly string[])[];
}

/** Tables of a page that are looked at. */
const MOST_TABLES = 1000;

/** The tables of a page, without those that only lay it out. */
export function readTables(page: StructuredPage): PageTable[] {
  const { tree } = page;
  const tables: NodeId[] = [];
  const around = new Set<NodeId>();
  let node = tree.firstOfTag(tagIds.table);
  for (; node !== 0 && tables.length < MOST_TABLES; node = tree.nextOfTag(node)) {
    tables.push(node);
    around.add(tableAround(tree, node));
  }
  return tables
    .filter((table) => !around.has(table) && !isLayout(tree, table))
    .flatMap((table) => readTable(page, table) ?? []);
}

/** The table that a node is in; 0 for none. */
function tableAround(tree: Tree, node: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== 0 && tree.tag(at) !== tagIds.table) at = tree.parent(at);
  return at;
}

function isLayout(tree: Tree, table: NodeId): boolean {
  const role = tree.attribute(table, "role")?.trim().toLowerCase();
  return role === "presentation" || role === "none";
}

function readTable(page: StructuredPage, table: NodeId): PageTable | undefined {
  const { tree } = page;
  const isElement = (node: NodeId): boolean => tree.kind(node) === NodeKind.element;
  const sections = shownOrder(tree, table)?.filter(isElement) ?? childrenOf(tree, table);
  const caption = sections.find((node) => tree.tag(node) === tagIds.caption);
  const rows = sections
    .filter((node) => SECTIONS.has(tree.tag(node)))
    .flatMap((section) => {
      const isHead = tree.tag(section) === tagIds.thead;
      const lines = childrenOf(tree, section).filter((node) => tree.tag(node) === tagIds.tr);
      return fillGrid(page, lines).map((row) => ({ ...row, isHead }));
    });
  const heads = headRows(rows);
  const body = rows.slice(heads);
  const cells = body.reduce((sum, { texts }) => sum + texts.length, 0);
  if (cells < 2) return undefined;
  return {
    caption: caption === undefined ? "" : nodeText(tree, caption),
    headers: joined(rows.slice(0, heads)),
    rows: body.map(({ texts }) => texts),
  };
}

const SECTIONS: ReadonlySet<number> = new Set([tagIds.thead, tagIds.tbody, tagIds.tfoot]);

/** How many rows at the beginning are headings: those of `thead`, else those of `th` alone. */
function headRows(rows: readonly (GridRow & { readonly isHead: boolean })[]): number {
  const inHead = rows.findIndex(({ isHead }) => !isHead);
  if (inHead !== 0) return inHead === -1 ? 0 : inHead;
  const first = rows.findIndex(({ isHeading }) => !isHeading);
  return Math.max(0, first);
}

function joined(rows: readonly GridRow[]): string[] {
  const width = rows.reduce((most, { texts }) => Math.max(most, texts.length), 0);
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map(({ texts: row }) => row[column] ?? "").filter((text) => text !== "");
    return [...new Set(texts)].join(" ");
  });
}

/** The elements right below a node. */
function childrenOf(tree: Tree, parent: NodeId): NodeId[] {
  const found: NodeId[] = [];
  for (let node = tree.firstChild(parent); node !== 0; node = tree.nextSibling(node)) {
    if (tree.kind(node) === NodeKind.element) found.push(node);
  }
  return found;
}
