import type { FieldShape, Shape } from "./shape.ts";
import { describeValue } from "../core/index.ts";
import { parseJson, stringifyJson } from "./json-text.ts";
import { StorageError } from "./storage-error.ts";

/** A checked value as engines keep it: `json` as its text, all others as they are. */
export type Cell = string | number | boolean | Uint8Array | null;

/**
 * A value of a field as a cell. Bytes are copied: the caller may change them while the call waits.
 * @throws StorageError `INVALID_VALUE`
 */
export function toCell(shape: Shape, field: FieldShape, value: unknown): Cell {
  if (value === null && field.nullable) return null;
  if (field.base === "json") return jsonCell(shape, field, value);
  if (holds(field, value)) return value instanceof Uint8Array ? new Uint8Array(value) : value;
  throw invalidValue(shape, field, `${article(field)}; got ${describeValue(value)}`);
}

/** Whether a value that is not null is of the field's type; not for `json`. */
export function holds(field: FieldShape, value: unknown): value is Cell {
  if (field.base === "bytes") return value instanceof Uint8Array;
  return typeof value === field.base && (field.base !== "number" || Number.isFinite(value));
}

/** What the field takes, in words. */
export function article({ base, nullable }: FieldShape): string {
  const words = { string: "a string", number: "a finite number", boolean: "a boolean" };
  const word = base === "bytes" ? "a Uint8Array" : base === "json" ? "plain data" : words[base];
  return nullable ? `${word} or null` : word;
}

/**
 * The cells of a new row, in the order of the shape's fields; absent optional fields are null.
 * @throws StorageError `INVALID_VALUE`
 */
export function toCells(shape: Shape, row: unknown): Cell[] {
  if (typeof row !== "object" || row === null) {
    throw new StorageError("INVALID_VALUE", {
      message: `A row of '${shape.name}' must be an object; got ${describeValue(row)}.`,
      details: { collection: shape.name },
    });
  }
  const given = row as Readonly<Record<string, unknown>>;
  let present = 0;
  const cells = shape.fields.map((field) => {
    const own = Object.hasOwn(given, field.name);
    if (own) present += 1;
    const value = own ? given[field.name] : undefined;
    return value === undefined && field.nullable ? null : toCell(shape, field, value);
  });
  if (Object.keys(given).length > present) checkNames(shape, given);
  return cells;
}

/**
 * Refuses names that are no fields.
 * @throws StorageError `INVALID_VALUE`
 */
export function checkNames(shape: Shape, given: object): void {
  const unknown = Object.keys(given).find((name) => !shape.byName.has(name));
  if (unknown === undefined) return;
  throw new StorageError("INVALID_VALUE", {
    message: `'${shape.name}' has no field '${unknown.slice(0, 80)}'; it has ${[...shape.byName.keys()].join(", ")}.`,
    details: { collection: shape.name, field: unknown },
  });
}

/** The value of a cell. Bytes are not copied. */
export function fromCell(field: FieldShape, cell: Cell): unknown {
  return field.base === "json" && cell !== null ? parseJson(cell as string) : cell;
}

function jsonCell(shape: Shape, field: FieldShape, value: unknown): string {
  const text = stringifyJson(value);
  if (typeof text === "string") return text;
  const place = text.path === "" ? "" : ` at ${text.path}`;
  throw invalidValue(shape, field, `plain data; got ${text.found}${place}`);
}

/** The error for a value that a field cannot take. */
export function invalidValue(shape: Shape, field: FieldShape, sentence: string): StorageError {
  return new StorageError("INVALID_VALUE", {
    message: `Field '${field.name}' of '${shape.name}' takes ${sentence}.`,
    details: { collection: shape.name, field: field.name },
  });
}
