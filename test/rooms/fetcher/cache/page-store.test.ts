import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { MemoryPageStore } from "../../../../src/fetcher/cache/page-store.ts";
import { HOUR } from "../caching.ts";

function of(bytes: number): { readonly body: string } {
  return { body: "x".repeat(bytes) };
}

describe("MemoryPageStore", () => {
  it("forgets what was not used for longest when it is full", () => {
    const store = new MemoryPageStore(new FakeClock(), 20_000);
    store.set("a", of(5_000), HOUR);
    store.set("b", of(5_000), HOUR);
    store.get("a");
    store.set("c", of(5_000), HOUR);
    expect([store.get("a"), store.get("b"), store.get("c")]).toEqual([
      of(5_000),
      undefined,
      of(5_000),
    ]);
  });

  it("keeps nothing that is larger than itself, and nothing beyond its time", async () => {
    const clock = new FakeClock();
    const store = new MemoryPageStore(clock, 20_000);
    store.set("a", of(5_000), HOUR);
    store.set("big", of(30_000), HOUR);
    expect([store.get("big"), store.get("a")]).toEqual([undefined, of(5_000)]);
    await clock.advance(HOUR);
    expect(store.get("a")).toBeUndefined();
  });

  it("counts all of a value, not the body alone", () => {
    const store = new MemoryPageStore(new FakeClock(), 20_000);
    const value = { body: "", headers: { "x-long": "x".repeat(15_000) } };
    store.set("a", value, HOUR);
    store.set("b", value, HOUR);
    expect([store.get("a"), store.get("b")]).toEqual([undefined, value]);
  });

  it("counts a value that is replaced once", () => {
    const store = new MemoryPageStore(new FakeClock(), 20_000);
    store.set("b", of(5_000), HOUR);
    for (let time = 0; time < 50; time += 1) store.set("a", of(5_000), HOUR);
    expect(store.get("b")).toEqual(of(5_000));
  });
});
