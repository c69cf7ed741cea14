import { setImmediate as turn } from "node:timers/promises";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { WorkLoop } from "../../../src/core/index.ts";

/** A loop whose steps give what was scripted, and then wait for the bell. */
function loopOf(
  script: (() => number | Promise<number>)[],
  patience?: (failure: unknown) => number,
) {
  const clock = new FakeClock();
  let steps = 0;
  const loop = new WorkLoop({
    clock,
    step: async () => {
      steps += 1;
      return (await script.shift()?.()) ?? Number.POSITIVE_INFINITY;
    },
    patience,
  });
  return { clock, loop, steps: () => steps };
}

async function turns(): Promise<void> {
  for (let left = 5; left > 0; left -= 1) await turn();
}

describe("WorkLoop", () => {
  it("steps at once, after a time, or when the bell rings, also before it waits", async () => {
    const { clock, loop, steps } = loopOf([() => 0, () => 500]);
    const run = loop.run();
    await turns();
    expect(steps()).toBe(2);
    await clock.advance(499);
    expect(steps()).toBe(2);
    await clock.advance(1);
    await turns();
    expect(steps()).toBe(3);
    expect(clock.waiting).toBe(0);
    loop.ring();
    await turns();
    expect(steps()).toBe(4);
    loop.stop();
    await run;
    await loop.end();
  });

  it("does not miss a ring during a step", async () => {
    const given = Promise.withResolvers<number>();
    const { loop, steps } = loopOf([() => given.promise]);
    const run = loop.run();
    await turns();
    loop.ring();
    given.resolve(Number.POSITIVE_INFINITY);
    await turns();
    expect(steps()).toBe(2);
    loop.stop();
    await run;
  });

  it("takes nothing more once its signal aborts, and waits for what it began", async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<void>();
    const { loop } = loopOf([]);
    loop.add(work.promise);
    const run = loop.run(stop.signal);
    stop.abort("enough");
    await run;
    expect(loop.stopping.reason).toBe("enough");
    expect(loop.size).toBe(1);
    let isOver = false;
    const end = loop.end().then(() => (isOver = true));
    await turns();
    expect(isOver).toBe(false);
    work.resolve();
    await end;
    expect(loop.size).toBe(0);
  });

  it("steps not once when its signal has aborted before", async () => {
    const { loop, steps } = loopOf([]);
    await loop.run(AbortSignal.abort());
    expect(steps()).toBe(0);
  });

  it("ends with the first failure of what it began, after all of that has ended", async () => {
    const { loop } = loopOf([]);
    const run = loop.run();
    const last = Promise.withResolvers<void>();
    loop.add(last.promise);
    loop.add(Promise.reject(new Error("first")));
    await run;
    last.reject(new Error("second"));
    await expect(loop.end()).rejects.toThrow("first");
  });

  it("waits after a step that failed, and ends with one that is for good", async () => {
    const away = new Error("away");
    const gone = new Error("gone");
    const failing = (failure: Error) => () => Promise.reject(failure);
    const { clock, loop, steps } = loopOf([failing(away), () => 0, failing(gone)], (failure) => {
      if (failure !== away) throw failure;
      return 250;
    });
    const run = loop.run();
    await turns();
    expect(steps()).toBe(1);
    await clock.advance(250);
    await run;
    expect(steps()).toBe(3);
    await expect(loop.end()).rejects.toBe(gone);
  });

  it("ends with the first step that fails where it has no patience", async () => {
    const { loop } = loopOf([() => Promise.reject(new Error("broken"))]);
    await loop.run();
    await expect(loop.end()).rejects.toThrow("broken");
  });

  it("does not sit out its patience when it is stopped", async () => {
    const { clock, loop } = loopOf([() => Promise.reject(new Error("away"))], () => 10_000);
    const run = loop.run();
    await turns();
    loop.stop();
    await run;
    expect(clock.waiting).toBe(0);
    await loop.end();
  });
});
