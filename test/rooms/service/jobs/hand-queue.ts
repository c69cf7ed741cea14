import { QueueError, type Queue, type Run, type Worker } from "dragline/queue";

/** A queue that brings jobs when the test says so, as often as it says so. */
export class HandQueue implements Queue {
  /** Bodies by topic, in the order of their pushes. */
  readonly pushed: string[] = [];
  /** While true, pushes fail. */
  isDown = false;
  readonly #runs = new Map<string, Run>();
  readonly #deliveries = new Set<Promise<void>>();

  async push(_topic: string, body: string): Promise<boolean> {
    if (this.isDown) throw new QueueError("UNAVAILABLE", { message: "The queue is down." });
    this.pushed.push(body);
    return true;
  }

  work(topic: string, _options: object, run: Run): Worker {
    this.#runs.set(topic, run);
    return { topic, [Symbol.asyncDispose]: () => this.#ended() };
  }

  /** Brings a job to the worker; settles as its run does. */
  async deliver(body: string, signal = new AbortController().signal): Promise<void> {
    const topic = "service.url_scraper";
    const run = this.#runs.get(topic);
    if (run === undefined) throw new Error("Nobody works.");
    const delivery = run({ id: body, topic, body, attempt: 1 }, signal);
    this.#deliveries.add(delivery);
    const forget = (): boolean => this.#deliveries.delete(delivery);
    delivery.then(forget, forget);
    await delivery;
  }

  async #ended(): Promise<void> {
    await Promise.allSettled(this.#deliveries);
  }

  async drop(): Promise<boolean> {
    return false;
  }

  async depth(): Promise<number> {
    return this.pushed.length;
  }

  async close(): Promise<void> {}
}
