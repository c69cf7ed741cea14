import type { Json } from "../storage/index.ts";

/** An operation of JSON Patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** A value that differs. */
export interface JsonChange {
  /**
   * Where, with dots and brackets: `items[0].price`; empty for the whole document. A member that is
   * no identifier of JavaScript is quoted as in JSON: `items[0]["unit price"]`. `selectPaths` reads it.
   */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Absent for what was added. */
  readonly before?: Json;
  /** Absent for what was removed. */
  readonly after?: Json;
  /** Of what was moved: the path that it had. */
  readonly from?: string;
}

/** The difference of two JSON documents. */
export interface JsonDiff {
  /** What turns the document before into the one after, in order (RFC 6902). */
  readonly patch: readonly PatchOperation[];
  /**
   * The same for people and programs, one for each operation: the smallest values that differ, with
   * paths in the document after; of what was removed, in the document before.
   */
  readonly changes: readonly JsonChange[];
  /** Whether time, depth or number ran out, so that a larger part is replaced as a whole. */
  readonly truncated: boolean;
  /** Whether changes are missing: the patch cannot be applied. Only where `truncated`. */
  readonly omitted: boolean;
}

/** How documents are compared. */
export interface JsonDiffOptions {
  /**
   * Members that tell the objects of an array apart: the first counts that all elements of both
   * arrays have, as a text or number, and that no two of one array share. Where there is none,
   * elements are matched by their content, and what is left over between two that match by its order.
   * @default ["id", "key", "url", "sku"]
   */
  readonly identity?: readonly string[];
  /**
   * Numbers that differ by at most this much are the same; 0 or more. What was within it is not in
   * the patch, which then gives another document than the one after.
   * @default 0
   */
  readonly tolerance?: number;
  /**
   * Milliseconds after which what is left is replaced as a whole where it differs; 1 or more.
   * @default 250
   */
  readonly budgetMs?: number;
  /**
   * Levels of nesting that are compared; deeper values are replaced as a whole; 1 or more.
   * @default 200
   */
  readonly maxDepth?: number;
  /**
   * Changes beyond which the rest is left out; 1 or more.
   * @default 10000
   */
  readonly maxChanges?: number;
}
