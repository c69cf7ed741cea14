import type { PageKey, StoredPage, StoreQuery } from "../page-index/stored-index.ts";

/** What the thread of an index is asked for; owners by the names that they are kept under. */
export type SqliteJob =
  | { readonly kind: "add"; readonly owner: string; readonly page: StoredPage }
  | ({ readonly kind: "search"; readonly owner: string } & StoreQuery)
  | ({ readonly kind: "read"; readonly owner: string } & PageKey)
  | { readonly kind: "remove"; readonly owner: string; readonly urls: readonly string[] | "all" }
  | { readonly kind: "sweep"; readonly now: number }
  /** Overwrites a part of what was removed. */
  | { readonly kind: "erase" }
  | { readonly kind: "close" };

/** How far an erasure is; `held` while another connection needs what is to go, or the disk is full. */
export type Erased = "all" | "some" | "held";

/** What the thread begins with. */
export interface SqliteWorkerStart {
  readonly path: string;
  /** Milliseconds that it waits for other processes. */
  readonly timeoutMs: number;
  /** One 32-bit number: not 0 when the job in work is to be ended. */
  readonly cancelled: SharedArrayBuffer;
}
