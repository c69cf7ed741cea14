import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type {
  Claim,
  Frontier,
  FrontierLimits,
  FrontierStep,
} from "../../../../src/crawler/index.ts";
import { RecordsFrontier } from "../../../../src/crawler/frontier/records-frontier.ts";
import {
  call,
  claimed,
  claimedOne,
  found,
  HOST,
  opened,
  paths,
  settled,
  wish,
} from "../../../../src/testing/frontier-subject.ts";

const leaseMs = 1000;

/**
 * Two workers on one crawl; the second one's step comes between what the first reads and what it
 * writes.
 */
class Race {
  readonly clock = new FakeClock();
  readonly first: Frontier;
  readonly second: Frontier;
  /** Writes of the first that did not hold. */
  refused = 0;
  #between: (() => Promise<unknown>) | undefined;

  constructor() {
    const records = new MemoryRecords();
    this.first = this.#worker(this.#interrupted(records));
    this.second = this.#worker(records);
  }

  async begin(limits: Partial<FrontierLimits>, step: FrontierStep): Promise<void> {
    await opened(this.first, limits);
    await opened(this.second, limits);
    await this.first.commit(step, call);
  }

  /** The second worker's part of the next write. */
  between(step: () => Promise<unknown>): void {
    this.#between = step;
  }

