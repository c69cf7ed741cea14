/** Where a link leads. */
export interface LinkTarget {
  readonly url: string;
  readonly title?: string | undefined;
  /**
   * Whether the link is a block of its own, on one line: blocks in it become spaces, but headings
   * stay apart, each a link. @default false
   */
  readonly oneLine?: boolean | undefined;
  /** Whether headings of levels 4 to 6 are labels in that line. @default false */
  readonly labels?: boolean | undefined;
  /** Whether the URL is known to need no escaping. @default false */
  readonly isPlain?: boolean | undefined;
}

/** A link being written. */
export interface OpenLink {
  /** Whether it is written as a link. */
  readonly kept: boolean;
  /** Whether blocks in it are spaces. */
  readonly flat: boolean;
  /** Whether its lowest headings are too. */
  readonly labels: boolean;
}
