import { checkArgument } from "../../core/index.ts";
import type { Collection, FieldName, Row } from "../collection.ts";
import { planChange, planOperations, planRows } from "../operation-plan.ts";
import { planQuery, planTally, type QueryPlan } from "../query-plan.ts";
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
import { carryOut, carryOutAll } from "./carry-out.ts";
import { Connections, type ConnectionSource } from "./connections.ts";
import { ensureShapes } from "./ensure.ts";
import type { PostgresAnswer } from "./pool.ts";
import { readGroups, readRows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Sql } from "./sql.ts";
import {
  countStatement,
  findStatement,
  isLimited,
  removeStatement,
  tallyStatement,
} from "./statements.ts";
import { transaction } from "./transaction.ts";

/**
 * Records in Postgres, for many processes on many machines. A call that cannot reach the server
 * fails with `UNAVAILABLE` and the next one tries anew, so that work goes on when the server is
 * back; a write that lost its connection may have happened. Texts in keys and unique groups have
 * at most about 2,700 bytes. Made by {@link createPostgresRecords}.
 */
export class PostgresRecords implements Records, AsyncDisposable {
  readonly #known = new KnownShapes();
  readonly #connections: Connections;
  readonly #schema: string;

  /** @internal */
  constructor(source: ConnectionSource, schema: string) {
    this.#connections = new Connections(source);
    this.#schema = schema;
  }

  async ensure(collections: readonly Collection[], call: Call): Promise<void> {
    this.#connections.admit(call);
    checkArgument("collections of ensure(collections, { signal })", collections, "array");
    const shapes = collections.map((collection) => shapeOf(collection));
    const places = shapes.map((shape) => ({ schema: this.#schema, shape }));
    await this.#connections.run(call, (session) =>
      transaction(session, async () => {
        await ensureShapes(session, places);
        return { keep: true, result: undefined };
      }),
    );
    for (const shape of shapes) this.#known.add(shape);
  }

  async insert<C extends Collection>(
    collection: C,
    rows: readonly NewRow<C>[],
    call: Call,
  ): Promise<void> {
    const shape = this.#shape(collection, call);
    const operation = { kind: "insert", shape, rows: planRows(shape, rows) } as const;
    await this.#connections.run(call, (session) =>
      carryOut({ session, schema: this.#schema }, operation),
    );
  }

  async find<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    const place = { schema: this.#schema, shape };
    const { rows } = await this.#query(findStatement(place, planQuery(shape, query)), call);
    return readRows(shape, rows) as Row<C>[];
  }

  async count<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    const place = { schema: this.#schema, shape };
    const { rows } = await this.#query(countStatement(place, planQuery(shape, query)), call);
    return Number(rows[0]?.[0]);
  }

  async tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    collection: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]> {
    const shape = this.#shape(collection, call);
    const plan = planTally(shape, tally);
    const place = { schema: this.#schema, shape };
    const { rows } = await this.#query(tallyStatement(place, plan), call);
    return readGroups(plan, rows) as Group<C, By, Sum>[];
  }

  async update<C extends Collection>(
    collection: C,
    change: Change<C>,
    call: Call,
  ): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    const plan = planChange(shape, change);
    const operation = { kind: "update", shape, plan, expect: undefined } as const;
    const work = (session: Session): Promise<object[]> =>
      carryOut({ session, schema: this.#schema }, operation);
    return (await this.#connections.run(call, inOrder(plan, work))) as Row<C>[];
  }

  async remove<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    const plan = planQuery(shape, query);
    const statement = removeStatement({ schema: this.#schema, shape }, plan);
    const work = (session: Session): Promise<PostgresAnswer> => session.query(statement);
    const { rowCount } = await this.#connections.run(call, inOrder(plan, work));
    return rowCount ?? 0;
  }

  async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    this.#connections.admit(call);
    const plans = planOperations(this.#known, operations);
    return this.#connections.run(call, (session) =>
      transaction(session, () => carryOutAll({ session, schema: this.#schema }, plans)),
    );
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #shape(collection: Collection, call: Call): Shape {
    this.#connections.admit(call);
    return this.#known.of(collection);
  }

  #query(statement: Sql, call: Call): Promise<PostgresAnswer> {
    return this.#connections.run(call, (session) => session.query(statement));
  }
}

type SessionWork<Result> = (session: Session) => Promise<Result>;

/**
 * One statement is one step and needs no transaction around it, but for one that takes the first
 * rows of an order: only a transaction has the settings for that.
 */
function inOrder<Result>(plan: QueryPlan, work: SessionWork<Result>): SessionWork<Result> {
  if (!isLimited(plan) || plan.order.length === 0) return work;
  return (session) =>
    transaction(session, async () => ({ keep: true, result: await work(session) }));
}
