import { describe, expect, it } from "vitest";
import type { Job, PushOptions, Queue, Run, WorkOptions, Worker } from "dragline/queue";
import { queueCases, type QueueSubject } from "dragline/testing";
import { memorySubject } from "./memory-subject.ts";

/** Passes all calls on; each fault does one of them wrong. */
class Faulty implements Queue {
  readonly queue: Queue;

  constructor(queue: Queue) {
    this.queue = queue;
  }

  push(topic: string, body: string, options: PushOptions): Promise<boolean> {
    return this.queue.push(topic, body, options);
  }

  work(topic: string, options: WorkOptions, run: Run): Worker {
    return this.queue.work(topic, options, run);
  }

  drop(topic: string, id: string, call: { signal: AbortSignal }): Promise<boolean> {
    return this.queue.drop(topic, id, call);
  }

  depth(topic: string, call: { signal: AbortSignal }): Promise<number> {
    return this.queue.depth(topic, call);
  }

  close(grace: number): Promise<void> {
    return this.queue.close(grace);
  }
}

/** A fault in what is pushed. */
function pushing(
  change: (options: PushOptions, topic: string, body: string) => [string, string, PushOptions],
) {
  return class extends Faulty {
    override push(topic: string, body: string, options: PushOptions): Promise<boolean> {
      return this.queue.push(...change(options, topic, body));
    }
  };
}

/** A fault in how jobs are run. */
function running(change: (run: Run) => Run) {
  return class extends Faulty {
    override work(topic: string, options: WorkOptions, run: Run): Worker {
      return this.queue.work(topic, options, change(run));
    }
  };
}

const faults: Readonly<Record<string, new (queue: Queue) => Queue>> = {
  "ignores the id": pushing((options, topic, body) => {
    const { signal, runAt = 0, priority = 0 } = options;
    return [topic, body, { signal, runAt, priority }];
  }),
  "says that every push added a job": class extends Faulty {
    override async push(topic: string, body: string, options: PushOptions): Promise<boolean> {
      await this.queue.push(topic, body, options);
      return true;
    }
  },
  "inverts the priority": pushing((options, topic, body) => [
    topic,
    body,
    { ...options, priority: -(options.priority ?? 0) },
  ]),
  "gives all to who pushes most": pushing((options, topic, body) => {
    const { owner: _, ...rest } = options;
    return [topic, body, rest];
  }),
  "takes all for one owner's": pushing((options, topic, body) => [
    topic,
    body,
    { ...options, ...(options.owner !== undefined && { owner: "all" }) },
  ]),
  "runs nothing beside": class extends Faulty {
    override work(topic: string, { concurrency }: WorkOptions, run: Run): Worker {
      return this.queue.work(topic, { concurrency }, run);
    }
  },
  "runs as much beside for all": class extends Faulty {
    override work(topic: string, options: WorkOptions, run: Run): Worker {
      const concurrency = options.concurrency + (options.aside ?? 0);
      return this.queue.work(topic, { ...options, concurrency }, run);
    }
  },
  "ignores the time": pushing((options, topic, body) => [topic, body, { ...options, runAt: 0 }]),
  "mends lone surrogates": pushing((options, topic, body) => [topic, body.toWellFormed(), options]),
  "cuts long bodies": pushing((options, topic, body) => [topic, body.slice(0, 65_535), options]),
  "counts no attempts": running((run) => (job, signal) => run({ ...job, attempt: 1 }, signal)),
  "loses jobs that fail": running((run) => async (job, signal) => {
    await run(job, signal).catch(() => {});
  }),
  "runs jobs twice": running((run) => async (job, signal) => {
    await run(job, signal);
    await run(job, signal);
  }),
  "aborts no run": running((run) => (job) => run(job, new AbortController().signal)),
  "runs one more at a time": class extends Faulty {
    override work(topic: string, options: WorkOptions, run: Run): Worker {
      return this.queue.work(topic, { concurrency: options.concurrency + 1 }, run);
    }
  },
  "works any topic": class extends Faulty {
    override push(topic: string, body: string, options: PushOptions): Promise<boolean> {
      return this.queue.push(topic === "" ? topic : "all", body, options);
    }
    override work(topic: string, options: WorkOptions, run: Run): Worker {
      const named = (job: Job, signal: AbortSignal): Promise<void> =>
        run({ ...job, topic }, signal);
      return this.queue.work("all", options, named);
    }
  },
  "says that a running job was dropped": class extends Faulty {
    override async drop(topic: string, id: string, call: PushOptions): Promise<boolean> {
      const dropped = await this.queue.drop(topic, id, call);
      return dropped || (await this.queue.depth(topic, call)) > 0;
    }
  },
  "drops nothing": class extends Faulty {
    override drop(): Promise<boolean> {
      return Promise.resolve(true);
    }
  },
  "counts no jobs": class extends Faulty {
    override depth(): Promise<number> {
      return Promise.resolve(0);
    }
  },
  "does not wait in close": class extends Faulty {
    override close(grace: number): Promise<void> {
      void this.queue.close(grace);
      return Promise.resolve();
    }
  },
  "gives no grace": class extends Faulty {
    override close(): Promise<void> {
      return this.queue.close(0);
    }
  },
  "does not stop a worker": class extends Faulty {
    override work(topic: string, options: WorkOptions, run: Run): Worker {
      this.queue.work(topic, options, run);
      return { topic, [Symbol.asyncDispose]: () => Promise.resolve() };
    }
  },
};

async function faultySubject(Fault: new (queue: Queue) => Queue): Promise<QueueSubject> {
  const subject = await memorySubject();
  return {
    ...subject,
    queue: new Fault(subject.queue),
    another: async () => new Fault(await subject.another()),
  };
}

describe("queueCases", () => {
  it.each(Object.entries(faults))("catches a queue that %s", async (_, Fault) => {
    const caught: string[] = [];
    for (const promise of queueCases(() => faultySubject(Fault))) {
      await promise.run().catch(() => caught.push(promise.title));
      if (caught.length > 0) break;
    }
    expect(caught).toHaveLength(1);
  });

  it("passes a wrapped queue without a fault", async () => {
    for (const promise of queueCases(() => faultySubject(Faulty))) await promise.run();
    expect(queueCases(memorySubject).length).toBeGreaterThan(30);
  });
});
