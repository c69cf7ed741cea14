import { bodyEnd, bodyStart } from "./body-rules.ts";
import { Mode } from "./open-elements.ts";
import { TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * A start tag of a table part (caption, col, colgroup, section, row, cell) inside a table: closes
 * what cannot hold it and opens what is missing around it (WHATWG HTML 13.2.6.4.9 to 13.2.6.4.15).
 */
export function tablePartStart(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const table = stack.tableScope;
  const { tag } = scanner;
  if (isCell(tag)) openRow(builder, table);
  else if (tag === tagIds.tr) openSection(builder, table);
  else if (tag === tagIds.col) openColumns(builder, table);
  else builder.popTo(table + 1);
  if (tag === tagIds.col) {
    builder.insertInside();
    return;
  }
  builder.openInside();
  if (tag === tagIds.colgroup) stack.mode = Mode.columns;
  else stack.mode = isCell(tag) || tag === tagIds.caption ? Mode.body : Mode.table;
}

function isCell(tag: number): boolean {
  return tag === tagIds.td || tag === tagIds.th;
}

function isSection(tag: number): boolean {
  return tag === tagIds.tbody || tag === tagIds.thead || tag === tagIds.tfoot;
}

function openRow(builder: TreeBuilder, table: number): void {
  const { stack } = builder;
  const row = stack.innermost(tagIds.tr);
  if (row > table) builder.popTo(row + 1);
  else {
    openSection(builder, table);
    builder.openImplied(tagIds.tr);
    stack.mode = Mode.table;
  }
}

function openSection(builder: TreeBuilder, table: number): void {
  const { stack } = builder;
  if (stack.depth > table && isSection(stack.tagAt(table + 1))) builder.popTo(table + 2);
  else {
    builder.popTo(table + 1);
    builder.openImplied(tagIds.tbody);
    stack.mode = Mode.table;
  }
}

function openColumns(builder: TreeBuilder, table: number): void {
  const { stack } = builder;
  if (stack.depth > table && stack.tagAt(table + 1) === tagIds.colgroup) builder.popTo(table + 2);
  else {
    builder.popTo(table + 1);
    builder.openImplied(tagIds.colgroup);
    stack.mode = Mode.columns;
  }
}

/** An end tag of a table or of a part of one, anywhere. */
export function tableEnd(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const open = stack.innermost(scanner.tag);
  if (open !== 0 && open >= stack.tableScope) builder.popTo(open);
}

/** A start tag directly in a table, section or row that is no part of a table. */
export function tableStart(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  if (tag === tagIds.table) {
    builder.popTo(stack.tableScope);
    bodyStart(builder);
  } else if (tag === tagIds.style || tag === tagIds.script) {
    builder.rawContent(builder.insertInside());
  } else if (tag === tagIds.form) formInTable(builder);
  else if (tag === tagIds.input && isHidden(builder)) builder.insertInside();
  else bodyStart(builder);
}

/** A form directly in a table is an empty element; its controls belong to it all the same. */
function formInTable(builder: TreeBuilder): void {
  if (builder.form === 0) builder.form = builder.insertInside();
}

function isHidden(builder: TreeBuilder): boolean {
  const { source, start, end } = builder.scanner;
  return /\stype\s*=\s*["']?hidden["'\s/>]/i.test(source.slice(start, end));
}

/** A start tag in a colgroup; whether it was used. */
export function columnsStart(builder: TreeBuilder): boolean {
  if (builder.scanner.tag !== tagIds.template) return false;
  bodyStart(builder);
  return true;
}

/** A start tag in a select; whether it was used. Others end the select or are left out. */
export function selectStart(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  const select = stack.innermost(tagIds.select);
  if (tag === tagIds.option || tag === tagIds.optgroup) option(builder);
  else if (tag === tagIds.script || tag === tagIds.template) bodyStart(builder);
  else if (tag === tagIds.hr) {
    builder.popTo(select + 1);
    builder.insert();
  } else if (tag === tagIds.select) builder.popTo(select);
  else if (tag === tagIds.input || tag === tagIds.textarea || tag === tagIds.keygen) {
    builder.popTo(select);
    return false;
  }
  return true;
}

function option(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  if (stack.tag === tagIds.option) builder.pop();
  if (scanner.tag === tagIds.optgroup && stack.tag === tagIds.optgroup) builder.pop();
  builder.open();
}

/** An end tag in a select. */
export function selectEnd(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  const flags = tagFlags[tag] as number;
  if ((flags & (TagFlag.tablePart | TagFlag.tableContext)) !== 0) tableEnd(builder);
  else if (tag === tagIds.template) bodyEnd(builder);
  else if (tag === tagIds.option || tag === tagIds.optgroup || tag === tagIds.select) {
    const open = stack.innermost(tag);
    if (open >= stack.innermost(tagIds.select)) builder.popTo(open);
  }
}
