import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Heap } from "../../../src/core/heap.ts";

describe("Heap", () => {
  it("gives items in order, whatever the order in which they came", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = new Heap<number>((a, b) => a < b);
        for (const each of numbers) heap.add(each);
        const sorted = numbers.toSorted((a, b) => a - b);
        expect(heap.first).toBe(sorted[0]);
        expect(numbers.map(() => heap.take())).toEqual(sorted);
        expect(heap.take()).toBeUndefined();
      }),
    );
  });

  it("gives up everything at once", () => {
    const heap = new Heap<number>((a, b) => a < b);
    for (const each of [3, 1, 2]) heap.add(each);
    expect(new Set(heap.drain())).toEqual(new Set([1, 2, 3]));
    expect(heap.first).toBeUndefined();
  });
});
