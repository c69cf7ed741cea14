import { checkArgument } from "../../core/index.ts";
/** Something that a sentence says and its passage does not. */
export interface SupportFault {
  /**
   * What shows that the passage does not say it: `number`: a number, a time or a date; `name`; `order`: who
   * did it, or to what, is another; `negation`: the one says that something is, the other that it is not;
   * `opposite`; `sign`: a word such as `may`, `only`, `if` or `most` stands on one side alone. `words`: the
   * passage has not all of its words, or has more around them, so that only who understands both can tell.
   */
  readonly kind: "number" | "name" | "order" | "negation" | "opposite" | "sign" | "words";
  /** The words in question. */
  readonly text: string;
}

/**
 * Whether a fault shows that a passage does not say a sentence; else who understands both may say that
 * it does.
 * @example
 * ```ts
 * import { checkSupport, isRefusal } from "dragline/ai";
 *
 * const passage = "The museum opens at 9, and closes at 18.";
 * const faults = checkSupport({ sentence: "The museum opens at 10.", passage });
 * console.log(faults.some(isRefusal)); // true
 * ```
 */
export function isRefusal(fault: SupportFault): boolean {
  return checkArgument("fault of isRefusal(fault)", fault, "object").kind !== "words";
}
