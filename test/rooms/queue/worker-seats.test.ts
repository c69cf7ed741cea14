import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { WorkerSeats } from "../../../src/queue/bullmq/worker-seats.ts";

function setUp(concurrency: number) {
  const clock = new FakeClock();
  return { clock, seats: new WorkerSeats(clock, { concurrency, patienceMs: 1000 }) };
}

describe("WorkerSeats", () => {
  it("gives a seat that becomes free to who waits, once", async () => {
    const { clock, seats } = setUp(1);
    expect(await seats.take("a")).toBe(true);
    const waiting = [seats.take("a"), seats.take("a")];
    seats.leave("a");
    // In the moment in which the first that waited has it.
    const late = seats.take("a");
    await clock.advance(1000);
    expect(await Promise.all([...waiting, late])).toEqual([true, false, false]);
    expect(clock.waiting).toBe(0);
  });

  it("gives an owner without any a seat beside, and none to another of it or to nobody's", async () => {
    const { clock, seats } = setUp(1);
    await seats.take("a");
    const asked = ["b", "b", "a", undefined, "c"].map((owner) => seats.take(owner));
    await clock.advance(1000);
    expect(await Promise.all(asked)).toEqual([true, false, false, false, true]);
  });

  it("gives no seat for one that was beside", async () => {
    const { clock, seats } = setUp(1);
    await seats.take("a");
    await seats.take("b");
    const waits = seats.take("a");
    seats.leave("b");
    await clock.advance(999);
    seats.leave("a");
    expect(await waits).toBe(true);
  });

  it("lets nobody wait when it is closed", async () => {
    const { clock, seats } = setUp(1);
    await seats.take("a");
    const waits = seats.take("a");
    seats.close();
    expect(await waits).toBe(false);
    expect(clock.waiting).toBe(0);
  });
});
