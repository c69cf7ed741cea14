import type { View } from "../../html/index.ts";
import { codeLanguage } from "../handlers/code-language.ts";
import { codeText } from "../handlers/code-text.ts";
import { tableShape, type TableShape } from "../handlers/table-shape.ts";
import type { DomElement } from "./dom-element.ts";
import { isElement, type DomNode } from "./dom-node.ts";
import { writeTable } from "./write-table.ts";

/** A rule over our own nodes. */
export interface DomRule {
  filter(node: DomNode): boolean;
  replacement(content: string, node: DomElement, options: { readonly fence: string }): string;
}

/**
 * GitHub's tables, strikethrough and task lists. Tables are told from layout as everywhere else,
 * cells keep their places under spans, and pipes and line ends do not break a row.
 * @param lineBreak what stands between the lines of a cell
 * @param own whether tables are left to us; false when a plugin of the host writes them
 */
export function gfmRules(
  view: View,
  lineBreak: string,
  own: () => boolean,
): Readonly<Record<string, DomRule>> {
  const tables = new Tables(view, lineBreak);
  const only = (...names: string[]) => {
    const wanted = new Set(names);
    return (node: DomNode): boolean => own() && isElement(node) && wanted.has(node.localName);
  };
  return {
    strikethrough: {
      filter: (node) => STRUCK.has(node.nodeName),
      replacement: (content) => (content.trim() === "" ? "" : `~~${content}~~`),
    },
    taskListItem: { filter: isTaskBox, replacement: (_, node) => taskBox(node) },
    tableCell: { filter: only("td", "th"), replacement: (text, node) => tables.cell(text, node) },
    tableRow: { filter: only("tr"), replacement: (content, node) => tables.row(content, node) },
    tablePart: { filter: only("thead", "tbody", "tfoot"), replacement: (content) => content },
    tableCaption: { filter: only("caption"), replacement: (content) => block(content) },
    table: {
      filter: only("table"),
      replacement: (content, node, { fence }) => tables.table(content, node, fence),
    },
  };
}

const STRUCK = new Set(["DEL", "S", "STRIKE"]);

function isTaskBox(node: DomNode): boolean {
  if (!isElement(node) || node.localName !== "input") return false;
  if (node.getAttribute("type")?.toLowerCase() !== "checkbox") return false;
  const parent = node.parentElement;
  const wrapped = parent !== null && WRAPPERS.has(parent.localName);
  return (wrapped ? parent.parentElement : parent)?.localName === "li";
}

/** What stands between a list item and its box on some sites. */
const WRAPPERS = new Set(["label", "p", "span"]);

function taskBox(box: DomElement): string {
  const space = /^\s/.test(box.nextSibling?.textContent ?? "") ? "" : " ";
  return `${box.hasAttribute("checked") ? "[x]" : "[ ]"}${space}`;
}

function block(content: string): string {
  return `\n\n${content}\n\n`;
}

class Tables {
  readonly #view: View;
  readonly #lineBreak: string;
  readonly #shapes = new Map<DomElement, TableShape>();
  /** The markdown of the cells met so far. */
  readonly #cells = new Map<DomElement, string>();

  constructor(view: View, lineBreak: string) {
    this.#view = view;
    this.#lineBreak = lineBreak;
  }

  cell(content: string, cell: DomElement): string {
    if (this.#shapeAround(cell).kind !== "grid") return block(content);
    this.#cells.set(cell, content);
    return "";
  }

  row(content: string, row: DomElement): string {
    return this.#shapeAround(row).kind === "grid" ? content : block(content);
  }

  table(content: string, table: DomElement, fence: string): string {
    const { kind, columns, starts } = this.#shape(table);
    if (kind === "code") return this.#code(table, fence);
    if (kind !== "grid") return block(content);
    const grid = { view: this.#view, table, columns, starts, lineBreak: this.#lineBreak };
    // Between the cells only the caption was written.
    const rows = writeTable(grid, (cell) => this.#cells.get(cell) ?? "");
    return block(`${content.trim()}\n\n${rows}`.trimStart());
  }

  #code(table: DomElement, fence: string): string {
    const { origin } = table;
    const language = codeLanguage(this.#view.tree, origin);
    return block(`${fence}${language}\n${codeText(this.#view, origin)}\n${fence}`);
  }

  #shapeAround(part: DomElement): TableShape {
    let at = part.parentElement;
    while (at !== null && at.localName !== "table") at = at.parentElement;
    return at === null ? LAYOUT : this.#shape(at);
  }

  #shape(table: DomElement): TableShape {
    // A table that a rule has made is not of the page, so nothing is known of it.
    if (table.origin === 0) return LAYOUT;
    const known = this.#shapes.get(table) ?? tableShape(this.#view, table.origin);
    this.#shapes.set(table, known);
    return known;
  }
}

const LAYOUT: TableShape = Object.freeze({ kind: "layout", columns: [], starts: [] });
