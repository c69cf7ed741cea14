import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { LeaseKeeper } from "../../../src/core/index.ts";

/** What the next extensions do: give what is lost, or fail. */
function keeperOf(everyMs: number, givesUp?: (failure: unknown, ms: number) => boolean) {
  const clock = new FakeClock();
  const extended: string[][] = [];
  const signals: AbortSignal[] = [];
  const answers: (() => Promise<readonly string[]>)[] = [];
  const keeper = new LeaseKeeper<string>({
    clock,
    everyMs,
    extend: (held, signal) => {
      extended.push([...held]);
      signals.push(signal);
      return answers.shift()?.() ?? Promise.resolve([]);
    },
    lost: () => "lost",
    givesUp,
  });
  return { clock, keeper, extended, signals, answers };
}

describe("LeaseKeeper", () => {
  it("extends what is held all together, once a period, until it is let go", async () => {
    const { clock, keeper, extended } = keeperOf(1000);
    const first = keeper.hold("one");
    const second = keeper.hold("two");
    await clock.advance(1000);
    await clock.advance(1000);
    first[Symbol.dispose]();
    await clock.advance(1000);
    second[Symbol.dispose]();
    expect(clock.waiting).toBe(0);
    expect(extended).toEqual([["one", "two"], ["one", "two"], ["two"]]);
    expect(second.signal.aborted).toBe(false);
  });

  it("extends once a period also when it is asked while an extension is under way", async () => {
    const { clock, keeper, extended, answers } = keeperOf(1000);
    const step = Promise.withResolvers<readonly string[]>();
    answers.push(() => step.promise);
    const first = keeper.hold("one");
    await clock.advance(1000);
    first[Symbol.dispose]();
    using _second = keeper.hold("two");
    step.resolve([]);
    await clock.advance(999);
    expect(extended).toEqual([["one"]]);
    await clock.advance(1);
    expect(extended).toEqual([["one"], ["two"]]);
    expect(clock.waiting).toBe(1);
  });

  it("tells a loss by the signal, and extends what is left", async () => {
    const { clock, keeper, extended, answers } = keeperOf(1000);
    answers.push(async () => ["one", "never held"]);
    const [one, two] = [keeper.hold("one"), keeper.hold("two")];
    await clock.advance(1000);
    expect(one.signal.reason).toBe("lost");
    expect(two.signal.aborted).toBe(false);
    keeper.lose((held) => held === "two");
    expect(two.signal.reason).toBe("lost");
    await clock.advance(5000);
    expect(extended).toHaveLength(1);
  });

  it("asks a store that fails again, unless it is to give up", async () => {
    const patient = keeperOf(1000);
    const { signal } = patient.keeper.hold("one");
    const away = new Error("away");
    const fail = (): Promise<never> => Promise.reject(away);
    patient.answers.push(fail, fail, fail, fail, fail);
    await patient.clock.advance(6000);
    expect(patient.extended).toHaveLength(6);
    expect(signal.aborted).toBe(false);

    const hasty = keeperOf(1000, (failure, ms) => failure === away && ms >= 3000);
    const lease = hasty.keeper.hold("one");
    hasty.answers.push(async () => [], fail, fail, fail);
    await hasty.clock.advance(3000);
    expect(lease.signal.aborted).toBe(false);
    await hasty.clock.advance(1000);
    expect(lease.signal.reason).toBe(away);
    expect(hasty.clock.waiting).toBe(0);
  });

  it("aborts all signals on request, and keeps what is being ended", async () => {
    const { clock, keeper, extended } = keeperOf(1000);
    const lease = keeper.hold("one");
    keeper.abort("closing");
    expect(lease.signal.reason).toBe("closing");
    await clock.advance(1000);
    expect(extended).toEqual([["one"]]);
    lease[Symbol.dispose]();
  });

  it("ends the extension under way when it is disposed, and waits for it", async () => {
    const { clock, keeper, signals, answers } = keeperOf(1000);
    const step = Promise.withResolvers<readonly string[]>();
    answers.push(() => step.promise);
    const lease = keeper.hold("one");
    await clock.advance(1000);
    let isOver = false;
    const over = keeper[Symbol.asyncDispose]().then(() => (isOver = true));
    expect(signals[0]?.aborted).toBe(true);
    await clock.advance(0);
    expect(isOver).toBe(false);
    step.reject(new Error("aborted"));
    await over;
    expect(lease.signal.aborted).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it("sets no timer for leases that never end", () => {
    const { clock, keeper } = keeperOf(Number.POSITIVE_INFINITY);
    keeper.hold("one");
    expect(clock.waiting).toBe(0);
  });
});
