/** The difference of two sets of texts, URLs for example; each list is sorted by code points. */
export interface SetDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** How many are in both. */
  readonly kept: number;
}
