/** The storage state of Playwright (`context.storageState()`): what a saved session holds. */
export interface StorageState {
  readonly cookies: readonly StateCookie[];
  readonly origins: readonly StateOrigin[];
}

/** A cookie of a {@link StorageState}. */
export interface StateCookie {
  readonly name: string;
  readonly value: string;
  /** With a leading dot when subdomains get it as well. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 of a cookie that ends with the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "Strict" | "Lax" | "None";
  /** The top-level site of a partitioned cookie (CHIPS). */
  readonly partitionKey?: string;
  /** Whether a partitioned cookie was set below a frame of another site; Playwright's own name. */
  readonly _crHasCrossSiteAncestor?: boolean;
}

/** What one origin stores. */
export interface StateOrigin {
  /** `https://host[:port]` */
  readonly origin: string;
  readonly localStorage: readonly StateEntry[];
  readonly indexedDB?: readonly StateDatabase[];
}

/** A name and its value in localStorage. */
export interface StateEntry {
  readonly name: string;
  readonly value: string;
}

/** A database of IndexedDB. */
export interface StateDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StateStore[];
}

/** An object store; a value that JSON cannot carry is in the `…Encoded` member instead. */
export interface StateStore {
  readonly name: string;
  readonly keyPath?: string;
  readonly keyPathArray?: readonly string[];
  readonly autoIncrement: boolean;
  readonly indexes: readonly StateIndex[];
  readonly records: readonly StateRecord[];
}

/** An index of an object store. */
export interface StateIndex {
  readonly name: string;
  readonly keyPath?: string;
  readonly keyPathArray?: readonly string[];
  readonly multiEntry: boolean;
  readonly unique: boolean;
}

/** A record of an object store; without a key where the store has a key path. */
export interface StateRecord {
  readonly key?: unknown;
  readonly keyEncoded?: unknown;
  readonly value?: unknown;
  readonly valueEncoded?: unknown;
}
