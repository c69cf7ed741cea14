import { FakeClock, FakeIds, type FrontierSubject } from "dragline/testing";
import { MemoryFrontier } from "../../../../src/crawler/frontier/memory-frontier.ts";

/** A frontier in memory on a fake clock; its workers share it. */
export async function memorySubject(): Promise<FrontierSubject> {
  const clock = new FakeClock();
  const leaseMs = 30_000;
  const frontier = new MemoryFrontier({ clock, ids: new FakeIds() }, { leaseMs });
  return {
    frontier,
    another: () => frontier,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    leaseMs,
    async [Symbol.asyncDispose]() {},
  };
}
