import type { Collection } from "dragline/storage";
import { createPostgresRecords, type PostgresRecords } from "dragline/storage/postgres";
import { FakeClock } from "dragline/testing";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { postgresAddress } from "../../postgres-address.ts";

/** A schema of its own in the tests' server, and a connection beside the records; dropped at the end. */
export class PostgresSchema implements AsyncDisposable {
  readonly name = `test_${randomUUID().replaceAll("-", "_")}`;
  readonly pool: pg.Pool;
  /** Connections that are not closed yet: a pool ends before they are. */
  #connected = 0;
  readonly clock = new FakeClock();
  readonly call = { signal: new AbortController().signal };

  /** @param options settings of the connections, as the server's command line takes them */
  constructor(options = "") {
    this.pool = new pg.Pool({ connectionString: postgresAddress, max: 20, options });
    this.pool.on("connect", () => (this.#connected += 1));
    this.pool.on("remove", () => (this.#connected -= 1));
  }

  /** Records with this clock, which have the collections. */
  async records(...collections: readonly Collection[]): Promise<PostgresRecords> {
    const { pool, clock, name } = this;
    const records = await createPostgresRecords({ pool, clock }, { schema: name });
    await records.ensure(collections, this.call);
    return records;
  }

  /** Runs a statement beside the records; `{}` stands for the schema's name. */
  async run(text: string): Promise<unknown[]> {
    const { rows } = await this.pool.query<object>(text.replaceAll("{}", `"${this.name}"`));
    return rows;
  }

  /** Runs `work` while another transaction has executed a statement and is not committed. */
  async during<Result>(
    text: string,
    work: (run: (text: string) => Promise<unknown>) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    const run = (statement: string) => client.query(statement.replaceAll("{}", `"${this.name}"`));
    try {
      await run("BEGIN");
      await run(text);
      return await work(run);
    } finally {
      client.release(true);
    }
  }

  /** Resolves when as many queries on the schema wait for a lock. */
  waiting(count: number): Promise<void> {
    return this.#sessions("wait_event_type = 'Lock'", count);
  }

  /** Resolves when as many transactions on the schema are open and stand still. */
  standing(count: number): Promise<void> {
    return this.#sessions("state ~ 'idle in transaction'", count);
  }

  async #sessions(condition: string, count: number): Promise<void> {
    const text = `SELECT 1 FROM pg_stat_activity WHERE ${condition} AND query LIKE '%{}%'`;
    let found = -1;
    for (const end = performance.now() + 10_000; performance.now() < end;) {
      found = (await this.run(text)).length;
      if (found === count) return;
    }
    throw new Error(`Expected ${count} sessions where ${condition}; there are ${found}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run("DROP SCHEMA IF EXISTS {} CASCADE");
    await this.pool.end();
    while (this.#connected > 0) await once(this.pool, "remove");
  }
}
