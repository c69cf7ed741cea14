import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { wait } from "../../../src/core/index.ts";
import type { AttemptRequest, AttemptResult } from "../../../src/webhooks/attempts/attempt.ts";
import { deliveryRows, eventRows } from "../../../src/webhooks/collections.ts";
import { delivery, result, Rig, signal } from "./dispatcher-rig.ts";

const DEADLINE = 10_000;
/** Enough to read everything in. */
const TURNS = 300;

/** Receivers called `hung…` never answer; the others do after 20 ms. */
function answers(rig: Rig): (request: AttemptRequest) => Promise<AttemptResult> {
  return async ({ url }) => {
    const hangs = url.startsWith("https://hung");
    await wait(rig.clock, hangs ? DEADLINE : 20);
    return hangs ? result({ httpStatus: null, failure: "timeout" }) : result();
  };
}

/** Stores deliveries of one event. */
async function store(rig: Rig, urls: readonly string[]): Promise<void> {
  const now = rig.clock.now();
  const event = { id: "evt_1", body: new Uint8Array(10), createdAt: now };
  if ((await rig.records.count(eventRows, {}, { signal })) === 0) {
    await rig.records.insert(eventRows, [event], { signal });
  }
  const rows = urls.map((url, index) =>
    // The hung ones are due before the others.
    delivery(now, `${stored + index}`, { url, eventId: "evt_1", dueAt: now - urls.length + index }),
  );
  stored += rows.length;
  await rig.records.insert(deliveryRows, rows, { signal });
}

let stored = 0;

function times(count: number, url: string): string[] {
  return Array.from({ length: count }, () => url);
}

/** The 95th percentile of milliseconds from `begun` to the first attempts at healthy endpoints. */
function p95(rig: Rig, begun: number): number {
  const firsts = new Map<string, number>();
  for (const { url, at } of rig.sender.sent) {
    if (url.startsWith("https://well") && !firsts.has(url)) firsts.set(url, at - begun);
  }
  const sorted = [...firsts.values()].toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

const healthy = Array.from({ length: 20 }, (_, index) => `https://well${index}.example/`);

describe("an endpoint that hangs with 10,000 due deliveries", () => {
  it(
    "leaves the other 20 endpoints their first attempts within 2 s",
    { timeout: 60_000 },
    async () => {
      const rig = await new Rig({ records: new MemoryRecords() }).open();
      rig.sender.answer = answers(rig);
      await store(rig, times(10_000, "https://hung.example/"));
      await store(rig, healthy);
      const begun = rig.clock.now();
      rig.start();
      await rig.pass(25_000, TURNS);
      const lag = p95(rig, begun);
      expect(lag).toBeLessThanOrEqual(2000);
      // What becomes due while it hangs is not hidden either.
      const later = rig.clock.now();
      rig.sender.sent.length = 0;
      await store(rig, healthy);
      await rig.pass(3000, TURNS);
      expect(p95(rig, later)).toBeLessThanOrEqual(2000);
      const hung = rig.sender.timesOf("https://hung.example/").length;
      expect(hung).toBeLessThanOrEqual(8);
      const stopped = rig.stop();
      await rig.pass(DEADLINE, TURNS);
      await stopped;
    },
  );
});

describe("many endpoints that hang", () => {
  it("have a quarter of the attempts once they are known", { timeout: 60_000 }, async () => {
    const rig = await new Rig({ records: new MemoryRecords() }).open();
    rig.sender.answer = answers(rig);
    const hung = Array.from({ length: 20 }, (_, index) => `https://hung${index}.example/`);
    await store(
      rig,
      hung.flatMap((url) => times(60, url)),
    );
    rig.start();
    await rig.pass(DEADLINE + 5000, TURNS);
    expect(rig.sender.underWay).toBe(16);
    const begun = rig.clock.now();
    await store(rig, healthy);
    await rig.pass(3000, TURNS);
    expect(p95(rig, begun)).toBeLessThanOrEqual(1000);
    const stopped = rig.stop();
    await rig.pass(DEADLINE, TURNS);
    await stopped;
  });

  it("are not starved by others that are well", { timeout: 60_000 }, async () => {
    const settings = { maxConcurrency: 4, maxPerEndpoint: 4, maxPerHost: 4 };
    const rig = await new Rig({ records: new MemoryRecords(), settings }).open();
    rig.sender.answer = answers(rig);
    await store(rig, times(5, "https://hung.example/"));
    rig.start();
    await rig.pass(DEADLINE + 5000, TURNS);
    await store(rig, times(3000, "https://well.example/"));
    const before = rig.sender.timesOf("https://hung.example/").length;
    await store(rig, times(5, "https://hung.example/"));
    await rig.pass(DEADLINE + 3000, TURNS);
    expect(rig.sender.timesOf("https://hung.example/").length).toBeGreaterThan(before);
    const stopped = rig.stop();
    await rig.pass(DEADLINE, TURNS);
    await stopped;
  });
});
