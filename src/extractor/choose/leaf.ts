import type { Json } from "../../storage/index.ts";

/** A value that a candidate gives for a property. */
export interface Leaf {
  readonly value: Json;
  /** What of the page it was read from. */
  readonly text: string;
  /** How much of that the value is, from 0 to 1: a number in a sentence is less sure than alone. */
  readonly fit: number;
  /** Whether it only follows from the text: EUR from €. */
  readonly derived?: boolean;
}
