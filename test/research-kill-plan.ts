/** One life of a process that researches. */
export interface ResearchLife {
  /** Where its stores are. */
  readonly folder: string;
  /** Origin of the site that is read. */
  readonly site: string;
  /** Milliseconds that its clock is ahead of the machine's. */
  readonly offset: number;
  /** What it submits, and dies in; nothing when it only ends what is there. */
  readonly point: "research" | "search" | "none";
  /** Tells what it submits from all others. */
  readonly word: string;
  /** It dies at the entry of this number of its research's journal, from 1. */
  readonly entry: number;
  /** Whether it dies before the entry is kept, or right behind. */
  readonly isBefore: boolean;
}
