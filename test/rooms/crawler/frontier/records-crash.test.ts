import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type { Claim, Frontier, FrontierLimits } from "../../../../src/crawler/index.ts";
import {
  crawlRows,
  hostRows,
  levelRows,
  urlRows,
} from "../../../../src/crawler/frontier/frontier-collections.ts";
import { Lanes } from "../../../../src/crawler/frontier/lanes.ts";
import { RecordsFrontier } from "../../../../src/crawler/frontier/records-frontier.ts";
import { call, candidate } from "../../../../src/testing/frontier-subject.ts";

const CRAWL = "crash";
const HOSTS = ["a.example", "b.example"];
const lanes = new Lanes(CRAWL);

/** Records whose writes fail by chance: before they happened, or after, when nobody hears of it. */
function failing(records: Records, ids: FakeIds): Records {
  const atomic: Records["atomic"] = async (operations, given) => {
    const chance = ids.random();
    if (chance < 0.1) throw new Error("lost before");
    const outcome = await records.atomic(operations, given);
    if (chance > 0.9) throw new Error("lost after");
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

/** Every count of the store, and the same counted anew from the URLs themselves. */
async function audit(
  records: Records,
): Promise<{ readonly kept: unknown; readonly real: unknown }> {
  const urls = await records.find(urlRows, {}, call);
  const [crawl] = await records.find(crawlRows, {}, call);
  const hosts = await records.find(hostRows, { order: [["host", "asc"]] }, call);
  const levels = await records.find(levelRows, { order: [["depth", "asc"]] }, call);
  const inLane = (lane: string) => urls.filter((url) => url.lane === lane).length;
  const waiting = urls.filter(({ lane }) => lane !== null && lane !== lanes.claimed);
  const open = urls.filter(({ lane }) => lane !== null);
  const spent = urls.filter(({ reason }) => reason === "completed" || reason === "failed").length;
  const ofLevels = crawl?.maxDepth === null ? [] : open;
  const byDepth = Map.groupBy(ofLevels, ({ depth }) => depth);
  const onHost = (name: string) => {
    const [ready, again, delayed] = [lanes.ready(name), lanes.again(name), lanes.delayed(name)];
    const held = inLane(again) + inLane(delayed);
    const active = urls.filter(
      ({ lane, url }) => lane === lanes.claimed && new URL(url).host === name,
    ).length;
    return [name, inLane(ready) + held, held, inLane(delayed), active];
  };
  const claimed = inLane(lanes.claimed);
  const held = waiting.filter(({ attempt }) => attempt > 0).length;
  const started = spent + held + claimed;
  return {
    kept: {
      crawl: [crawl?.waiting, crawl?.held, crawl?.claimed, crawl?.started, crawl?.occupied],
      ended: [crawl?.completed, crawl?.robots],
      hosts: hosts.map((row) => [row.host, row.waiting, row.held, row.delayed, row.active]),
      levels: levels.map((row) => [row.depth, row.open]),
    },
    real: {
      crawl: [waiting.length, held, claimed, started, started + waiting.length],
      ended: [
        urls.filter(({ reason }) => reason === "completed").length,
        urls.filter(({ reason }) => reason === "robots").length,
      ],
      hosts: hosts.map(({ host }) => onHost(host)),
      levels: [...byDepth]
        .toSorted(([a], [b]) => a - b)
        .map(([depth, { length }]) => [depth, length]),
    },
  };
}

/** A worker that lives until a write fails. */
class Worker {
  readonly #frontier: Frontier;
  readonly #ids: FakeIds;
  readonly #clock: FakeClock;

  constructor(records: Records, clock: FakeClock, ids: FakeIds) {
    const options = { crawl: CRAWL, seed: "http://a.example/", leaseMs: 1000 };
    this.#frontier = new RecordsFrontier({ records, clock, ids }, options);
    this.#clock = clock;
    this.#ids = ids;
  }

  async live(limits: FrontierLimits): Promise<void> {
    await this.#frontier.open(limits, { ...call, takeOver: this.#ids.random() < 0.5 });
    for (let claims: readonly Claim[] = []; ; claims = await this.#step(claims)) {
      await this.#clock.advance(this.#below(300));
      if (this.#below(4) === 0) await this.#frontier.look(call);
      if (this.#below(40) === 0) await this.#frontier.finish(call);
    }
  }

  async #step(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const isOver = (): boolean => this.#below(2) === 0;
    const ended = claims.filter(isOver);
    const again = claims.filter((claim) => !ended.includes(claim) && isOver());
    const step = {
      add: HOSTS.map((host) => candidate(`http://${host}/${this.#below(200)}`, this.#below(4))),
      settle: ended.map((claim) =>
        isOver()
          ? ({ claim, reason: "completed", slot: "spent" } as const)
          : ({ claim, reason: "robots", slot: "returned" } as const),
      ),
      retry: again.map((claim) => ({ claim, dueAt: this.#clock.now() + this.#below(500) })),
      claim: HOSTS.map((host) => ({ host, count: 2, cap: 5, gapMs: 0 })),
    };
    const outcome = await this.#frontier.commit(step, call);
    const open = claims.filter((claim) => !ended.includes(claim) && !again.includes(claim));
    return [...open, ...outcome.claims];
  }

  #below(end: number): number {
    return Math.floor(this.#ids.random() * end);
  }
}

describe("RecordsFrontier, when a write fails or nobody hears that it did not", () => {
  it.each([
    { maxPages: Infinity, depth: 3, seed: 1 },
    { maxPages: 40, depth: Infinity, seed: 2 },
    { maxPages: 60, depth: 3, seed: 3 },
  ])("keeps every count true: $maxPages pages, depth $depth", async ({ seed, ...limits }) => {
    const records = new MemoryRecords();
    const clock = new FakeClock();
    const ids = new FakeIds(seed);
    for (let life = 0; life < 40; life += 1) {
      const worker = new Worker(failing(records, ids), clock, ids);
      await expect(worker.live(limits)).rejects.toThrow("lost");
      const { kept, real } = await audit(records);
      expect(kept).toEqual(real);
    }
  });
});
