/** A text that can be cited. */
export interface CitedSource {
  /** `S1` and so on. */
  readonly id: string;
  readonly title: string;
  /** BCP 47; English when absent. */
  readonly language?: string | undefined;
  readonly date?: string | undefined;
  readonly passages: readonly { readonly heading: string; readonly text: string }[];
}

/** A sentence with what it rests on. */
export interface CitedSentence {
  readonly text: string;
  /** Ids of sources, and words that stand in them. */
  readonly citations: readonly { readonly source: string; readonly quote: string }[];
}
