import type { DomElement } from "./dom-element.ts";

/** The rows of a table, as they are shown (head, bodies, foot), or of a part of one. */
export function rowsOf(element: DomElement): readonly DomElement[] | undefined {
  if (isSection(element)) return element.children.filter(isRow);
  if (element.localName !== "table") return undefined;
  const parts = element.children;
  const named = (name: string): DomElement[] => parts.filter((part) => part.localName === name);
  const bodies = parts.flatMap((part) => {
    if (isRow(part)) return [part];
    return part.localName === "tbody" ? part.children.filter(isRow) : [];
  });
  const rows = (sections: DomElement[]): DomElement[] =>
    sections.flatMap((section) => section.children.filter(isRow));
  return [...rows(named("thead")), ...bodies, ...rows(named("tfoot"))];
}

/** The first child of a table with the name; undefined when the element is no table. */
export function partOf(table: DomElement, name: string): DomElement | null | undefined {
  if (table.localName !== "table") return undefined;
  return table.children.find((part) => part.localName === name) ?? null;
}

/** Whether the element is a cell. */
export function isCell(element: DomElement): boolean {
  return element.localName === "td" || element.localName === "th";
}

function isRow(element: DomElement): boolean {
  return element.localName === "tr";
}

function isSection({ localName }: DomElement): boolean {
  return localName === "thead" || localName === "tbody" || localName === "tfoot";
}
