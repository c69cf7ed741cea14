import type { MarkedItem } from "./pdf-marks.ts";
import type { TableCell } from "./pdf-run.ts";

/** A node of a page's structure (ISO 32000, 14.7), as pdf.js gives it. */
export interface StructureNode {
  readonly role?: string;
  readonly children?: readonly (StructureNode | { readonly type: string; readonly id: string })[];
}

/** A table of more is read as lines. */
const MAX_CELLS = 100_000;

/** Text of a page. */
type TextItem = Extract<MarkedItem, { readonly str: string }>;

/** Whether a structure has an element of one of the roles. */
export function hasRole(node: StructureNode | null, roles: ReadonlySet<string>): boolean {
  if (node === null) return false;
  if (roles.has(node.role ?? "")) return true;
  return (node.children ?? []).some((child) => !("type" in child) && hasRole(child, roles));
}

/** The cells of a page's tables by the text in them; tables of one row or column are none. */
export function cellsOf(
  structure: StructureNode,
  items: readonly MarkedItem[],
): ReadonlyMap<TextItem, TableCell> {
  const cells = cellsById(structure);
  const found = new Map<TextItem, TableCell>();
  const open: (string | null)[] = [];
  for (const item of items) {
    if ("type" in item) {
      if (item.type === "endMarkedContent") open.pop();
      else open.push(item.id ?? null);
      continue;
    }
    // Marks within the text of a cell have no number of their own.
    const cell = cells.get(open.findLast((id) => id !== null) ?? "");
    if (cell !== undefined) found.set(item, cell);
  }
  return found;
}

function cellsById(structure: StructureNode): Map<string, TableCell> {
  // Tables in cells belong to the text of those.
  const tables = elementsIn(structure, new Set(["Table"]));
  return new Map(tables.flatMap((node, table) => cellsIn(node, table)));
}

function cellsIn(node: StructureNode, table: number): (readonly [string, TableCell])[] {
  const rows = elementsIn(node, new Set(["TR"])).map((row) =>
    elementsIn(row, new Set(["TH", "TD"])),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2 || rows.length * width > MAX_CELLS) return [];
  return rows.flatMap((elements, row) =>
    elements.flatMap((element, column) =>
      contentOf(element).map((id) => [id, { table, row, column }] as const),
    ),
  );
}

/** The nearest elements of the roles below a node, in order. */
function elementsIn(node: StructureNode, roles: ReadonlySet<string>): StructureNode[] {
  return (node.children ?? []).flatMap((child) => {
    if ("type" in child) return [];
    return roles.has(child.role ?? "") ? [child] : elementsIn(child, roles);
  });
}

function contentOf(node: StructureNode): string[] {
  return (node.children ?? []).flatMap((child) => {
    if (!("type" in child)) return contentOf(child);
    return child.type === "content" ? [child.id] : [];
  });
}
