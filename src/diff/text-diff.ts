/** Words of a change that differ; what is between them is the same on both sides. */
export interface WordChange {
  /** Offset and length in the change's `before` joined, in UTF-16 code units. */
  readonly beforeStart: number;
  readonly beforeLength: number;
  /** The same in its `after`. */
  readonly afterStart: number;
  readonly afterLength: number;
}

/** Consecutive lines that were taken out, put in, or replaced. */
export interface TextChange {
  /** Index of the first line in the text before, from 0; where lines are only put in, the place. */
  readonly beforeStart: number;
  /** What was taken out: lines with their line ends; empty where lines are only put in. */
  readonly before: readonly string[];
  /** Index of the first line in the text after, from 0. */
  readonly afterStart: number;
  /** What was put in; empty where lines are only taken out. */
  readonly after: readonly string[];
  /**
   * The words that differ, where both sides have lines and have enough in common; undefined
   * otherwise, and where there was no time left.
   */
  readonly words?: readonly WordChange[] | undefined;
  /**
   * Of a block that was moved: a number that the change which takes it out and the one which puts it
   * in have in common. A moved block is a change of its own.
   */
  readonly move?: number | undefined;
}

/** How much of a text changed. */
export interface TextStats {
  /** Lines put in, moved ones included. */
  readonly adds: number;
  /** Lines taken out, moved ones included. */
  readonly dels: number;
}

/**
 * The difference of two texts. A line is what ends with `\n`, or the end of the text; a line of more
 * than 4,000 characters counts as several, cut at ends of sentences.
 */
export interface TextDiff {
  /** In order; those of equal texts are none. */
  readonly changes: readonly TextChange[];
  readonly stats: TextStats;
  /**
   * Whether time or size ran out: there may be a smaller difference, or (`omitted`) some of it is not
   * given.
   */
  readonly truncated: boolean;
  /** Whether changes are missing: the difference cannot be applied. Only where `truncated`. */
  readonly omitted: boolean;
}

/** How texts are compared. */
export interface TextDiffOptions {
  /**
   * Milliseconds after which the rest is one replacement; 1 or more.
   * @default 250
   */
  readonly budgetMs?: number;
  /**
   * Characters of changed lines, both sides, beyond which changes are left out; 0 or more.
   * @default 4194304
   */
  readonly maxSize?: number;
  /**
   * Whether words are compared within changed lines.
   * @default true
   */
  readonly words?: boolean;
  /**
   * Whether moved blocks are marked.
   * @default true
   */
  readonly moves?: boolean;
}
