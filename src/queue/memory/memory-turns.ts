/** A job in memory. */
export interface MemoryJob extends PushedJob {
  /** Of the jobs of one priority the lowest goes first. */
  readonly turn: number;
}

/** A job as it is pushed. */
export interface PushedJob {
  readonly topic: string;
  readonly id: string;
  readonly body: string;
  readonly priority: number;
  /** Undefined for nobody's. */
  readonly owner: string | undefined;
  /** Tells jobs of one turn apart: pushed earlier, first to go. */
  readonly place: number;
  readonly runAt: number;
  readonly attempt: number;
}

/** The last turn of an owner, and how many of its jobs there are. */
interface Line {
  readonly last: number;
  readonly jobs: number;
}

type Owned = Pick<PushedJob, "owner" | "priority">;

/** The turns of a topic, by priority. */
export class MemoryTurns {
  /** The turn that is being served. */
  readonly #served = new Map<number, number>();
  readonly #lines = new Map<string, Line>();

  /** The turn of a job that is pushed; nobody's go first. */
  next(job: Owned): number {
    if (job.owner === undefined) return -1;
    const key = keyOf(job);
    const { last, jobs } = this.#lines.get(key) ?? { last: -1, jobs: 0 };
    const turn = Math.max(this.#served.get(job.priority) ?? 0, last + 1);
    this.#lines.set(key, { last: turn, jobs: jobs + 1 });
    return turn;
  }

  /** A job is claimed. */
  begun({ priority, turn }: Pick<MemoryJob, "priority" | "turn">): void {
    this.#served.set(priority, Math.max(this.#served.get(priority) ?? 0, turn));
  }

  /** A job is there no more. An owner without any has nothing to make up for. */
  gone(job: Owned): void {
    const key = keyOf(job);
    const line = this.#lines.get(key);
    if (line === undefined) return;
    if (line.jobs <= 1) this.#lines.delete(key);
    else this.#lines.set(key, { ...line, jobs: line.jobs - 1 });
  }
}

function keyOf({ owner, priority }: Owned): string {
  return `${priority} ${owner ?? ""}`;
}
