import { MemoryJobs, MemoryQueue } from "dragline/queue/memory";
import { FakeClock, FakeIds, type QueueSubject } from "dragline/testing";

/** A memory queue on a fake clock. */
export async function memorySubject(): Promise<QueueSubject> {
  const clock = new FakeClock();
  const jobs = new MemoryJobs({ clock });
  const ids = new FakeIds();
  const queues = new Set<MemoryQueue>();
  const another = (): MemoryQueue => {
    const queue = new MemoryQueue({ jobs, clock, ids });
    queues.add(queue);
    return queue;
  };
  return {
    queue: another(),
    another,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    retryMs: 1000,
    async [Symbol.asyncDispose]() {
      await Promise.all([...queues].map((queue) => queue.close(0)));
    },
  };
}
