import type { Collection, FieldName, Json, Row } from "./collection.ts";

/** What every call of a port carries. */
export interface Call {
  /**
   * Ends the call: it rejects with the signal's reason. What it asked for has then happened whole or
   * not at all; not when the signal was aborted before.
   */
  readonly signal: AbortSignal;
}

/** A value of a field. */
export type Value = Uint8Array | Json;

/** A condition on one field; several in one object all hold. */
export interface Condition<Scalar> {
  /** Differs from; null differs from every value, and `ne: null` means that there is a value. */
  readonly ne?: Scalar | null;
  /** Is one of; nothing is one of none. At most 10000 values in all of a query. */
  readonly in?: readonly Scalar[];
  /** Is less than; like the three others never true of null. */
  readonly lt?: Scalar;
  /** Is at most. */
  readonly lte?: Scalar;
  /** Is more than. */
  readonly gt?: Scalar;
  /** Is at least. */
  readonly gte?: Scalar;
  /**
   * Of text: has this text in it; A to Z count as a to z, no other letters do. What a store escapes
   * (U+0000, U+0001, U+E000, halves of surrogate pairs) may be found where it is not. No index helps.
   */
  readonly contains?: Scalar & string;
}

/**
 * Which rows are meant: every named field equals the value (null: has none) or meets the condition.
 * Fields of type `json` and `bytes` cannot be asked about, but for null. Text is ordered by Unicode
 * code points, false comes before true, and -0 equals 0. An empty object means every row.
 */
export type Where<C extends Collection> = {
  readonly [F in FieldName<C>]?: Row<C>[F] | Condition<NonNullable<Row<C>[F]>>;
};

/** Fields to order by, the first counts most; null comes before every value. */
export type Order<C extends Collection> = readonly (readonly [FieldName<C>, "asc" | "desc"])[];

/** Which rows, in which order, how many. */
export interface Query<C extends Collection> {
  /** Every row without one. */
  readonly where?: Where<C>;
  /** Without an order rows come in any. @default [] */
  readonly order?: Order<C>;
  /** Most rows; from 0. @default Infinity */
  readonly limit?: number;
}

/** Which rows to count together, and what of them to add up. */
export interface Tally<
  C extends Collection,
  By extends FieldName<C> = FieldName<C>,
  Sum extends FieldName<C> = FieldName<C>,
> {
  /** Every row without one. */
  readonly where?: Where<C>;
  /** Rows with the same values of these fields are one group; at least one, no `json` or `bytes`. */
  readonly by: readonly By[];
  /** `number` fields to add up, null as 0. @default [] */
  readonly sum?: readonly Sum[];
}

/** Rows that were counted together. */
export interface Group<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C>> {
  /** The values that they share. */
  readonly values: { readonly [F in By]: Row<C>[F] };
  /** How many they are; 1 or more. */
  readonly count: number;
  /** By field. */
  readonly sums: { readonly [F in Sum]: number };
}

/** A change of all rows that a query means. With an order and a limit it is "claim what is due". */
export interface Change<C extends Collection> extends Query<C> {
  /** New values; not of key fields. None when absent. */
  readonly set?: Partial<Row<C>>;
  /**
   * Finite numbers to add to `number` fields that are not set and not in the key; null stays null. A
   * sum that is not finite is refused (`INVALID_VALUE`). None when absent.
   */
  readonly add?: { readonly [F in FieldName<C>]?: number };
}

/** One operation of {@link Records.atomic}; made by {@link inserting}, {@link updating}, {@link removing}. */
export type Operation =
  | { readonly kind: "insert"; readonly collection: Collection; readonly rows: readonly object[] }
  | {
      readonly kind: "update" | "remove";
      readonly collection: Collection;
      readonly change: Change<Collection>;
      /** How many rows it must match; as many as there are without it. */
      readonly expect?: number | undefined;
    };

/** What came of {@link Records.atomic}. */
export type AtomicOutcome =
  | {
      readonly applied: true;
      /** By operation: the rows inserted, changed (as they are now) or removed (as they were). */
      readonly rows: readonly (readonly object[])[];
    }
  | {
      readonly applied: false;
      /** Index of the operation that did not hold; nothing of any other happened either. */
      readonly operation: number;
      /** A unique group had the values already, or the number of rows was not the expected one. */
      readonly reason: "conflict" | "unexpected";
    };

