import { FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { HostHealth } from "../../../../src/crawler/politeness/host-health.ts";
import type { PaceSettings, RequestEnd } from "../../../../src/crawler/politeness/pace.ts";
import { usual } from "./paced.ts";

/** Chance in the middle: a back-off of a second is 750 ms. */
const ids = Object.assign(new FakeIds(), { random: () => 0.5 });

class Watched {
  readonly health: HostHealth;
  now = 0;

  constructor(settings: Partial<PaceSettings> = {}) {
    this.health = new HostHealth({ ids, settings: { ...usual, ...settings } });
  }

  /** Requests end, one after the other, with so many others under way. */
  ends(times: number, end: Partial<RequestEnd>, running = 0): this {
    for (let n = 0; n < times; n += 1) {
      this.health.ended(
        { status: 200, latencyMs: 20, retryAfterMs: undefined, ...end },
        { now: this.now, running },
      );
    }
    return this;
  }

  /** Lets the pause pass, and gives its length. */
  pause(): number {
    const ms = Math.max(0, this.health.pausedUntil - this.now);
    this.now += ms;
    return ms;
  }
}

describe("HostHealth, of 429 and 503", () => {
  it.each([429, 503])("pauses the host at %i for as long as it asks", (status) => {
    expect(new Watched().ends(1, { status, retryAfterMs: 7_000 }).pause()).toBe(7_000);
  });

  it("pauses for no longer than the setting", () => {
    const watched = new Watched({ maxPauseMs: 2_000 });
    expect(watched.ends(1, { status: 429, retryAfterMs: 7_000 }).pause()).toBe(2_000);
  });

  it("doubles the pause with each refusal in a row where the host asks for none", () => {
    const watched = new Watched();
    const pauses = Array.from({ length: 9 }, () => watched.ends(1, { status: 429 }).pause());
    expect(pauses).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
    watched.ends(1, {}).ends(1, { status: 429 });
    expect(watched.pause()).toBe(750);
  });

  it("backs off although the host asks for no pause, when that did not help", () => {
    const watched = new Watched();
    const refusal = { status: 429, retryAfterMs: 0 };
    expect(watched.ends(1, refusal).pause()).toBe(0);
    expect(watched.ends(1, refusal).pause()).toBe(750);
    expect(watched.ends(1, refusal).pause()).toBe(1500);
  });

  it("halves what the host is trusted with, and raises it by one after ten good answers", () => {
    const watched = new Watched().ends(20, {}).ends(1, { status: 429 });
    expect(watched.health.bearable).toBe(4);
    expect(watched.ends(9, {}).health.bearable).toBe(4);
    expect(watched.ends(1, {}).health.bearable).toBe(5);
    expect(watched.ends(1000, {}).health.bearable).toBe(8);
  });

  it("halves what the host was tried with, where that is less", () => {
    const watched = new Watched({ maxPerHost: 100 }).ends(5, {}).ends(1, { status: 503 });
    expect(watched.health.cap).toBe(3);
    expect(watched.ends(9, { status: 429 }).health.cap).toBe(1);
  });

  it("counts once the refusals of requests that were under way together", () => {
    const watched = new Watched().ends(20, {}).ends(1, { status: 429 }, 7);
    watched.ends(7, { status: 429 });
    expect(watched.health.cap).toBe(4);
    expect(watched.pause()).toBe(750);
    expect(watched.ends(1, { status: 429 }).health.cap).toBe(2);
    expect(watched.pause()).toBe(1500);
  });

  it("takes the longest pause that requests under way together are told", () => {
    const watched = new Watched().ends(20, {}).ends(1, { status: 429, retryAfterMs: 1_000 }, 2);
    watched.ends(1, { status: 429, retryAfterMs: 9_000 }).ends(1, { status: 429, retryAfterMs: 5 });
    expect(watched.pause()).toBe(9_000);
  });

  it("forgets no refusal for good answers of requests that were under way", () => {
    const watched = new Watched().ends(20, {}).ends(1, { status: 429 }, 3).ends(3, {});
    watched.pause();
    expect(watched.ends(1, { status: 429 }).pause()).toBe(1500);
  });
});

describe("HostHealth, of failures", () => {
  it.each([undefined, 502, 504])("pauses the host at the third %s in a row", (status) => {
    const watched = new Watched().ends(20, {}).ends(2, { status });
    expect([watched.pause(), watched.health.cap]).toEqual([0, 8]);
    watched.ends(1, { status });
    expect([watched.pause(), watched.health.cap]).toEqual([750, 1]);
    expect(watched.ends(1, { status }).pause()).toBe(1500);
  });

  it("begins to count anew at every answer", () => {
    const watched = new Watched().ends(2, { status: undefined }).ends(1, { status: 404 });
    expect(watched.ends(2, { status: undefined }).pause()).toBe(0);
  });

  it("counts once the failures of requests that were under way together", () => {
    const watched = new Watched().ends(20, {});
    for (let running = 7; running >= 0; running -= 1) {
      watched.ends(1, { status: undefined }, running);
    }
    expect(watched.pause()).toBe(750);
  });

  it("takes a host for dead until it answers", () => {
    const watched = new Watched();
    expect(watched.health.answers).toBe(false);
    expect(watched.ends(1, {}).health.answers).toBe(true);
    expect(watched.ends(1, { status: undefined }).health.answers).toBe(false);
    expect(watched.ends(1, { status: 502 }).health.answers).toBe(true);
  });

  it("does not pause for pages that are broken, but trusts the host with no more", () => {
    const watched = new Watched().ends(20, {}).ends(1, { status: 429 });
    watched.pause();
    watched.ends(9, {}).ends(1, { status: 500 }).ends(9, {});
    expect([watched.pause(), watched.health.bearable]).toEqual([0, 4]);
  });
});

describe("HostHealth, of latency", () => {
  it("lowers by one what the host is trusted with, after each ten answers that take very long", () => {
    const watched = new Watched().ends(20, { latencyMs: 100 });
    expect(watched.ends(20, { latencyMs: 5_000 }).health.bearable).toBe(6);
    expect(watched.ends(60, { latencyMs: 100 }).health.bearable).toBe(8);
  });

  it.each([
    ["slow from the start", 5_000, 5_000],
    ["as slow as a busy machine makes it", 2, 1_900],
    ["a little slower than before", 900, 3_000],
  ])("leaves a host alone that is %s", (_, beforeMs, afterMs) => {
    const watched = new Watched().ends(20, { latencyMs: beforeMs });
    for (let n = 0; n < 20; n += 1) {
      expect(watched.ends(10, { latencyMs: afterMs }).health.bearable).toBe(8);
    }
  });

  it("takes a host that stays slow for a slow one", () => {
    const watched = new Watched().ends(20, { latencyMs: 100 }).ends(200, { latencyMs: 5_000 });
    expect(watched.ends(200, { latencyMs: 5_000 }).health.bearable).toBe(8);
  });
});

describe("HostHealth.isSilent", () => {
  const running = 1;

  it("is so after five seconds without an answer", () => {
    const { health } = new Watched();
    health.started({ now: 0, running: 0 });
    health.started({ now: 4_000, running });
    expect(health.isSilent({ now: 5_000, running })).toBe(false);
    expect(health.isSilent({ now: 5_001, running })).toBe(true);
    expect(health.isSilent({ now: 9_000, running: 0 })).toBe(false);
  });

  it("is so after four times the usual latency where that is longer", () => {
    const { health } = new Watched().ends(9, { latencyMs: 3_000 });
    health.started({ now: 0, running: 0 });
    expect(health.isSilent({ now: 11_999, running })).toBe(false);
    expect(health.isSilent({ now: 12_001, running })).toBe(true);
  });
});

describe("HostHealth, of several workers", () => {
  it.each([
    [8, 2, 4, 8],
    [5, 3, 1, 3],
    [2, 5, 1, 2],
  ])(
    "of %i places and %i workers takes %i, and lets all have %i",
    (maxPerHost, workers, ...caps) => {
      const { health } = new Watched({ maxPerHost, workers }).ends(50, {});
      expect([health.cap, health.bearable]).toEqual(caps);
    },
  );
});
