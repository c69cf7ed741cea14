import { Redis } from "ioredis";
import pg from "pg";
import { S3Server } from "../../rooms/storage/s3-server.ts";
import { startRedis } from "../../private-server.ts";
import { FaultProxy } from "../fault-proxy.ts";
import type { ChaosPlace } from "./chaos-place.ts";

/** What can happen to a server. */
export const faults = ["cut", "stalled", "slow", "full"] as const;
/** Servers that it can happen to. */
export const targets = ["postgres", "redis", "blobs"] as const;

export type Fault = (typeof faults)[number];
export type Target = (typeof targets)[number];

/** Milliseconds that a change of a busy table is waited for. */
const LOCK_MS = 500;

/** Postgres, a Redis of its own and a blob store, each behind a faulty way, and each can be full. */
export class ChaosServers implements AsyncDisposable {
  readonly #owned = new AsyncDisposableStack();
  readonly #ways: Readonly<Record<Target, FaultProxy>>;
  readonly #pool: pg.Pool;
  readonly #redis: Redis;
  readonly #blobs: S3Server;
  readonly #schema: string;
  readonly place: Omit<ChaosPlace, "role" | "site">;

  private constructor(parts: {
    readonly ways: Readonly<Record<Target, FaultProxy>>;
    readonly pool: pg.Pool;
    readonly redis: Redis;
    readonly blobs: S3Server;
    readonly place: Omit<ChaosPlace, "role" | "site">;
  }) {
    this.#ways = parts.ways;
    this.#pool = parts.pool;
    this.#redis = parts.redis;
    this.#blobs = parts.blobs;
    this.#schema = parts.place.schema;
    this.place = parts.place;
  }

  /** @param postgres address of the server; a schema of its own is made in it, and dropped */
  static async open(postgres: string, schema: string): Promise<ChaosServers> {
    await using owned = new AsyncDisposableStack();
    const private_ = await startRedis();
    if (private_ === undefined) throw new Error("redis-server is not installed");
    owned.use(private_);
    const blobs = owned.use(await new S3Server(Date.now).listen());
    const ways = {
      postgres: owned.use(await FaultProxy.open(Number(new URL(postgres).port || 5432))),
      redis: owned.use(await FaultProxy.open(Number(new URL(private_.url).port))),
      blobs: owned.use(await FaultProxy.open(blobs.port)),
    };
    const pool = new pg.Pool({ connectionString: postgres, max: 2 });
    owned.defer(() => pool.end());
    const redis = new Redis(private_.url);
    owned.defer(() => redis.disconnect());
    await pool.query(`CREATE SCHEMA ${schema}`);
    owned.defer(async () => void (await pool.query(`DROP SCHEMA ${schema} CASCADE`)));
    await pool.query(`CREATE TABLE ${schema}.chaos_flag (is_full boolean)`);
    await pool.query(`INSERT INTO ${schema}.chaos_flag VALUES (false)`);
    await pool.query(
      `CREATE FUNCTION ${schema}.chaos_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT is_full FROM ${schema}.chaos_flag) THEN
        RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END IF;
      RETURN NULL; END $$`,
    );
    const place = {
      postgres: ways.postgres.urlOf(postgres),
      redis: ways.redis.urlOf(private_.url),
      s3: { ...blobs.options, endpoint: `http://127.0.0.1:${ways.blobs.port}` },
      schema,
    };
    const servers = new ChaosServers({ ways, pool, redis, blobs, place });
    servers.#owned.use(owned.move());
    return servers;
  }

  /** Lets it happen, until the function that comes back is called. */
  async happen(target: Target, fault: Fault): Promise<() => Promise<void>> {
    if (fault === "full") {
      await this.#fill(target, true);
      return () => this.#fill(target, false);
    }
    this.#ways[target].set(fault);
    return async () => this.#ways[target].set("open");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }

  async #fill(target: Target, isFull: boolean): Promise<void> {
    if (target === "redis") {
      await this.#redis.config("SET", "maxmemory", isFull ? "1" : "0");
    } else if (target === "blobs") {
      const answer = { kind: "answer", status: 507, text: "" } as const;
      this.#blobs.fault = ({ method }) => (isFull && method !== "GET" ? answer : undefined);
    } else {
      if (isFull) await this.#watchTables();
      await this.#pool.query(`UPDATE ${this.#schema}.chaos_flag SET is_full = ${isFull}`);
    }
  }

  /** Tables come to be as they are first needed; those that are locked now are left for the next time. */
  async #watchTables(): Promise<void> {
    const { rows } = await this.#pool.query<{ readonly name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = '${this.#schema}' AND tablename <> 'chaos_flag'`,
    );
    for (const { name } of rows) {
      const table = `${this.#schema}.${name}`;
      await this.#pool
        .query(
          `BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; CREATE OR REPLACE TRIGGER chaos_full
          BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION ${this.#schema}.chaos_full();
          COMMIT`,
        )
        .catch(() => this.#pool.query("ROLLBACK"));
    }
  }
}
