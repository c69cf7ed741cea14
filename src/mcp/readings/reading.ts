import type { Ref } from "../results/cursor.ts";

/** What a tool has to say, whole; a result shows as much of it as fits. */
export interface Reading {
  /** By which it is read again. */
  readonly ref: Ref;
  /** One line of ours. */
  readonly summary: string;
  /** `completed`, `processing` … */
  readonly status: string;
  /** Where the text came from; empty for several places. */
  readonly source: string;
  /** What websites say: never ours. */
  readonly text: string;
  /** The same as a value, for results that have room for all of it. */
  readonly data?: unknown;
  /** Why it failed, and so a result that says so. */
  readonly failure?: string | undefined;
}
