import { describe, expect, it } from "vitest";
import { WaitingLine } from "../../../../src/core/worker-threads/waiting-line.ts";

describe("WaitingLine", () => {
  it("lets go first who came first, and lets leave who waits", () => {
    const line = new WaitingLine<number>();
    const places = Array.from({ length: 5000 }, (_, item) => line.add(item));
    for (let item = 0; item < 5000; item += 3) expect(places[item]?.leave()).toBe(true);
    expect(places[3]?.leave()).toBe(false);
    expect(line.size).toBe(3333);
    const taken: number[] = [];
    for (let next = line.take(); next !== undefined; next = line.take()) taken.push(next);
    expect(taken).toEqual(
      Array.from({ length: 5000 }, (_, item) => item).filter((item) => item % 3 !== 0),
    );
    line.add(7);
    expect([line.size, line.take(), line.take()]).toEqual([1, 7, undefined]);
    expect([line.size, places[1]?.leave()]).toEqual([0, false]);
  });
});
