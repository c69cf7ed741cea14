import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { EnsuredRecords } from "dragline/storage";
import { FakeClock } from "dragline/testing";
import { monitorCollections } from "../../../src/monitor/collections.ts";
import { Leases } from "../../../src/monitor/work/leases.ts";
import { turns } from "./rig.ts";

describe("Leases.hold", () => {
  it("renews once a period, also when it is asked while a renewal is under way", async () => {
    const clock = new FakeClock();
    const records = new EnsuredRecords(new MemoryRecords(), monitorCollections);
    const step = Promise.withResolvers<void>();
    let renewals = 0;
    const atomic = records.atomic.bind(records);
    records.atomic = async (operations, call) => {
      renewals += 1;
      await step.promise;
      return atomic(operations, call);
    };
    const leases = new Leases({ records, clock, leaseMs: 3_000 });
    const first = leases.hold("one", "token");
    await clock.advance(1_000);
    first[Symbol.dispose]();
    using _second = leases.hold("two", "token");
    step.resolve();
    await turns();
    expect(renewals).toBe(1);
    await clock.advance(1_000);
    await turns();
    expect(renewals).toBe(2);
  });
});
