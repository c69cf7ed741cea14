import type { DatabaseSync } from "node:sqlite";
import {
  checkArgument,
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { Collection, FieldName, Row } from "../collection.ts";
import { planChange, planOperations, planRows, type OperationPlan } from "../operation-plan.ts";
import { planQuery, planTally } from "../query-plan.ts";
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
} from "../records.ts";
import { KnownShapes, shapeOf, type Shape } from "../shape.ts";
import { isStorageError } from "../storage-error.ts";
import { ensureTables, hasTables } from "./ensure-tables.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { SqliteOperations } from "./sqlite-operations.ts";
import {
  completeSqliteOptions,
  sqliteOptionNames,
  type SqliteRecordsOptions,
} from "./sqlite-options.ts";

/** What SqliteRecords may be given. */
export interface SqliteRecordsCollaborators {
  /** Times the waiting for other processes. @default systemClock */
  readonly clock?: Clock;
  /** Spreads the waiting for other processes. @default systemIds */
  readonly ids?: Ids;
  /**
   * Opens the file, for a host with pragmas or extensions of its own; it is closed with the store.
   * Without one it is `new DatabaseSync(path)`.
   */
  readonly open?: (path: string) => DatabaseSync;
}

/**
 * Records in a SQLite file, through `node:sqlite`: durable, nothing to install, and for as many
 * processes of one machine as have the file open. The file is opened by the first call. What other
 * processes hold is waited for without blocking the event loop; each statement itself blocks it for
 * as long as it takes.
 */
export class SqliteRecords implements Records, AsyncDisposable {
  readonly #known = new KnownShapes();
  readonly #file: SqliteFile;
  readonly #operations: SqliteOperations;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: SqliteRecordsCollaborators = {}, options?: SqliteRecordsOptions) {
    checkCollaborators(collaborators, sqliteOptionNames, { clock: true, ids: true, open: true });
    const { clock = systemClock, ids = systemIds, open } = collaborators;
    this.#file = new SqliteFile({ clock, ids, open }, completeSqliteOptions(options));
    this.#operations = new SqliteOperations(this.#file);
  }

  async ensure(collections: readonly Collection[], call: Call): Promise<void> {
    this.#file.admit(call);
    checkArgument("collections of ensure(collections, { signal })", collections, "array");
    const shapes = collections.map((collection) => shapeOf(collection));
    await this.#file.run(() => {
      if (hasTables(this.#file, shapes)) return;
      this.#file.transaction(() => ensureTables(this.#file, shapes));
    }, call);
    for (const shape of shapes) this.#known.add(shape);
  }

  async insert<C extends Collection>(
    collection: C,
    rows: readonly NewRow<C>[],
    call: Call,
  ): Promise<void> {
    const shape = this.#shape(collection, call);
    const cells = planRows(shape, rows);
    await this.#file.write(() => this.#operations.insert(shape, cells), call);
  }

  async find<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    const plan = planQuery(shape, query);
    // Not awaited: the rows are there at once as a rule, and a turn less counts for so short a call.
    return this.#file.run(() => this.#operations.find(shape, plan) as Row<C>[], call);
  }

  async count<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    const plan = planQuery(shape, query);
    return this.#file.run(() => this.#operations.count(shape, plan), call);
  }

  async tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    collection: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]> {
    const shape = this.#shape(collection, call);
    const plan = planTally(shape, tally);
    const work = (): object[] => this.#operations.tally(shape, plan);
    return (await this.#file.run(work, call)) as Group<C, By, Sum>[];
  }

  async update<C extends Collection>(
    collection: C,
    change: Change<C>,
    call: Call,
  ): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    const plan = planChange(shape, change);
    return (await this.#file.write(() => this.#operations.update(shape, plan), call)) as Row<C>[];
  }

  async remove<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    const plan = planQuery(shape, query);
    return this.#file.write(() => this.#operations.remove(shape, plan), call);
  }

  async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    this.#file.admit(call);
    const plans = planOperations(this.#known, operations);
    try {
      const work = (): object[][] => plans.map((plan, index) => this.#carryOut(plan, index));
      const rows = await this.#file.write(work, call);
      return { applied: true, rows };
    } catch (error) {
      if (error instanceof NotApplied) return error.outcome;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #carryOut(plan: OperationPlan, operation: number): object[] {
    let rows: object[];
    try {
      rows = this.#operations.carryOut(plan);
    } catch (error) {
      throw isStorageError(error, "CONFLICT") ? new NotApplied(operation, "conflict") : error;
    }
    if (plan.kind !== "insert" && (plan.expect ?? rows.length) !== rows.length) {
      throw new NotApplied(operation, "unexpected");
    }
    return rows;
  }

  #shape(collection: Collection, call: Call): Shape {
    this.#file.admit(call);
    return this.#known.of(collection);
  }
}

/** Leaves the transaction, so that it is undone; never leaves this file. */
class NotApplied extends Error {
  readonly outcome: AtomicOutcome;

  constructor(operation: number, reason: "conflict" | "unexpected") {
    super(reason);
    this.outcome = { applied: false, operation, reason };
  }
}
