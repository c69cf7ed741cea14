import type { ResearchEvent, ResearchReport, ResearchRun } from "./research.ts";

/** Does the work: tells events, and ends with the report. */
export type ResearchWork = (
  onEvent: (event: ResearchEvent) => void,
  signal: AbortSignal,
) => Promise<ResearchReport>;

/** A research as its caller sees it. */
export class WorkingRun implements ResearchRun {
  readonly #work: ResearchWork;
  readonly #abort = new AbortController();
  readonly #events: ResearchEvent[] = [];
  #running: Promise<ResearchReport> | undefined;
  #isOver = false;
  #isIterated = false;
  #wake = Promise.withResolvers<void>();

  constructor(work: ResearchWork) {
    this.#work = work;
  }

  get report(): Promise<ResearchReport> {
    return this.#begin();
  }

  [Symbol.asyncIterator](): AsyncIterator<ResearchEvent, undefined> {
    if (this.#isIterated) throw new TypeError("A research can be iterated only once.");
    this.#isIterated = true;
    return {
      next: () => this.#next(),
      return: async () => {
        this.#abort.abort(new DOMException("The caller stopped the iteration.", "AbortError"));
        await this.#begin().catch(() => {});
        return { done: true, value: undefined };
      },
    };
  }

  async #next(): Promise<IteratorResult<ResearchEvent, undefined>> {
    const running = this.#begin();
    for (;;) {
      const value = this.#events.shift();
      if (value !== undefined) return { done: false, value };
      if (this.#isOver) {
        await running;
        return { done: true, value: undefined };
      }
      await this.#wake.promise;
    }
  }

  #begin(): Promise<ResearchReport> {
    if (this.#running !== undefined) return this.#running;
    const running = this.#work((event) => {
      this.#events.push(event);
      this.#stir();
    }, this.#abort.signal).finally(() => {
      this.#isOver = true;
      this.#stir();
    });
    // Whoever iterates is told; nobody has to ask for the report.
    running.catch(() => {});
    this.#running = running;
    return running;
  }

  #stir(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
