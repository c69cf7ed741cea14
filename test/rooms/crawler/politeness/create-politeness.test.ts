import { describe, expect, it } from "vitest";
import { counts, good, paced, state, trust } from "./paced.ts";

describe("Politeness.wishes", () => {
  it("begins a host with one request, and gives it one more with each good answer", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 100)]);
    expect(counts(politeness)).toEqual({ a: 1 });
    politeness.started("a");
    politeness.learn([state("a", 99)]);
    expect(counts(politeness)).toEqual({});
    politeness.ended("a", good);
    expect(counts(politeness)).toEqual({ a: 2 });
  });

  it("tells the frontier what the host can bear of all workers", () => {
    const { politeness } = paced({ maxPerHost: 5, delayMs: 70 });
    politeness.learn([state("a", 100)]);
    expect(politeness.wishes()).toEqual([{ host: "a", count: 1, cap: 5, gapMs: 70 }]);
  });

  it("gives no more until it is told what came of the last ones", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 5)]);
    trust(politeness, "a", 20);
    expect(counts(politeness)).toEqual({ a: 5 });
    expect(counts(politeness)).toEqual({});
    politeness.learn([state("a", 100)]);
    for (let n = 0; n < 5; n += 1) politeness.started("a");
    expect(counts(politeness)).toEqual({ a: 3 });
    expect(counts(politeness)).toEqual({});
  });

  it("never gives more than may run at once over all hosts", () => {
    const { politeness } = paced({ maxConcurrency: 3 });
    politeness.learn(["a", "b", "c", "d"].map((host) => state(host, 9)));
    expect(counts(politeness)).toEqual({ a: 1, b: 1, c: 1 });
    politeness.learn([]);
    for (const host of ["a", "b", "c"]) politeness.started(host);
    expect(counts(politeness)).toEqual({});
    expect(politeness.waitMs()).toBeUndefined();
    for (const host of ["a", "b"]) politeness.ended(host, good);
    expect(counts(politeness)).toEqual({ a: 1, d: 1 });
  });

  it("shares places evenly between hosts that can bear many", () => {
    const { politeness } = paced({ maxConcurrency: 8, maxPerHost: 8 });
    politeness.learn([state("a", 1_000_000), state("b", 3), state("c", 50)]);
    for (const host of ["a", "b", "c"]) trust(politeness, host, 9);
    expect(counts(politeness)).toEqual({ a: 3, b: 3, c: 2 });
  });

  it("never gives more of a host than wait there", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 2), state("b", 0)]);
    trust(politeness, "a", 9);
    expect(counts(politeness)).toEqual({ a: 2 });
  });

  it("waits until the time that the frontier names", () => {
    const { politeness, time, epoch } = paced();
    politeness.learn([state("a", 2, epoch + 500)]);
    expect(counts(politeness)).toEqual({});
    expect(politeness.waitMs()).toBe(500);
    time.ms = 499;
    expect(counts(politeness)).toEqual({});
    time.ms = 500;
    expect(counts(politeness)).toEqual({ a: 1 });
  });

  it("gives a claim that did not come to the host's count again", () => {
    const { politeness, time } = paced();
    politeness.learn([state("a", 1), state("b", 1)]);
    expect(counts(politeness)).toEqual({ a: 1, b: 1 });
    politeness.learn([state("b", 0)]);
    politeness.started("b");
    time.ms = 1_000;
    expect(counts(politeness)).toEqual({});
    time.ms = 2_000;
    expect(counts(politeness)).toEqual({ a: 1 });
  });

  it("gives a host silent for long no more, however many wait", () => {
    const { politeness, time } = paced();
    politeness.learn([state("a", 100)]);
    trust(politeness, "a", 9);
    expect(counts(politeness)).toEqual({ a: 8 });
    politeness.learn([state("a", 92)]);
    for (let n = 0; n < 4; n += 1) politeness.started("a");
    time.ms = 5_001;
    expect(counts(politeness)).toEqual({});
    politeness.ended("a", good);
    expect(counts(politeness)).toEqual({ a: 5 });
  });

  it("keeps half of all places for hosts that answer", () => {
    const { politeness } = paced({ maxConcurrency: 8 });
    politeness.learn([state("good", 100)]);
    trust(politeness, "good", 9);
    politeness.learn(Array.from({ length: 20 }, (_, n) => state(`new${n}`, 9)));
    const wished = counts(politeness);
    expect(wished["good"]).toBe(4);
    expect(Object.keys(wished)).toHaveLength(5);
  });
});

