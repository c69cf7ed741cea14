/** How a document is written. */
export interface WriterOptions {
  /** Most bytes of UTF-8 that are written. */
  readonly maxBytes: number;
  /** Whether elements that style sheets hide get the attribute `hidden`. */
  readonly markHidden: boolean;
  /** The name of a marked part. */
  readonly part?: string | undefined;
  /** Whether the body's content alone is written, to stand in another document. */
  readonly fragment: boolean;
}
