import { describe, expect, it } from "vitest";
import { mapInOrder } from "../../../../src/mapper/map/map-in-order.ts";
import { reasonOf } from "../fake-site.ts";

const { signal } = new AbortController();

async function all<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const list: Result[] = [];
  for await (const result of results) list.push(result);
  return list;
}

describe("mapInOrder", () => {
  it("gives the results in order, with so many items under way", async () => {
    let open = 0;
    let most = 0;
    const run = async (item: number) => {
      most = Math.max(most, (open += 1));
      for (let left = 10 - item; left > 0; left--) await Promise.resolve();
      open -= 1;
      return item * 2;
    };
    const items = [1, 2, 3, 4, 5, 6, 7];
    expect(await all(mapInOrder({ items, ahead: 3, signal, run }))).toEqual([
      2, 4, 6, 8, 10, 12, 14,
    ]);
    expect(most).toBe(3);
    expect(await all(mapInOrder({ items: [], ahead: 3, signal, run }))).toEqual([]);
  });

  it("aborts what is under way when it is left, and waits for its end", async () => {
    const ended: number[] = [];
    const run = (item: number, stop: AbortSignal) =>
      new Promise<number>((resolve, reject) => {
        if (item === 1) resolve(item);
        stop.addEventListener("abort", () => {
          ended.push(item);
          reject(stop.reason);
        });
      });
    for await (const item of mapInOrder({ items: [1, 2, 3, 4], ahead: 3, signal, run })) {
      expect(item).toBe(1);
      break;
    }
    expect(ended).toEqual([1, 2, 3]);
  });

  it("throws for the first item that fails, whichever failed first", async () => {
    const run = async (item: string) => {
      if (item === "late") await new Promise(setImmediate);
      if (item !== "good") throw new Error(item);
      return item;
    };
    const items = ["good", "late", "early"];
    expect(await reasonOf(all(mapInOrder({ items, ahead: 3, signal, run })))).toMatchObject({
      message: "late",
    });
  });
});
