import { describeValue } from "../core/index.ts";
import { StorageError } from "./storage-error.ts";

/** What a `json` field holds: plain data; no `undefined`, `NaN`, dates, maps or cycles. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The types of a field by name; with a question mark the field may be null. */
interface FieldTypes {
  /** Any JavaScript string, U+0000 and lone surrogates included. */
  string: string;
  /** A finite double; whole numbers up to 2^53 are exact. Times are milliseconds since 1970. */
  number: number;
  boolean: boolean;
  /**
   * Plain data, kept as it was written: -0 and the order of keys included; at most 512 levels deep.
   * `null` is a value of a `json` field, and the lack of one in a `json?` field.
   */
  json: Json;
  bytes: Uint8Array;
}

/** What a field holds, whether or not it may be null. */
export type BaseType = keyof FieldTypes;

/** The type of a field: `"string"`, or `"string?"` where it may be null. */
export type FieldType = BaseType | `${BaseType}?`;

/**
 * A declared kind of row. What a row has in the key, or in one of the groups, should take at most
 * 2000 bytes of UTF-8: some engines refuse more (`INVALID_VALUE`).
 */
export interface Collection {
  /** Lower-case letters, digits and underscores, beginning with a letter; at most 48 characters. */
  readonly name: string;
  /**
   * From 1 to 64 fields. Names are like the collection's, with capitals allowed; no two differ in
   * capitals alone.
   */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The fields that together tell rows apart; none of them may be null, `json` or `bytes`. */
  readonly key: readonly string[];
  /** Groups of fields that no two rows share, unless one of the fields is null. @default [] */
  readonly unique?: readonly (readonly string[])[];
  /** Groups of fields that are often asked for together. @default [] */
  readonly indexes?: readonly (readonly string[])[];
}

/** A field's name. */
export type FieldName<C extends Collection> = Extract<keyof C["fields"], string>;

type FieldValue<T extends FieldType> = T extends `${infer Base}?`
  ? Base extends BaseType
    ? FieldTypes[Base] | null
    : never
  : T extends BaseType
    ? FieldTypes[T]
    : never;

/** A row of a collection. */
export type Row<C extends Collection> = {
  readonly [F in FieldName<C>]: FieldValue<C["fields"][F]>;
};

/**
 * Declares a collection; keeps the literal types, so that rows and queries are checked. What comes
 * back is a frozen copy.
 * @throws StorageError `INVALID_COLLECTION`
 */
export function collection<const C extends Collection>(declaration: C): C {
  checkDeclaration(declaration);
  const groups = (given: readonly (readonly string[])[] | undefined): readonly string[][] =>
    Object.freeze((given ?? []).map((group) => Object.freeze([...group]) as string[]));
  return Object.freeze({
    ...declaration,
    fields: Object.freeze({ ...declaration.fields }),
    key: Object.freeze([...declaration.key]),
    unique: groups(declaration.unique),
    indexes: groups(declaration.indexes),
  });
}

const NAME = /^[a-z][a-z0-9_]{0,47}$/;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,47}$/i;
const MOST_FIELDS = 64;
const PARTS = ["name", "fields", "key", "unique", "indexes"];
const TYPES: ReadonlySet<unknown> = new Set<BaseType>([
  "string",
  "number",
  "boolean",
  "json",
  "bytes",
]);

/**
 * Refuses an invalid declaration of a collection.
 * @throws StorageError `INVALID_COLLECTION`
 */
export function checkDeclaration(given: Collection): void {
  if (!isObject(given))
    throw invalid(`A collection must be an object; got ${describeValue(given)}.`);
  const { name } = given;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw invalid(
      "A collection's name must be 1 to 48 lower-case letters, digits and underscores, " +
        `beginning with a letter; got ${typeof name === "string" ? JSON.stringify(name.slice(0, 80)) : describeValue(name)}.`,
    );
  }
  const part = Object.keys(given).find((key) => !PARTS.includes(key));
  if (part !== undefined) {
    throw invalid(
      `Collection '${name}' has an unknown property '${part}'; known properties are ${PARTS.join(", ")}.`,
    );
  }
  checkFields(given);
  checkGroup(given, "key", given.key);
  for (const kind of ["unique", "indexes"] as const) {
    const groups = given[kind] ?? [];
    if (!Array.isArray(groups)) throw invalid(`'${kind}' of '${name}' must be a list of groups.`);
    for (const group of groups) checkGroup(given, kind, group);
  }
}

function checkFields({ name, fields }: Collection): void {
  if (!isObject(fields)) throw invalid(`'fields' of '${name}' must be an object.`);
  const names = Object.keys(fields);
  if (names.length === 0 || names.length > MOST_FIELDS) {
    throw invalid(`'${name}' must have 1 to ${MOST_FIELDS} fields; got ${names.length}.`);
  }
  const seen = new Set<string>();
  for (const field of names) {
    if (!FIELD_NAME.test(field)) {
      throw invalid(
        `A field of '${name}' must be named by 1 to 48 letters, digits and underscores, ` +
          `beginning with a letter; got ${JSON.stringify(field.slice(0, 80))}.`,
      );
    }
    const folded = field.toLowerCase();
    if (seen.has(folded)) {
      throw invalid(
        `Two fields of '${name}' are named '${folded}' in different upper and lower case.`,
      );
    }
    seen.add(folded);
    const type: unknown = fields[field];
    if (typeof type !== "string" || !TYPES.has(type.replace(/\?$/, ""))) {
      throw invalid(
        `Field '${field}' of '${name}' must be of type ${[...TYPES].join(", ")}, ` +
          `or one of them with a question mark; got ${typeof type === "string" ? `'${type}'` : describeValue(type)}.`,
      );
    }
  }
}

function checkGroup({ name, fields }: Collection, kind: string, group: unknown): void {
  if (!Array.isArray(group) || group.length === 0) {
    throw invalid(`A group in '${kind}' of '${name}' must be a list of at least one field.`);
  }
  for (const [index, field] of (group as unknown[]).entries()) {
    if (typeof field !== "string" || !Object.hasOwn(fields, field)) {
      throw invalid(`'${kind}' of '${name}' names ${named(field)}, which is not a field.`);
    }
    if (group.indexOf(field) !== index) {
      throw invalid(`'${kind}' of '${name}' names '${field}' twice in one group.`);
    }
    const type = fields[field] ?? "";
    if (/^(?:json|bytes)/.test(type) || (kind === "key" && type.endsWith("?"))) {
      throw invalid(`'${kind}' of '${name}' cannot hold '${field}', which is of type ${type}.`);
    }
  }
}

function named(field: unknown): string {
  return typeof field === "string" ? `'${field.slice(0, 80)}'` : describeValue(field);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(message: string): StorageError {
  return new StorageError("INVALID_COLLECTION", { message });
}
