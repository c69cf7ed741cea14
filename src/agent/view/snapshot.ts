/** What of a page is shown. */
export interface SnapshotOptions {
  /** Bytes of the text in UTF-8, 512 at least; 12,288 when absent. */
  readonly maxBytes?: number | undefined;
  /** The reference in a line that tells of something folded, which is opened. */
  readonly part?: string | undefined;
}

/** A page, as lines. */
export interface Snapshot {
  /**
   * Lines `- role "name" [ref=e12] [state]: value`, indented by nesting. After `changes` they begin
   * with `+ `, `~ `, `> ` (moved) or `- ` below lines that say where (`in main > form:`), unless most has
   * changed; what only looks otherwise has a mark that says how.
   */
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** How many references the text has. */
  readonly refs: number;
  /** Whether something is left out that can be opened by `part`. */
  readonly folded: boolean;
  /** Whether the text is only what changed. */
  readonly isChange: boolean;
}

/** Lines that say a text. */
export interface FoundLines {
  /** One line each, with its reference; 20 and 12,288 bytes at most. */
  readonly text: string;
  /** How many of them are in the text. */
  readonly shown: number;
  /** How many there are on the page. */
  readonly count: number;
}

/** A text, and how many references it has. */
export function tally(text: string): { readonly text: string; readonly refs: number } {
  return { text, refs: text.match(/\[ref=e\d+\]/g)?.length ?? 0 };
}
