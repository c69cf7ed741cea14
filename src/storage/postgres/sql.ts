import type { FieldShape, Shape } from "../shape.ts";
import { toEngineText } from "../engine-text.ts";
import type { Cell } from "../cells.ts";
import type { BaseType } from "../collection.ts";

/** A statement with its parameters. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  /** There where the server is to plan it for these values, and not once for all. */
  readonly plannedAnew?: true;
}

/** The types of columns. Text is compared by bytes, which in UTF-8 is the order by code points. */
export const columnTypes: Readonly<Record<BaseType, string>> = Object.freeze({
  string: "text",
  number: "float8",
  boolean: "boolean",
  json: "text",
  bytes: "bytea",
});

/** Names that Postgres gives to columns of its own in every table. */
const SYSTEM_COLUMNS = new Set(["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]);

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The column of a field. */
export function columnOf(field: string): string {
  return quoted(SYSTEM_COLUMNS.has(field) ? `_${field}` : field);
}

/**
 * Characters of a text that indexes which need not be unique hold. Postgres refuses entries of more
 * than some 2,700 bytes, and an index that only speeds up must refuse nothing.
 */
const PREFIX_LENGTH = 128;

/** The beginning of a text, as indexes hold it. */
export function prefixOf(text: string): string {
  return `left(${text}, ${PREFIX_LENGTH})`;
}

/** Whether a field's beginnings are in an index. */
export function isIndexedText({ indexes }: Shape, { base, name }: FieldShape): boolean {
  return base === "string" && indexes.some((group) => group.includes(name));
}

/** A table in a schema. */
export function tableOf(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** The columns of all fields, each with a prefix such as `t.`. */
export function columnList(shape: Shape, prefix = ""): string {
  return shape.fields.map(({ name }) => prefix + columnOf(name)).join(", ");
}

/** Gathers the parameters of a statement. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a cell and gives its place in the text. */
  cell(base: BaseType, cell: Cell): string {
    return this.raw(columnTypes[base], parameterOf(base, cell));
  }

  /** Adds a list of cells and gives its place in the text. */
  list(base: BaseType, cells: readonly Cell[]): string {
    const values = cells.map((cell) => parameterOf(base, cell));
    return this.raw(`${columnTypes[base]}[]`, values);
  }

  /** Adds a value as `pg` takes it. */
  raw(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** `pg` would write -0 as 0. */
function parameterOf(base: BaseType, cell: Cell): unknown {
  if (base === "string" && typeof cell === "string") return toEngineText(cell);
  return Object.is(cell, -0) ? "-0" : cell;
}
