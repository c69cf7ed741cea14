// A queue of your own: one that counts runs, over any other queue. The contract tests
// move a fake clock, so none of them waits.
import { MemoryJobs, MemoryQueue } from "dragline/queue/memory";
import type { Call, PushOptions, Queue, Run, Worker, WorkOptions } from "dragline/queue";
import { FakeClock, FakeIds, queueCases } from "dragline/testing";

// #region adapter
class CountedQueue implements Queue {
  readonly #below: Queue;
  runs = 0;

  constructor(below: Queue) {
    this.#below = below;
  }

  work(topic: string, options: WorkOptions, run: Run): Worker {
    return this.#below.work(topic, options, (job, signal) => {
      this.runs += 1;
      return run(job, signal); // when it throws, the job comes back
    });
  }

  push(topic: string, body: string, options: PushOptions): Promise<boolean> {
    return this.#below.push(topic, body, options);
  }
  // #endregion

  drop(topic: string, id: string, call: Call): Promise<boolean> {
    return this.#below.drop(topic, id, call);
  }

  depth(topic: string, call: Call): Promise<number> {
    return this.#below.depth(topic, call);
  }

  close(grace: number): Promise<void> {
    return this.#below.close(grace);
  }
}

let runs = 0;

// #region cases
const cases = queueCases(async () => {
  const clock = new FakeClock();
  const jobs = new MemoryJobs({ clock });
  const ids = new FakeIds();
  const queues: CountedQueue[] = [];
  const another = () => {
    const queue = new CountedQueue(new MemoryQueue({ jobs, clock, ids }));
    queues.push(queue);
    return queue;
  };
  return {
    queue: another(),
    another, // a second queue on the same jobs, as another process has one
    now: () => clock.now(),
    advance: (ms: number) => clock.advance(ms), // where time is real: a wait
    retryMs: 1_000,
    async [Symbol.asyncDispose]() {
      for (const queue of queues) runs += queue.runs;
      await Promise.all(queues.map((queue) => queue.close(0)));
    },
  };
});
// In a project: for (const { title, run } of cases) it(title, () => run());
for (const promise of cases) await promise.run();
// #endregion
console.log(cases.length > 20 ? "all contract tests pass" : `only ${cases.length} cases`);
console.log(runs > 0 ? "and every run was counted" : "no run was counted");
