/**
 * What the runs of this process have besides their jobs' records, such as secrets: it is in the memory
 * of this process alone, so that no other process can do them.
 */
export class LiveRuns<Live> {
  readonly #runs = new Map<string, Live>();

  add(job: string, live: Live): void {
    this.#runs.set(job, live);
  }

  /** Takes what a job's run has; undefined for one of a process that was lost. */
  take(job: string): Live | undefined {
    const live = this.#runs.get(job);
    this.#runs.delete(job);
    return live;
  }
}
