import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** What is put in the places of a statement, in order. */
export type Values = readonly SQLInputValue[];

/** The statements of a database, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @returns the number of the row that was put in, where one was */
  run(sql: string, values: Values): number {
    return Number(this.#of(sql).run(...values).lastInsertRowid);
  }

  all<Row>(sql: string, values: Values): Row[] {
    return this.#of(sql).all(...values) as Row[];
  }

  /** Row by row; another statement may run meanwhile. */
  each<Row>(sql: string, values: Values): Iterable<Row> {
    return this.#of(sql).iterate(...values) as Iterable<Row>;
  }

  /** Runs several statements that take no values. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  #of(sql: string): StatementSync {
    const known = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, known);
    return known;
  }
}
