import { MemoryQueue } from "dragline/queue/memory";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createProbe } from "../../../../../src/service/slices/service/probe.ts";

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

  it.each([
    ["a second", false, 1000],
    ["a tenth of one after a failure", true, 100],
  ])("tells its last look for %s", async (_, fails, ms) => {
    const [queue, clock, records] = [new MemoryQueue(), new FakeClock(), new MemoryRecords()];
    if (fails) await records.close();
    let looks = 0;
    const counted: Pick<MemoryQueue, "depth"> = {
      depth: async () => {
        looks += 1;
        if (fails) throw new Error("down");
        return 0;
      },
    };
    const ensure = async (): Promise<void> => {};
    const find = async (): Promise<never[]> => [];
    const probe = createProbe({
      records: Object.assign(records, { ensure, find }),
      queue: Object.assign(queue, counted),
      clock,
    });
    const outcome = () =>
      probe(call).then(
        () => "ok",
        () => "down",
      );
    const said = await Promise.all(Array.from({ length: 500 }, outcome));
    expect([...new Set(said)]).toEqual([fails ? "down" : "ok"]);
    expect(looks).toBe(1);
    await clock.advance(ms - 1);
    await outcome();
    expect(looks).toBe(1);
    await clock.advance(1);
    await outcome();
    expect(looks).toBe(2);
    await queue.close(0);
  });

  it("goes on for the others when one caller has gone", async () => {
    const [queue, clock, records] = [new MemoryQueue(), new FakeClock(), new MemoryRecords()];
    const probe = createProbe({ records, queue, clock });
    const gone = new AbortController();
    const [first, second] = [probe({ signal: gone.signal }), probe(call)];
    gone.abort("gone");
    await expect(first).rejects.toBe("gone");
    await second;
    await queue.close(0);
  });
});
