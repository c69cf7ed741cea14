import { describe, expect, it } from "vitest";
import { MemoryJobs, MemoryQueue } from "dragline/queue/memory";
import { FakeClock } from "dragline/testing";

const { signal } = new AbortController();

/** Lets what is due happen without moving time. */
async function settle(clock: FakeClock): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await clock.advance(0);
}

describe("MemoryQueue", () => {
  it("sets no timer while there is nothing to wait for", async () => {
    const clock = new FakeClock();
    await using queue = new MemoryQueue({ clock });
    let runs = 0;
    queue.work("mail", { concurrency: 2 }, async () => {
      runs += 1;
    });
    await queue.push("mail", "", { signal });
    await clock.advance(1);
    await clock.advance(1);
    expect(runs).toBe(1);
    expect(clock.waiting).toBe(0);
  });

  it("runs a job at its time to the millisecond, whatever is due before", async () => {
    const clock = new FakeClock();
    await using queue = new MemoryQueue({ clock });
    const start = clock.now();
    const times: [string, number][] = [];
    queue.work("mail", { concurrency: 1 }, async ({ id }) => {
      times.push([id, clock.now() - start]);
    });
    for (const ms of [5000, 1234, 777, 0, 86_400_000]) {
      await queue.push("mail", "", { signal, id: `${ms}`, runAt: start + ms });
    }
    const due = [0, 777, 1234, 5000, 86_400_000];
    for (const ms of due) {
      await settle(clock);
      await clock.advance(ms - (clock.now() - start));
      await settle(clock);
    }
    const expected = due.map((ms) => [`${ms}`, ms]);
    expect(times).toEqual(expected);
  });

  it("goes by priority, then by age, among thousands of jobs pushed and dropped", async () => {
    const clock = new FakeClock();
    const jobs = new MemoryJobs({ clock });
    await using queue = new MemoryQueue({ jobs, clock });
    const pushed: { id: string; priority: number }[] = [];
    for (let index = 0; index < 3000; index += 1) {
      const priority = (index * 7919) % 13;
      await queue.push("mail", "", { signal, id: `${index}`, priority });
      if (index % 3 === 0) pushed.push({ id: `${index}`, priority });
      else expect(await queue.drop("mail", `${index}`, { signal })).toBe(true);
    }
    const ran: string[] = [];
    queue.work("mail", { concurrency: 1 }, async ({ id }) => {
      ran.push(id);
    });
    while (ran.length < pushed.length) await clock.advance(1);
    const expected = pushed.toSorted((a, b) => a.priority - b.priority).map(({ id }) => id);
    expect(ran).toEqual(expected);
    expect(await queue.depth("mail", { signal })).toBe(0);
  });

  it("carries out a hundred thousand pushes with one signal", async () => {
    await using queue = new MemoryQueue();
    const pushes = Array.from({ length: 100_000 }, () => queue.push("mail", "", { signal }));
    expect((await Promise.all(pushes)).every(Boolean)).toBe(true);
    expect(await queue.depth("mail", { signal })).toBe(100_000);
  });
});
