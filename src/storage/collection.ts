import type { Json } from "./records.ts";

/** The types of a field by name; with a question mark the field may be null. */
interface FieldTypes {
  /** Any JavaScript string, U+0000 and lone surrogates included. */
  string: string;
  /** A finite double; whole numbers up to 2^53 are exact. Times are milliseconds since 1970. */
  number: number;
  boolean: boolean;
  /** Plain data, kept as it was written: -0 and the order of keys included. */
  json: Json;
  bytes: Uint8Array;
}

/** The type of a field: `"string"`, or `"string?"` where it may be null. */
export type FieldType = keyof FieldTypes | `${keyof FieldTypes}?`;

/** A declared kind of row. */
export interface Collection {
  /** Lower-case letters, digits and underscores, beginning with a letter; at most 48 characters. */
  readonly name: string;
  /** Field names are like the collection's, with capitals allowed: at least one, at most 64. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The fields that together tell rows apart; none of them may be null. */
  readonly key: readonly string[];
  /** Groups of fields that no two rows share, unless one of the fields is null. @default [] */
  readonly unique?: readonly (readonly string[])[];
  /** Groups of fields that are often asked for together. @default [] */
  readonly indexes?: readonly (readonly string[])[];
}

/** A field's name. */
export type FieldName<C extends Collection> = Extract<keyof C["fields"], string>;

type FieldValue<T extends FieldType> = T extends `${infer Base}?`
  ? Base extends keyof FieldTypes
    ? FieldTypes[Base] | null
    : never
  : T extends keyof FieldTypes
    ? FieldTypes[T]
    : never;

/** A row of a collection. */
export type Row<C extends Collection> = {
  readonly [F in FieldName<C>]: FieldValue<C["fields"][F]>;
};

/**
 * Declares a collection; keeps the literal types, so that rows and queries are checked.
 * @throws StorageError `INVALID_COLLECTION`
 */
export function collection<const C extends Collection>(declaration: C): C {
  return declaration;
}
