import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostHeap } from "../../../../src/crawler/politeness/host-heap.ts";

class Entry {
  heapIndex = -1;
  key = 0;
}

describe("HostHeap", () => {
  it("has the least entry first, whatever was added, moved and taken out", () => {
    const act = fc.record({
      entry: fc.integer({ min: 0, max: 19 }),
      key: fc.option(fc.integer({ min: 0, max: 30 })),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
        const heap = new HostHeap<Entry>((one, other) => one.key < other.key);
        const entries = Array.from({ length: 20 }, () => new Entry());
        const inside = new Set<Entry>();
        for (const { entry: index, key } of acts) {
          const entry = entries[index] ?? new Entry();
          if (key !== null) {
            entry.key = key;
            heap.put(entry);
            inside.add(entry);
          } else if (inside.delete(entry)) heap.remove(entry);
          const least = Math.min(...Array.from(inside, (each) => each.key));
          expect(heap.first?.key ?? Infinity).toBe(least);
        }
      }),
      { numRuns: 200 },
    );
  });
});
