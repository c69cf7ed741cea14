import { describe, expect, it } from "vitest";
import { createMonitors } from "dragline/monitor";
import { EnsuredRecords } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeClock, FakeIds } from "dragline/testing";
import { monitorCollections, monitorRows, runRows } from "../../../src/monitor/collections.ts";
import { added } from "../../../src/monitor/definition/monitor-states.ts";
import { checkDefinition } from "../../../src/monitor/definition/check-definition.ts";
import { FakeAcquirer, MINUTE, page, plainMaker, signal, turns } from "./rig.ts";

const MONITORS = 10_000;
const HOSTS = 500;
const PER_HOST = 2;

describe("Monitors.work", () => {
  it(
    "checks 10,000 monitors of 500 hosts that come due in one minute once each, with four workers and the caps of hosts",
    { timeout: 120_000 },
    async () => {
      const clock = new FakeClock();
      const records = new EnsuredRecords(
        new SqliteRecords({}, { path: ":memory:" }),
        monitorCollections,
      );
      const acquirer = new FakeAcquirer(clock);
      const underWay = new Map<string, number>();
      let most = 0;
      const counts = new Map<string, number>();
      acquirer.answer = async ({ url }) => {
        const { host } = new URL(url);
        underWay.set(host, (underWay.get(host) ?? 0) + 1);
        most = Math.max(most, underWay.get(host) ?? 0);
        counts.set(url, (counts.get(url) ?? 0) + 1);
        await new Promise<void>((resolve) => clock.timer(1000, resolve));
        underWay.set(host, (underWay.get(host) ?? 0) - 1);
        return page("v1", url);
      };
      const start = clock.now();
      const rows = Array.from({ length: MONITORS }, (_, index) => {
        const url = `https://host-${index % HOSTS}.example/${index}`;
        const definition = checkDefinition({ url, schedule: { every: 1000 * MINUTE } }, start);
        const at = start + ((index * 7919) % 12) * 5000;
        const row = added(`m${index}`, definition, { now: start, jitterMs: 0 });
        return { ...row, nextRunAt: at, dueAt: at };
      });
      await records.insert(monitorRows, rows, { signal });
      const ids = new FakeIds();
      const parts = { records, clock, acquirer, ids, contentMaker: plainMaker };
      const workers = Array.from({ length: 4 }, () =>
        createMonitors(parts, { maxConcurrency: 200, maxPerHost: PER_HOST }),
      );
      const stop = new AbortController();
      const working = workers.map((worker) => worker.work({ signal: stop.signal }));
      const done = { where: { status: "completed" } };
      while (
        counts.size < MONITORS ||
        (await records.count(runRows, done, { signal })) < MONITORS
      ) {
        await turns();
        await clock.advance(clock.untilNext ?? 0);
        expect(clock.now() - start).toBeLessThan(3 * MINUTE);
      }
      stop.abort();
      await Promise.all(working);
      expect(most).toBe(PER_HOST);
      expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
      expect(await records.count(runRows, {}, { signal })).toBe(MONITORS);
      for (const worker of workers) await worker[Symbol.asyncDispose]();
      await records.close();
    },
  );
});
