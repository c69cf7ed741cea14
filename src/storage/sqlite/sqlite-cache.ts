import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  neverAborts,
} from "../../core/index.ts";
import type { Cache } from "../cache.ts";
import { fromEngineText, toEngineText } from "../engine-text.ts";
import { parseJson, stringifyJson } from "../json-text.ts";
import { StorageError } from "../storage-error.ts";
import { CacheTable, entrySize } from "./cache-table.ts";
import {
  completeSqliteCacheOptions,
  fileSettings,
  sqliteCacheOptionNames,
  type SqliteCacheOptions,
  type SqliteCacheSettings,
} from "./sqlite-cache-options.ts";
import { SqliteFile } from "./sqlite-file.ts";
import type { SqliteRecordsCollaborators } from "./sqlite-records.ts";

/** Keys read between two writes of which the order is kept; the next write notes them all. */
const MOST_TOUCHED = 1000;

/** Before a string that is kept as it is; no JSON begins so. */
const STRING = "'";

/** Calls of a cache have no signal. */
const call = Object.freeze({ signal: neverAborts() });

/**
 * A cache in a SQLite file that outlives the process and that several processes share. It keeps its
 * limits with every write: the least recently used entries go first. It is a store for Keyv as well.
 * All methods throw StorageError: `UNAVAILABLE`, `STORE_FULL`, `READ_ONLY`, `CLOSED`.
 */
export class SqliteCache implements Cache, AsyncDisposable {
  readonly #clock: Clock;
  readonly #settings: SqliteCacheSettings;
  readonly #file: SqliteFile;
  readonly #table: CacheTable;
  /** Keys read since the last write, the most recent last; reads alone write nothing. */
  readonly #touched = new Set<string>();
  #created: Promise<void> | undefined;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(collaborators: SqliteRecordsCollaborators = {}, options?: SqliteCacheOptions) {
    checkCollaborators(collaborators, sqliteCacheOptionNames, {
      clock: true,
      ids: true,
      open: true,
    });
    const { clock = systemClock, ids = systemIds, open } = collaborators;
    this.#clock = clock;
    this.#settings = completeSqliteCacheOptions(options);
    this.#file = new SqliteFile({ clock, ids, open }, fileSettings(this.#settings));
    this.#table = new CacheTable(this.#file);
  }

  async get(key: string): Promise<unknown> {
    const name = toEngineText(key);
    const text = await this.#read(() => this.#table.read(name, this.#clock.now()));
    if (text === undefined) return undefined;
    this.#touch(name);
    return fromText(text);
  }

  /**
   * Keeps a value; gives whether it is kept, which it is not when it is larger than all may be.
   * @param ttl milliseconds until it is forgotten; 0 and less count as absent, as in Keyv
   * @throws StorageError `INVALID_VALUE` for what is not plain data
   */
  async set(key: string, value: unknown, ttl?: number): Promise<boolean> {
    const text = typeof value === "string" ? STRING + toEngineText(value) : stringifyJson(value);
    if (typeof text !== "string") {
      throw new StorageError("INVALID_VALUE", {
        message: `A cached value must be plain data; got ${text.found}${text.path && ` at ${text.path}`}.`,
      });
    }
    const name = toEngineText(key);
    const { maxEntries, maxBytes, maxAgeMs } = this.#settings;
    const size = entrySize(name, text);
    const fits = size <= maxBytes;
    const age = ttl !== undefined && ttl > 0 ? Math.min(ttl, maxAgeMs) : maxAgeMs;
    await this.#write((now) => {
      this.#table.sweep(now);
      if (!fits) {
        this.#table.remove(name, now);
        return;
      }
      this.#table.write({ key: name, value: text, size, expires: now + Math.ceil(age) });
      this.#table.evict(maxEntries, maxBytes);
    });
    return fits;
  }

  async delete(key: string): Promise<boolean> {
    const name = toEngineText(key);
    this.#touched.delete(name);
    return this.#write((now) => this.#table.remove(name, now));
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    this.#touched.clear();
    await this.#write(() => this.#table.clear());
  }

  /** All keys with their values, in no order; what changes meanwhile may be among them or not. */
  async *iterator(): AsyncGenerator<[string, unknown], void, undefined> {
    for (let after = 0; ;) {
      const page = await this.#read(() => this.#table.page(after, this.#clock.now()));
      if (page === undefined) return;
      after = page.last;
      for (const [key, value] of page.entries) yield [fromEngineText(key), fromText(value)];
    }
  }

  /** Lets calls under way finish, then refuses others (`CLOSED`). Closing twice is harmless. */
  close(): Promise<void> {
    return this.#file.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #read<Result>(work: () => Result): Promise<Result> {
    await this.#ready();
    return this.#file.run(work, call);
  }

  /** Does work as one transaction, after what was read has been noted. */
  async #write<Result>(work: (now: number) => Result): Promise<Result> {
    await this.#ready();
    return this.#file.write(() => {
      for (const key of this.#touched) this.#table.touch(key);
      const result = work(this.#clock.now());
      this.#touched.clear();
      return result;
    }, call);
  }

  async #ready(): Promise<void> {
    this.#file.admit(call);
    this.#created ??= this.#create().catch((error: unknown) => {
      this.#created = undefined;
      throw error;
    });
    await this.#created;
  }

  async #create(): Promise<void> {
    await this.#file.write(() => this.#table.create(), call);
  }

  #touch(name: string): void {
    this.#touched.delete(name);
    this.#touched.add(name);
    const [oldest] = this.#touched;
    if (this.#touched.size > MOST_TOUCHED && oldest !== undefined) this.#touched.delete(oldest);
  }
}

/** The value of a text that was kept. */
function fromText(text: string): unknown {
  return text.startsWith(STRING) ? fromEngineText(text.slice(STRING.length)) : parseJson(text);
}
