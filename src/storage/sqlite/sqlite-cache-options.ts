import { checkNumber, withDefaults } from "../../core/index.ts";
import { completeSqliteOptions, type SqliteSettings } from "./sqlite-options.ts";

/** Where a cache is kept in SQLite, and how much of it. */
export interface SqliteCacheOptions {
  /**
   * Path of the file, which is made when there is none; its folder must be there. It may be the file
   * of other stores.
   * @default "dragline-cache.sqlite"
   */
  readonly path?: string | undefined;
  /** Most entries; from 1. @default 100000 */
  readonly maxEntries?: number | undefined;
  /** Most bytes of all keys and values together, as UTF-8; from 1. @default 268435456 */
  readonly maxBytes?: number | undefined;
  /** Milliseconds after which a value is forgotten, whatever its own time is; from 1. @default 604800000 */
  readonly maxAgeMs?: number | undefined;
  /**
   * Milliseconds that a call waits while other processes write; from 1. Then it fails with
   * `UNAVAILABLE`.
   * @default 2000
   */
  readonly timeoutMs?: number | undefined;
}

/** The options with their defaults. */
export interface SqliteCacheSettings {
  readonly path: string;
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly timeoutMs: number;
}

const defaults: SqliteCacheSettings = Object.freeze({
  path: "dragline-cache.sqlite",
  maxEntries: 100_000,
  maxBytes: 268_435_456,
  maxAgeMs: 604_800_000,
  timeoutMs: 2000,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeSqliteCacheOptions(
  options: SqliteCacheOptions | undefined,
): SqliteCacheSettings {
  const complete = withDefaults<SqliteCacheSettings>(defaults, options);
  for (const name of ["maxEntries", "maxBytes", "maxAgeMs"] as const) {
    checkNumber(name, complete[name], { min: 1 });
  }
  return complete;
}

/**
 * How the file is opened: what a power failure takes from a cache is no loss.
 * @throws CoreError `INVALID_OPTION`
 */
export function fileSettings({ path, timeoutMs }: SqliteCacheSettings): SqliteSettings {
  return completeSqliteOptions({ path, timeoutMs, synchronous: "normal" });
}

/** The names of all options; what stands where collaborators stand is told apart by them. */
export const sqliteCacheOptionNames: object = defaults;
