import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { MapPace } from "../../../../src/mapper/map/map-pace.ts";
import { reasonOf } from "../fake-site.ts";

const { signal } = new AbortController();
const turn = { host: "a", gapMs: 0, signal };

/** A request that runs until it is let go. */
function held(): { readonly request: () => Promise<void>; readonly go: () => void } {
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  return { request: () => gate, go };
}

describe("MapPace", () => {
  it("gives its slot to those that wait, in order, and passes those that left", async () => {
    const pace = new MapPace(new FakeClock(), 1);
    const first = held();
    const leaving = new AbortController();
    const order: string[] = [];
    const run = (name: string, signal: AbortSignal) =>
      pace.run({ ...turn, signal }, async () => void order.push(name));
    const running = pace.run(turn, first.request);
    const left = reasonOf(run("left", leaving.signal));
    const waiting = [run("b", signal), run("c", signal)];
    await new Promise(setImmediate);
    leaving.abort("left");
    expect(await left).toBe("left");
    first.go();
    await Promise.all([running, ...waiting]);
    expect(order).toEqual(["b", "c"]);
    await run("d", signal);
    expect(order).toEqual(["b", "c", "d"]);
  });

  it("frees the slot of a request that fails", async () => {
    const pace = new MapPace(new FakeClock(), 1);
    const failing = pace.run(turn, () => Promise.reject(new Error("failed")));
    await expect(failing).rejects.toThrow("failed");
    expect(await pace.run(turn, async () => "next")).toBe("next");
  });

  it("runs nothing for a signal that has aborted", async () => {
    const pace = new MapPace(new FakeClock(), 1);
    const none = { ...turn, signal: AbortSignal.abort("no") };
    expect(await reasonOf(pace.run(none, async () => expect.unreachable()))).toBe("no");
    expect(await pace.run(turn, async () => "next")).toBe("next");
  });

  it("keeps the longest of the pauses of a host", async () => {
    const clock = new FakeClock();
    const pace = new MapPace(clock, 1);
    pace.pause("a", 5000);
    pace.pause("a", 1000);
    const running = pace.run(turn, async () => clock.monotonic());
    await clock.timerOf(5000);
    await clock.advance(5000);
    expect(await running).toBe(5000);
  });
});
