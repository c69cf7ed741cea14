import { createHash } from "node:crypto";
import { hasState, sqlStates } from "../../pg/index.ts";
import type { RateLimiterConnection, Sql } from "./pool.ts";

/** Microseconds since 1970: `$n` where it is given, else by the server. */
const timeOf = (parameter: string): string =>
  `coalesce(${parameter}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;

/** What a take asks. */
interface TakeQuestion {
  /** Name of the key and its limit. */
  readonly name: string;
  readonly limit: number;
  /** Microseconds. */
  readonly window: number;
  /** Microseconds since 1970; undefined for the server's time. */
  readonly now: number | undefined;
}

/** The table in which a row holds the accepted calls of one key under one limit. */
export class CallsTable {
  readonly #schema: string;
  readonly #table: string;
  readonly #take: { readonly text: string; readonly name: string };

  /** @param schema that needs no quotes inside of quotes */
  constructor(schema: string) {
    this.#schema = `"${schema}"`;
    this.#table = `"${schema}".rate_limits`;
    const text = takeText(this.#table);
    const hash = createHash("sha256").update(text).digest("hex");
    this.#take = { text, name: `dragline ${hash.slice(0, 32)}` };
  }

  /** Makes the table when it is missing; of several that try at once the others wait. */
  async ensure(connection: RateLimiterConnection): Promise<void> {
    const { rows } = await connection.query({
      text: "SELECT (to_regclass($1) IS NOT NULL)::text AS there",
      values: [this.#table],
    });
    if ((rows[0] as { there?: string } | undefined)?.there === "true") return;
    const makes = connection.query({
      // One text of several statements is one transaction, to whose end the lock is held.
      text: `SELECT pg_advisory_xact_lock(hashtext('dragline ${this.#table}'));
        CREATE SCHEMA IF NOT EXISTS ${this.#schema};
        CREATE TABLE IF NOT EXISTS ${this.#table} (
          id bytea PRIMARY KEY,
          span bigint NOT NULL,
          times bigint[] NOT NULL,
          last_at bigint NOT NULL,
          allowed boolean NOT NULL
        ) WITH (fillfactor = 70)`,
    });
    await makes.catch((error: unknown) => {
      // Who waited for the lock may not see yet what another has made in the meantime.
      if (!hasState(error, sqlStates.uniqueViolation)) throw error;
    });
  }

  /** Counts a call, or says that there is no room; answers one row. */
  take({ name, limit, window, now }: TakeQuestion): Sql {
    return { ...this.#take, values: [idOf(name), window, limit, now ?? null] };
  }

  /** Forgets the newest call. */
  giveBack(name: string): Sql {
    return {
      text: `UPDATE ${this.#table} SET times = times[:cardinality(times) - 1] WHERE id = $1`,
      values: [idOf(name)],
    };
  }

  /** Deletes idle rows among the `size` that follow `after`; gives the last that it looked at. */
  sweep(after: string, size: number, now: number | undefined): Sql {
    return {
      text: `
        WITH clock AS MATERIALIZED (SELECT ${timeOf("$3")} AS now),
        slice AS MATERIALIZED (
          SELECT id FROM ${this.#table} WHERE id > decode($1, 'hex') ORDER BY id LIMIT $2::int
        ),
        idle AS MATERIALIZED (
          SELECT id FROM ${this.#table}, clock
          WHERE id IN (SELECT id FROM slice) AND last_at + span <= now
          FOR UPDATE OF rate_limits SKIP LOCKED
        ),
        gone AS (DELETE FROM ${this.#table} WHERE id IN (SELECT id FROM idle))
        SELECT encode(id, 'hex') AS id FROM slice ORDER BY slice.id DESC LIMIT 1`,
      values: [after, size, now ?? null],
    };
  }
}

function idOf(name: string): Buffer {
  return createHash("sha256").update(name).digest();
}

/**
 * Locks the row, forgets calls that are over, and adds this one where there is room. The time is
 * asked once the lock is held. Calls that seem to be in the future, because the clock was set back,
 * are as good as made just now. A refused call leaves the times as they are stored.
 */
function takeText(table: string): string {
  return `
    INSERT INTO ${table} AS kept (id, span, times, last_at, allowed)
    SELECT $1, $2::bigint, ARRAY[now], now, true FROM (SELECT ${timeOf("$4")} AS now) AS clock
    ON CONFLICT (id) DO UPDATE SET (times, last_at, allowed) = (
      SELECT
        CASE
          WHEN held < $3::int THEN recent || now
          WHEN kept.last_at > now THEN recent
          ELSE kept.times
        END,
        now,
        held < $3::int
      FROM (SELECT ${timeOf("$4")} AS now OFFSET 0) AS clock
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(least(time, now)), '{}') AS recent, count(*) AS held
        FROM unnest(kept.times) AS time
        WHERE time > now - kept.span
      ) AS calls
    )
    RETURNING
      allowed::text,
      cardinality(times)::text AS held,
      ((SELECT min(time) FROM unnest(times) AS time) + span - last_at)::text AS wait`;
}
