import { checkArgument, signalOf, unlessAborted } from "../core/index.ts";
import type { Collection, FieldName, Row } from "./collection.ts";
import type {
  AtomicOutcome,
  Call,
  Change,
  Group,
  NewRow,
  Operation,
  Query,
  Records,
  Tally,
} from "./records.ts";
import { uncancelled } from "./records-call.ts";

/**
 * Borrowed records that make the collections of a room known at their first use; if that fails, at the
 * next. What a caller asks of the records themselves is then known too, so operations made here
 * can join an `atomic` of the caller's.
 */
export class EnsuredRecords implements Records {
  readonly #records: Records;
  readonly #collections: readonly Collection[];
  #ensured: Promise<void> | undefined;

  constructor(records: Records, collections: readonly Collection[]) {
    this.#records = checkArgument("records", records, "records");
    this.#collections = collections;
  }

  async ensure(collections: readonly Collection[], call: Call): Promise<void> {
    await this.#ready(call);
    await this.#records.ensure(collections, call);
  }

  async insert<C extends Collection>(
    collection: C,
    rows: readonly NewRow<C>[],
    call: Call,
  ): Promise<void> {
    await this.#ready(call);
    await this.#records.insert(collection, rows, call);
  }

  async find<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    await this.#ready(call);
    return this.#records.find(collection, query, call);
  }

  async count<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    await this.#ready(call);
    return this.#records.count(collection, query, call);
  }

  async tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    collection: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]> {
    await this.#ready(call);
    return this.#records.tally(collection, tally, call);
  }

  async update<C extends Collection>(
    collection: C,
    change: Change<C>,
    call: Call,
  ): Promise<Row<C>[]> {
    await this.#ready(call);
    return this.#records.update(collection, change, call);
  }

  async remove<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    await this.#ready(call);
    return this.#records.remove(collection, query, call);
  }

  async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    await this.#ready(call);
    return this.#records.atomic(operations, call);
  }

  /** Leaves the borrowed records open. */
  async close(): Promise<void> {}

  /**
   * The borrowed records, when they have the collections; one wait for all callers, which none of
   * their signals ends.
   * @throws StorageError
   */
  async ready(call: Call): Promise<Records> {
    await this.#ready(call);
    return this.#records;
  }

  #ready(call: Call): Promise<void> {
    const signal = signalOf("a call of the store, (…, { signal }),", call);
    this.#ensured ??= this.#records
      .ensure(this.#collections, uncancelled)
      .catch((failure: unknown) => {
        this.#ensured = undefined;
        throw failure;
      });
    return unlessAborted(this.#ensured, signal);
  }
}
