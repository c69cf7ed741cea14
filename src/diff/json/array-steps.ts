import type { Matching } from "./pair-within-gaps.ts";
import { Slots } from "./slots.ts";

/**
 * A change of an array's order or length. `from` and `to` are indexes while the steps before it have
 * been done (of a move, `to` is the index once the element was taken out: RFC 6902, 4.4);
 * `before` and `after` are indexes in the arrays that are compared.
 */
export type ArrayStep =
  | { readonly kind: "remove"; readonly from: number; readonly before: number }
  | { readonly kind: "add"; readonly to: number; readonly after: number }
  | {
      readonly kind: "move";
      readonly from: number;
      readonly to: number;
      readonly before: number;
      readonly after: number;
    };

/**
 * What brings the elements of an array into the order of the one after: first what is taken out,
 * from the end; then what is moved or put in, from the start.
 */
export function arraySteps(matching: Matching, beforeLength: number): ArrayStep[] {
  const { source, isKept } = matching;
  const row = new Row(matching, beforeLength);
  const steps: ArrayStep[] = [];
  const isMatched = new Uint8Array(beforeLength);
  for (const before of source) if (before >= 0) isMatched[before] = 1;
  for (let before = beforeLength - 1; before >= 0; before -= 1) {
    if (isMatched[before] === 0) steps.push({ kind: "remove", from: row.takeOut(before), before });
  }
  for (const [after, before] of source.entries()) {
    if (isKept[after] === 1) continue;
    if (before < 0) steps.push({ kind: "add", to: row.putIn(after), after });
    else
      steps.push({ kind: "move", from: row.takeOut(before), to: row.putIn(after), before, after });
  }
  return steps;
}

/**
 * Every place that an element has before or after, in one order that fits both: a kept element has
 * one, a moved one has two.
 */
class Row {
  readonly #slots: Slots;
  readonly #oldSlots: Int32Array;
  readonly #newSlots: Int32Array;

  constructor({ source, isKept }: Matching, beforeLength: number) {
    this.#oldSlots = new Int32Array(beforeLength);
    this.#newSlots = new Int32Array(source.length);
    let slot = 0;
    let before = 0;
    for (const [after, origin] of source.entries()) {
      if (isKept[after] === 1) {
        while (before <= origin) this.#oldSlots[before++] = slot++;
        this.#newSlots[after] = slot - 1;
      } else this.#newSlots[after] = slot++;
    }
    while (before < beforeLength) this.#oldSlots[before++] = slot++;
    this.#slots = new Slots(slot);
    for (const old of this.#oldSlots) this.#slots.take(old);
  }

  /** @returns the index that the element had */
  takeOut(before: number): number {
    const slot = this.#oldSlots[before] ?? 0;
    this.#slots.free(slot);
    return this.#slots.takenBefore(slot);
  }

  /** @returns the index that the element has now */
  putIn(after: number): number {
    const slot = this.#newSlots[after] ?? 0;
    this.#slots.take(slot);
    return this.#slots.takenBefore(slot);
  }
}
