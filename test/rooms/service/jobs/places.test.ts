import { describe, expect, it } from "vitest";
import { Places } from "../../../../src/service/jobs/places.ts";

const never = new AbortController().signal;

describe("Places", () => {
  it("gives no more than there are, and each again when it was left", () => {
    const places = new Places(2, 0);
    expect([places.tryTake(), places.tryTake(), places.tryTake()]).toEqual([true, true, false]);
    places.leave();
    expect([places.tryTake(), places.tryTake()]).toEqual([true, false]);
  });

  it("gives a place that is left to what the queue brought and to its own in turn, each in order", async () => {
    const places = new Places(1, 0);
    places.tryTake();
    const begun: string[] = [];
    places.line(() => begun.push("own 1"));
    places.line(() => begun.push("own 2"));
    const taken = [1, 2].map((number) =>
      places.take(never).then(() => begun.push(`brought ${number}`)),
    );
    for (let left = 0; left < 4; left += 1) {
      places.leave();
      await new Promise(setImmediate);
    }
    await Promise.all(taken);
    expect(begun).toEqual(["brought 1", "own 1", "brought 2", "own 2"]);
    expect(places.tryTake()).toBe(false);
  });

  it("forgets who left the line, and who aborted", async () => {
    const places = new Places(1, 0);
    const abort = new AbortController();
    places.tryTake();
    const leave = places.line(() => expect.unreachable());
    const taken = places.take(abort.signal);
    abort.abort(new Error("lost"));
    await expect(taken).rejects.toThrow("lost");
    expect([leave(), leave()]).toEqual([true, false]);
    places.leave();
    expect(places.tryTake()).toBe(true);
    await expect(places.take(abort.signal)).rejects.toThrow("lost");
  });

  it("keeps the place of who aborts after having it", async () => {
    const places = new Places(1, 0);
    const abort = new AbortController();
    await places.take(abort.signal);
    abort.abort(new Error("late"));
    expect(places.tryTake()).toBe(false);
  });

  it("gives an account that has none one beside those that others have taken, a quarter at most", () => {
    const places = new Places(8, 2);
    for (let taken = 0; taken < 8; taken += 1) expect(places.tryTake("a")).toBe(true);
    expect(["a", "", "b", "b", "c", "d"].map((account) => places.tryTake(account))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    places.leave("a");
    // It was one too many.
    expect(places.tryTake("a")).toBe(false);
    expect(places.tryTake("d")).toBe(true);
  });

  it("lets accounts take turns", () => {
    const places = new Places(1, 0);
    const begun: string[] = [];
    places.tryTake("a");
    places.tryTake("x");
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) {
      places.line(() => begun.push(name), name.slice(0, 1));
    }
    for (let left = 0; left < 7; left += 1) places.leave("x");
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });
});
