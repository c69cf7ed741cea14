import { describe, expect, it } from "vitest";
import { chaos } from "./rigs/chaos/chaos.ts";
import { findProgram } from "./private-server.ts";
import { postgresUrl, serverTitle } from "./services.ts";

const postgres = findProgram("redis-server") === undefined ? undefined : await postgresUrl();

describe.skipIf(postgres === undefined)(
  `${serverTitle("ten seconds", postgres)} of npm run chaos`,
  () => {
    it("lose nothing, do nothing twice, and cost what was done", { timeout: 400_000 }, async () => {
      const report = await chaos({ postgres: postgres ?? "", seconds: 10 });
      const { lost, doubled, money, wrong, failed } = report;
      expect({ lost, doubled, money, wrong, failed }).toEqual({
        lost: [],
        doubled: [],
        money: [],
        wrong: [],
        failed: [],
      });
      // Or nothing of what is to be survived has happened.
      expect(report.faults).toBeGreaterThan(0);
      expect(report.kills).toBeGreaterThan(0);
      expect(Object.keys(report.accepted).toSorted()).toEqual([
        "batch",
        "crawl",
        "map",
        "read",
        "scrape",
        "write",
      ]);
    });
  },
);
