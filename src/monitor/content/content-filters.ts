/** A text to look for: itself, case-insensitively; or a regular expression in slashes, `/\d+ views/i`. */
export type TextPattern = string;

/**
 * What of a page's content counts. Regular expressions of a hundred kilobytes of content and more
 * run in a thread with a time limit; one that takes too long fails the check, of this monitor alone.
 */
export interface ContentFilters {
  /** CSS selectors: only what matches is watched. Where nothing matches the check fails. @default [] */
  readonly include?: readonly string[] | undefined;
  /** CSS selectors: what matches is left out. @default [] */
  readonly remove?: readonly string[] | undefined;
  /** Only the main content: without navigation, header, footer and the like. @default false */
  readonly main?: boolean | undefined;
  /** What matches is cut out of the content, before it is kept. @default [] */
  readonly removeText?: readonly TextPattern[] | undefined;
  /** Lines that match are kept, and do not count when contents are compared. @default [] */
  readonly ignoreText?: readonly TextPattern[] | undefined;
  /** A change counts only where one of the lines that it puts in matches. @default [] */
  readonly triggerText?: readonly TextPattern[] | undefined;
  /** While the content matches, nothing counts as a change. @default [] */
  readonly blockText?: readonly TextPattern[] | undefined;
  /** Whether the order of lines counts. @default true */
  readonly lineOrder?: boolean | undefined;
  /**
   * The least change that counts, in characters put in and taken out; 0 or more.
   * @default 0
   */
  readonly minimumChange?: number | undefined;
  /**
   * Milliseconds after which a change is looked at again before it counts; not again where it is
   * 0 or absent.
   */
  readonly confirmAfterMs?: number | undefined;
  /**
   * Whether what is volatile by nature (session ids in URLs, tokens, timestamps in attributes, white
   * space) is left out before contents are kept; it is unless this is false.
   */
  readonly canonical?: boolean | undefined;
}