/**
 * What a service remembers: rows in declared collections. Every method is one atomic step, visible
 * to all whole or not at all, and durable when its promise resolves. Rows that come back are copies.
 * All methods throw StorageError: `UNKNOWN_COLLECTION` for one that was not ensured by this object,
 * `INVALID_VALUE` and `INVALID_QUERY` for what does not fit the declaration, `UNAVAILABLE` when the
 * engine cannot be reached within its deadline, `STORE_FULL`, `READ_ONLY`, and `CLOSED`.
 */
export interface Records {
  /**
   * Makes the collections known, and creates or extends what the engine lacks: collections, fields
   * (null in rows that exist), unique groups and indexes. Nothing is ever dropped; two processes may
   * do it at once.
   * @throws StorageError `MIGRATION_REFUSED` when the key or a field's type is another than before, a
   * new field is neither optional nor in a new collection, a field that is not optional is no longer
   * declared, or rows share what is to be unique; nothing of the call happened then
   */
  ensure(collections: readonly Collection[], call: Call): Promise<void>;

  /**
   * Adds rows, all or none; optional fields that are absent or undefined are null.
   * @throws StorageError `CONFLICT` when the key or a unique group has the values already
   */
  insert<C extends Collection>(
    collection: C,
    rows: readonly NewRow<C>[],
    call: Call,
  ): Promise<void>;

  /** The rows that the query means, as of one moment. */
  find<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<Row<C>[]>;

  /** How many rows the query means. */
  count<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number>;

  /** Counts rows in groups, and adds up fields of each group; as of one moment, in no order. */
  tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    collection: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]>;

  /**
   * Changes the rows that the query means and gives them as they are now; with an order, in that of
   * the values that they had. The `where` is the guard: rows that another caller changed meanwhile are judged by
   * their new values, and two callers never both change a row that the first took out of `where`.
   * Rows that another caller is changing with a limit at the same time are passed over. Without
   * `set` and `add` it gives the rows as they are. A change that lets two rows exchange values of a
   * unique group may be a conflict.
   * @throws StorageError `CONFLICT`
   */
  update<C extends Collection>(collection: C, change: Change<C>, call: Call): Promise<Row<C>[]>;

  /** Removes the rows that the query means; gives their number. */
  remove<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number>;

  /**
   * Carries out all operations in order, each seeing those before it, or none. Outcomes that a
   * caller must expect are values.
   */
  atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome>;

  /** Lets calls under way finish, then refuses others (`CLOSED`). Closing twice is harmless. */
  close(): Promise<void>;
}

/** A row to insert: optional fields may be absent. */
export type NewRow<C extends Collection> = {
  readonly [F in FieldName<C> as null extends Row<C>[F] ? never : F]: Row<C>[F];
} & { readonly [F in FieldName<C> as null extends Row<C>[F] ? F : never]?: Row<C>[F] };

/**
 * An insert as an operation.
 * @example
 * ```ts
 * import { collection, inserting, updating } from "dragline/storage";
 * import { MemoryRecords } from "dragline/storage/memory";
 *
 * const accounts = collection({
 *   name: "accounts",
 *   fields: { id: "string", credits: "number" },
 *   key: ["id"],
 * });
 * const records = new MemoryRecords();
 * const call = { signal: AbortSignal.timeout(10_000) };
 * await records.ensure([accounts], call);
 * await records.atomic(
 *   [
 *     inserting(accounts, [{ id: "ada", credits: 10 }]),
 *     updating(accounts, { where: { id: "ada" }, set: { credits: 7 } }, 1),
 *   ],
 *   call,
 * );
 * ```
 */
export function inserting<C extends Collection>(
  collection: C,
  rows: readonly NewRow<C>[],
): Operation {
  return { kind: "insert", collection, rows };
}

/**
 * An update as an operation; `expect` is the number of rows it must match.
 * @see {@link inserting} for an example
 */
export function updating<C extends Collection>(
  collection: C,
  change: Change<C>,
  expect?: number,
): Operation {
  return { kind: "update", collection, change, expect };
}

/**
 * A removal as an operation; `expect` is the number of rows it must match.
 * @see {@link inserting} for an example
 */
export function removing<C extends Collection>(
  collection: C,
  query: Query<C>,
  expect?: number,
): Operation {
  return { kind: "remove", collection, change: query, expect };
}
