import type { SqliteFile } from "./sqlite-file.ts";

/** The 1 is the layout's number: another layout is another table, and what this one holds is lost. */
const TABLE = "dragline_cache_1";
const TOTALS = "dragline_cache_totals_1";
const EXPIRED_SLICE = 100;
const PAGE = 100;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS ${TABLE} (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL,
  size INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS ${TABLE}_used ON ${TABLE} (used);
CREATE INDEX IF NOT EXISTS ${TABLE}_expires ON ${TABLE} (expires);
CREATE TABLE IF NOT EXISTS ${TOTALS} (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL
);
INSERT OR IGNORE INTO ${TOTALS} VALUES (1, 0, 0);
CREATE TRIGGER IF NOT EXISTS ${TABLE}_added AFTER INSERT ON ${TABLE} BEGIN
  UPDATE ${TOTALS} SET entries = entries + 1, bytes = bytes + new.size;
END;
CREATE TRIGGER IF NOT EXISTS ${TABLE}_resized AFTER UPDATE OF size ON ${TABLE} BEGIN
  UPDATE ${TOTALS} SET bytes = bytes + new.size - old.size;
END;
CREATE TRIGGER IF NOT EXISTS ${TABLE}_removed AFTER DELETE ON ${TABLE} BEGIN
  UPDATE ${TOTALS} SET entries = entries - 1, bytes = bytes - old.size;
END;`;

/** The order of use is a count, so that it needs no clock and several processes share it. */
const NEXT_USE = `(SELECT coalesce(max(used), 0) + 1 FROM ${TABLE})`;

/** An entry as it is kept. */
interface CacheEntry {
  readonly key: string;
  readonly value: string;
  /** Bytes that it counts: its {@link entrySize}. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** The table of a cache. Its methods are steps of the caller's transaction. */
export class CacheTable {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Makes the table; several processes may at once. */
  create(): void {
    this.#file.connection().exec(SCHEMA);
  }

  /** The value; undefined when there is none or its time is up. */
  read(key: string, now: number): string | undefined {
    const sql = `SELECT value FROM ${TABLE} WHERE key = ? AND expires > ?`;
    const [row] = this.#file.all(sql, [key, now]);
    return row?.[0] as string | undefined;
  }

  write({ key, value, size, expires }: CacheEntry): void {
    this.#file.change(
      `INSERT INTO ${TABLE} (key, value, size, expires, used) VALUES (?, ?, ?, ?, ${NEXT_USE})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, size = excluded.size,
        expires = excluded.expires, used = excluded.used`,
      [key, value, size, expires],
    );
  }

  /** Makes the key the most recently used. */
  touch(key: string): void {
    this.#file.change(`UPDATE ${TABLE} SET used = ${NEXT_USE} WHERE key = ?`, [key]);
  }

  /** Gives whether there was one whose time was not up. */
  remove(key: string, now: number): boolean {
    const sql = `DELETE FROM ${TABLE} WHERE key = ? RETURNING expires`;
    const removed = this.#file.all(sql, [key]);
    if (removed.length > 0) this.#file.removes();
    return removed.some(([expires]) => Number(expires) > now);
  }

  clear(): void {
    this.#file.change(`DELETE FROM ${TABLE}`, []);
    this.#file.removes();
  }

  /** Removes some of the entries whose time is up. */
  sweep(now: number): void {
    // Nearly always there are none, and looking costs a tenth of removing nothing.
    const expired = `SELECT 1 FROM ${TABLE} WHERE expires <= ? LIMIT 1`;
    if (this.#file.all(expired, [now]).length === 0) return;
    this.#file.change(
      `DELETE FROM ${TABLE} WHERE id IN (SELECT id FROM ${TABLE} WHERE expires <= ? LIMIT ?)`,
      [now, EXPIRED_SLICE],
    );
  }

  /** Removes the least recently used entries until the limits are kept. */
  evict(maxEntries: number, maxBytes: number): void {
    for (;;) {
      const [[entries, bytes] = []] = this.#file.all(`SELECT entries, bytes FROM ${TOTALS}`, []);
      if (Number(entries) <= maxEntries && Number(bytes) <= maxBytes) return;
      const oldest = `SELECT id FROM ${TABLE} ORDER BY used LIMIT 1`;
      if (this.#file.change(`DELETE FROM ${TABLE} WHERE id = (${oldest})`, []) === 0) return;
    }
  }

  /** Some entries with ids above `after`, and the last id; undefined when there are no more. */
  page(after: number, now: number): { entries: [string, string][]; last: number } | undefined {
    const sql = `SELECT id, key, value FROM ${TABLE} WHERE id > ? AND expires > ? ORDER BY id LIMIT ?`;
    const rows = this.#file.all(sql, [after, now, PAGE]);
    const last = rows.at(-1)?.[0];
    if (last === undefined) return undefined;
    const entries = rows.map(([, key, value]) => [key, value] as [string, string]);
    return { entries, last: Number(last) };
  }
}

/** Bytes that an entry counts. */
export function entrySize(key: string, value: string): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value);
}
