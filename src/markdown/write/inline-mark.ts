/** A pair of delimiters around inline content. */
export interface InlineMark {
  /** Names the mark; marks of one kind do not nest, and neighbours of one kind are joined. */
  readonly kind: string;
  readonly opener: string;
  readonly closer: string;
  /**
   * Whether the delimiters count only when they flank text (CommonMark 6.2), as `*` and `~~` do;
   * where they cannot, the mark is left out.
   */
  readonly flanking: boolean;
}
