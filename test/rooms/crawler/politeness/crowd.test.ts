import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alike, SimulatedCrawl, type SimulatedHost } from "./simulated-crawl.ts";

const lost = { status: undefined, afterMs: 30_000 };
const quick: SimulatedHost = { pages: 200, answer: () => ({ afterMs: 100 }) };

const bad: Record<string, SimulatedHost> = {
  "is dead": { pages: 200, answer: () => lost },
  "refuses connections": { pages: 200, answer: () => ({ status: undefined, afterMs: 1 }) },
  "is slow": { pages: 200, answer: () => ({ afterMs: 5_000 }) },
  "dies on the way": { pages: 200, answer: (n) => (n < 40 ? { afterMs: 100 } : lost) },
  "becomes slow": { pages: 200, answer: (n) => ({ afterMs: n < 40 ? 100 : 9_000 }) },
  "answers 429 alone": { pages: 200, answer: () => ({ status: 429, afterMs: 1 }) },
};

describe("one host of fifty", () => {
  const others = Object.keys(alike(49, quick));
  const without = new SimulatedCrawl(alike(49, quick)).run().pace(others);

  it.each(Object.entries(bad))("that %s takes less than a tenth from the others", (_, host) => {
    const crawl = new SimulatedCrawl({ "bad.test": host, ...alike(49, quick) });
    expect(crawl.run(600_000).pace(others)).toBeGreaterThan(without * 0.9);
  });
});

describe("many dead hosts", () => {
  it("leave half of all places to those that answer", () => {
    const living = Object.keys(alike(10, quick));
    const without = new SimulatedCrawl(alike(10, quick), { maxPerHost: 1 }).run().pace(living);
    const dead: SimulatedHost = { pages: 50, answer: () => lost };
    const crawl = new SimulatedCrawl(
      { ...alike(10, quick), ...alike(40, dead, "dead") },
      { maxPerHost: 1, maxConcurrency: 20 },
    );
    expect(crawl.run(600_000).pace(living)).toBeGreaterThan(without * 0.9);
  });
});

describe("hosts alike", () => {
  it("have had the same number of pages at any time, but for what they can have at once", () => {
    fc.assert(
      fc.property(
        fc.record({
          twins: fc.integer({ min: 2, max: 6 }),
          afterMs: fc.integer({ min: 1, max: 300 }),
          others: fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 10 }),
          maxConcurrency: fc.integer({ min: 1, max: 40 }),
          maxPerHost: fc.integer({ min: 1, max: 10 }),
        }),
        ({ twins, afterMs, others, ...settings }) => {
          const hosts: Record<string, SimulatedHost> = alike(
            twins,
            { pages: 150, answer: () => ({ afterMs }) },
            "twin",
          );
          for (const [n, ms] of others.entries()) {
            hosts[`o${n}.test`] = { pages: 100, answer: () => ({ afterMs: ms }) };
          }
          const crawl = new SimulatedCrawl(hosts, settings);
          const names = Object.keys(hosts).filter((name) => name.startsWith("twin"));
          crawl.run(Infinity, () => {
            const served = names.map((name) => crawl.record(name).served.length);
            const spread = Math.max(...served) - Math.min(...served);
            expect(spread).toBeLessThanOrEqual(settings.maxPerHost + 1);
          });
          expect(crawl.mostRunning).toBeLessThanOrEqual(settings.maxConcurrency);
          for (const [name, { pages }] of Object.entries(hosts)) {
            expect(crawl.record(name).served).toHaveLength(pages);
            expect(crawl.record(name).mostRunning).toBeLessThanOrEqual(settings.maxPerHost);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("wait for no host with a million pages", () => {
    const crawl = new SimulatedCrawl(
      { "big.test": { ...quick, pages: 1_000_000 }, "small.test": { ...quick, pages: 3 } },
      { maxConcurrency: 4 },
    );
    crawl.run(1_000);
    expect(crawl.record("small.test").served).toEqual([100, 200, 200]);
  });
});

describe("a crawl-delay", () => {
  it("is kept exactly, whatever answers and other hosts are like", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        (crawlDelayMs, latencies) => {
          const answer = (n: number) => ({ afterMs: latencies[n % latencies.length] ?? 1 });
          const crawl = new SimulatedCrawl({
            "slowly.test": { pages: 30, crawlDelayMs, answer },
            ...alike(20, { pages: 30, answer }),
          });
          const { starts, served } = crawl.run().record("slowly.test");
          for (const [n, start] of starts.slice(1).entries()) {
            expect(start - (starts[n] ?? 0)).toBeGreaterThanOrEqual(crawlDelayMs);
          }
          expect(served).toHaveLength(30);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("costs nothing more than itself", () => {
    const host: SimulatedHost = { pages: 20, crawlDelayMs: 700, answer: () => ({ afterMs: 50 }) };
    const { starts } = new SimulatedCrawl({ "a.test": host }).run().record("a.test");
    expect(starts).toEqual(Array.from({ length: 20 }, (_, n) => n * 700));
  });
});

describe("a host that bears three requests at once", () => {
  it("is found out, and refuses few", () => {
    const refusal = { status: 429, afterMs: 5 };
    const host: SimulatedHost = {
      pages: 500,
      answer: (_, __, running) => (running >= 3 ? refusal : { afterMs: 100 }),
    };
    const { starts, served } = new SimulatedCrawl({ "a.test": host }).run().record("a.test");
    expect(served).toHaveLength(500);
    expect(starts.length - served.length).toBeLessThan(40);
  });

  it("is asked once a minute at most while it refuses everything", () => {
    const host: SimulatedHost = { pages: 500, answer: () => ({ status: 503, afterMs: 5 }) };
    const { starts } = new SimulatedCrawl({ "a.test": host }).run(3_600_000).record("a.test");
    expect(starts.length).toBeLessThan(130);
  });
});

describe("ten thousand hosts", () => {
  it("all have their turn, and are forgotten afterwards", () => {
    const host: SimulatedHost = { pages: 3, answer: () => ({ afterMs: 50 }) };
    const crawl = new SimulatedCrawl(alike(10_000, host), { maxConcurrency: 500 }).run();
    expect([...crawl.records.values()].every(({ served }) => served.length === 3)).toBe(true);
    expect(crawl.remembered).toBe(0);
  });
});
