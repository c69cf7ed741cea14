import type { Place } from "./place.ts";

/** One thing that a new user tries: a file of `steps/` with a default export. */
export interface Step {
  /** What it proves, in a few words. */
  readonly title: string;
  /** Milliseconds that it may take. @default 180000 */
  readonly timeoutMs?: number;
  /**
   * Tries it in an empty folder.
   * @returns what was seen, in a few words
   * @throws Refused where the host or the machine cannot; whatever fails
   */
  run(place: Place): Promise<string>;
}

/** The host, or the machine, cannot; the sentence says why. */
export class Refused extends Error {}
