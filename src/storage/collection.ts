import { checkDeclaration } from "./check-declaration.ts";
import type { Json } from "./records.ts";

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
