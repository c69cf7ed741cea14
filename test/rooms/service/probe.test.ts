import { MemoryQueue } from "dragline/queue/memory";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createProbe } from "../../../src/service/probe.ts";

const call = { signal: new AbortController().signal };

describe("createProbe", () => {
  it("says nothing when storage and queue answer", async () => {
    const [records, queue, clock] = [new MemoryRecords(), new MemoryQueue(), new FakeClock()];
    await createProbe({ records, queue, clock })(call);
    expect(clock.waiting).toBe(0);
    await queue.close(0);
  });

  it("throws what the storage throws", async () => {
    const [records, queue, clock] = [new MemoryRecords(), new MemoryQueue(), new FakeClock()];
    await records.close();
    const probing = createProbe({ records, queue, clock })(call);
    await expect(probing).rejects.toMatchObject({ code: "CLOSED" });
    await queue.close(0);
  });

  it("waits a second and a half for a store that is silent", async () => {
    const [queue, clock] = [new MemoryQueue(), new FakeClock()];
    const silent = new MemoryRecords();
    const find: Records["find"] = (_, __, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    const records = Object.assign(silent, { find });
    const probing = createProbe({ records, queue, clock })(call);
    const refused = expect(probing).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await clock.timerOf(1500);
    await clock.advance(1500);
    await refused;
    await queue.close(0);
  });

  it("ends with the caller's signal", async () => {
    const [records, queue, clock] = [new MemoryRecords(), new MemoryQueue(), new FakeClock()];
    const signal = AbortSignal.abort("enough");
    await expect(createProbe({ records, queue, clock })({ signal })).rejects.toBe("enough");
    await queue.close(0);
  });
});