describe("Politeness.crawlDelay", () => {
  it("keeps starts apart, one claim at a time", () => {
    const { politeness, time } = paced();
    politeness.crawlDelay("a", 1_000);
    politeness.learn([state("a", 9)]);
    trust(politeness, "a", 9);
    time.ms = 1_000;
    expect(politeness.wishes()).toEqual([{ host: "a", count: 1, cap: 8, gapMs: 1_000 }]);
    politeness.started("a");
    politeness.learn([state("a", 8)]);
    expect(politeness.waitMs()).toBe(1_000);
    time.ms = 1_999;
    expect(counts(politeness)).toEqual({});
    time.ms = 2_000;
    expect(counts(politeness)).toEqual({ a: 1 });
  });

  it.each([
    [500, 200, 500],
    [500, 700, 700],
    [500, 99_000, 9_000],
    [500, Number.NaN, 500],
    [500, -1, 500],
    [0, Number.POSITIVE_INFINITY, 9_000],
  ])("of a setting of %i and a wish of %d is %i", (delayMs, asked, gapMs) => {
    const { politeness } = paced({ delayMs, maxPauseMs: 9_000 });
    politeness.learn([state("a", 9)]);
    politeness.crawlDelay("a", asked);
    expect(politeness.hosts(1)).toMatchObject([{ gapMs }]);
  });

  it("is remembered when the host is forgotten", () => {
    const { politeness, time } = paced();
    politeness.crawlDelay("a", 1_000);
    politeness.learn([state("a", 1)]);
    politeness.wishes();
    politeness.started("a");
    politeness.learn([state("a", 0)]);
    politeness.ended("a", good);
    time.ms = 10_000;
    politeness.wishes();
    expect(politeness.hosts(9)).toEqual([]);
    politeness.learn([state("a", 1)]);
    expect(politeness.hosts(9)).toMatchObject([{ gapMs: 1_000 }]);
  });
});

describe("Politeness.hosts", () => {
  it("gives those with most waiting first, as many as are asked for", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 2), state("b", 9), state("c", 5)]);
    expect(politeness.hosts(2)).toEqual([
      { host: "b", waiting: 9, running: 0, cap: 1, gapMs: 0, pausedUntil: 0 },
      { host: "c", waiting: 5, running: 0, cap: 1, gapMs: 0, pausedUntil: 0 },
    ]);
  });

  it("forgets a host with nothing to ask, once its pause is over", () => {
    const { politeness, time, epoch } = paced();
    politeness.learn([state("a", 1)]);
    politeness.wishes();
    politeness.started("a");
    politeness.learn([state("a", 0)]);
    politeness.ended("a", { status: 429, latencyMs: 5, retryAfterMs: 3_000 });
    expect(politeness.hosts(9)).toMatchObject([{ host: "a", pausedUntil: epoch + 3_000 }]);
    expect(politeness.waitMs()).toBeUndefined();
    time.ms = 3_000;
    politeness.wishes();
    expect(politeness.hosts(9)).toEqual([]);
  });

  it("keeps what it knows of a host between its last claim and its start", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 9)]);
    trust(politeness, "a", 4);
    politeness.learn([state("a", 1)]);
    expect(counts(politeness)).toEqual({ a: 1 });
    politeness.learn([state("a", 0)]);
    politeness.started("a");
    expect(politeness.hosts(9)).toMatchObject([{ host: "a", running: 1, cap: 5 }]);
  });

  it("knows a host again that came back before its last wish was looked at", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 1)]);
    politeness.wishes();
    politeness.learn([state("a", 0)]);
    politeness.started("a");
    politeness.ended("a", good);
    politeness.learn([state("a", 5)]);
    expect(counts(politeness)).toEqual({ a: 1 });
    expect(politeness.hosts(9)).toMatchObject([{ host: "a", waiting: 4 }]);
  });

  it("knows nothing of hosts that it was never told of", () => {
    const { politeness } = paced();
    expect(politeness.ended("a", good)).toBeUndefined();
    politeness.dropped("b");
    politeness.crawlDelay("c", 10);
    politeness.learn([state("d", 0)]);
    expect(politeness.hosts(9)).toEqual([]);
  });

  it("counts a claim given up as ended", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 9)]);
    politeness.wishes();
    politeness.learn([state("a", 8)]);
    politeness.started("a");
    politeness.dropped("a");
    politeness.dropped("a");
    expect(politeness.hosts(1)).toMatchObject([{ running: 0, cap: 1 }]);
    expect(counts(politeness)).toEqual({ a: 1 });
  });
});