  #worker(records: Records): Frontier {
    const options = { crawl: "race", seed: `http://${HOST}/`, leaseMs };
    return new RecordsFrontier({ records, clock: this.clock, ids: new FakeIds() }, options);
  }

  #interrupted(records: Records): Records {
    const atomic: Records["atomic"] = async (operations, given) => {
      const between = this.#between;
      this.#between = undefined;
      await between?.();
      const outcome = await records.atomic(operations, given);
      if (!outcome.applied) this.refused += 1;
      return outcome;
    };
    return new Proxy(records, {
      get(target, name) {
        if (name === "atomic") return atomic;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
}

describe("RecordsFrontier, with another worker between reading and writing", () => {
  it("takes a URL up once", async () => {
    const race = new Race();
    await race.begin({}, {});
    race.between(() => race.second.commit({ add: found(1, "a") }, call));
    const { refusals } = await race.first.commit({ add: found(1, "a", "b") }, call);
    expect(refusals).toEqual(["duplicate", undefined]);
    expect((await race.first.look(call)).waiting).toBe(2);
    expect(race.refused).toBe(1);
  });

  it("keeps a host's cap", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a", "b", "c", "d", "e") });
    const claim = wish(9, { cap: 3 });
    race.between(() => race.second.commit({ claim: wish(2) }, call));
    expect(paths((await race.first.commit({ claim }, call)).claims)).toEqual(["c"]);
  });

  it("keeps a gap between two claims of a host", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a", "b") });
    race.between(() => claimed(race.second));
    expect((await race.first.commit({ claim: wish(1, { gapMs: 10 }) }, call)).claims).toEqual([]);
  });

  it("leaves a host alone that was paused", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a") });
    const pause = [{ host: HOST, untilMs: race.clock.now() + 10 }];
    race.between(() => race.second.commit({ pause }, call));
    expect(await claimed(race.first)).toEqual([]);
    await race.clock.advance(10);
    expect((await claimed(race.first)).length).toBe(1);
  });

  it("does not end a pause sooner", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a") });
    const pauseOf = (ms: number) => [{ host: HOST, untilMs: race.clock.now() + ms }];
    race.between(() => race.second.commit({ pause: pauseOf(10) }, call));
    await race.first.commit({ pause: pauseOf(5) }, call);
    await race.clock.advance(9);
    expect(await claimed(race.first)).toEqual([]);
  });

  it("keeps maxPages", async () => {
    const race = new Race();
    await race.begin({ maxPages: 2 }, { add: found(0, "a", "b", "c") });
    race.between(() => claimed(race.second));
    expect(paths(await claimed(race.first, 9))).toEqual(["b"]);
  });

  it("keeps the bound of what waits", async () => {
    const race = new Race();
    const many = Array.from({ length: 999 }, (_, at) => `${at}`);
    await race.begin({ maxPages: 1 }, { add: found(0, ...many) });
    race.between(() => race.second.commit({ add: found(0, "x") }, call));
    const { refusals } = await race.first.commit({ add: found(0, "y", "z") }, call);
    expect(refusals).toEqual([undefined, "limit"]);
    const last = await claimed(race.second);
    race.between(() => race.second.commit({ settle: settled(last, "robots", "returned") }, call));
    expect((await race.first.commit({ add: found(0, "w") }, call)).refusals).toEqual([undefined]);
  });

  it("does not open a level while a URL of a lesser depth is open", async () => {
    const race = new Race();
    await race.begin({ depth: 3 }, { add: [...found(0, "seed"), ...found(1, "a")] });
    const settle = settled(await claimed(race.first));
    race.between(() => race.second.commit({ add: found(0, "late") }, call));
    const { claims } = await race.first.commit({ settle, claim: wish(9) }, call);
    expect(paths(claims)).toEqual(["late"]);
  });

  it("does not bring nearer what was claimed", async () => {
    const race = new Race();
    await race.begin({ depth: 3 }, { add: found(2, "a") });
    const claims: Claim[] = [];
    race.between(async () => claims.push(...(await claimed(race.second))));
    const { refusals } = await race.first.commit({ add: found(1, "a") }, call);
    expect(refusals).toEqual(["duplicate"]);
    const step = { settle: settled(claims), add: found(3, "b"), claim: wish(1) };
    expect(paths((await race.second.commit(step, call)).claims)).toEqual(["b"]);
  });

  it("settles a claim once", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a", "b") });
    const [a, b] = await claimed(race.first, 2);
    if (a === undefined || b === undefined) throw new Error("nothing claimed");
    race.between(() => race.second.commit({ settle: settled([a], "failed") }, call));
    await race.first.commit({ settle: settled([a, b]) }, call);
    expect((await race.first.look(call)).counts).toEqual({ failed: 1, completed: 1 });
  });

  it("does not forget when a URL is due", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a", "b", "c") });
    const now = race.clock.now();
    const [a, b, c] = await claimed(race.first, 3);
    if (a === undefined || b === undefined || c === undefined) throw new Error("nothing claimed");
    race.between(() => race.second.commit({ retry: [{ claim: a, dueAt: now + 10 }] }, call));
    await race.first.commit({ retry: [{ claim: b, dueAt: now + 100 }] }, call);
    expect((await race.first.look(call)).hosts[0]?.nextAt).toBe(now + 10);
    await race.clock.advance(10);
    // The first wakes what is due; the second delays another URL meanwhile.
    race.between(() => race.second.commit({ retry: [{ claim: c, dueAt: now + 20 }] }, call));
    const early = paths(await claimed(race.first, 9));
    await race.clock.advance(10);
    const late = paths(await claimed(race.first, 9));
    expect([...early, ...late].toSorted()).toEqual(["a", "c"]);
    expect((await race.first.look(call)).hosts[0]?.nextAt).toBe(now + 100);
  });

  it("does not finish a crawl in which a URL was claimed", async () => {
    const race = new Race();
    await race.begin({}, {});
    race.between(() => race.second.commit({ add: found(0, "a"), claim: wish(1) }, call));
    expect(await race.first.finish(call)).toBe(false);
    const { finished, claimed: open } = await race.first.look(call);
    expect([finished, open]).toEqual([false, 1]);
  });

  it("does not end what another worker claims and hands back", async () => {
    const race = new Race();
    await race.begin({ maxPages: 1 }, { add: found(0, "a", "b") });
    await race.first.commit({ settle: settled(await claimed(race.first)) }, call);
    race.between(() => race.second.finish(call));
    expect(await race.first.finish(call)).toBe(true);
    expect((await race.first.look(call)).counts).toEqual({ completed: 1, limit: 1 });
  });

  it("takes nothing up in a crawl that was finished", async () => {
    const race = new Race();
    await race.begin({}, {});
    race.between(() => race.second.finish(call));
    const { refusals, claims } = await race.first.commit(
      { add: found(0, "a"), claim: wish(1) },
      call,
    );
    expect([refusals, claims]).toEqual([["limit"], []]);
  });

  it("does not release a claim that was extended", async () => {
    const race = new Race();
    await race.begin({}, { add: found(0, "a") });
    const claim = await claimedOne(race.second);
    await race.clock.advance(leaseMs);
    race.between(() => race.second.extend([claim], call));
    expect((await race.first.look(call)).claimed).toBe(1);
    await race.clock.advance(leaseMs);
    race.between(() => race.second.commit({ settle: settled([claim]) }, call));
    expect((await race.first.look(call)).counts).toEqual({ completed: 1 });
  });
});
