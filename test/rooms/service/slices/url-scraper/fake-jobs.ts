import type {
  Job,
  JobKind,
  JobOutcome,
  NewBatch,
  NewJob,
} from "../../../../../src/service/jobs/job.ts";
import type { Jobs } from "../../../../../src/service/jobs/jobs.ts";
import { noFence } from "../../site-job-rig.ts";
import { ServiceError } from "../../../../../src/service/base/service-error.ts";

/** Jobs in memory, run when a test says so; documents as the real ones make them. */
export class FakeJobs implements Jobs {
  readonly jobs = new Map<string, Job>();
  readonly results = new Map<string, string>();
  readonly submitted: (NewJob | NewBatch)[] = [];
  /** What the next submission throws. */
  refusal: Error | undefined;
  readonly #kinds: readonly JobKind[];

  constructor(kinds: readonly JobKind[]) {
    this.#kinds = kinds;
  }

  async submit(job: NewJob): Promise<Job> {
    this.#refuse();
    this.submitted.push(job);
    return this.#add(job);
  }

  async submitBatch(batch: NewBatch): Promise<Job> {
    this.#refuse();
    this.submitted.push(batch);
    const parent = this.#add({ ...batch, type: "batch_url_scraper", url: "", cost: 0 });
    for (const [place, child] of batch.children.entries()) {
      this.#add({ ...batch, ...child, type: "url_scraper" }, { parent: parent.id, place });
    }
    return parent;
  }

  async get(account: string, id: string): Promise<Job> {
    const job = this.jobs.get(id);
    if (job === undefined) throw new ServiceError("NOT_FOUND", { message: "no such job" });
    if (job.account === account) return job;
    throw new ServiceError("FORBIDDEN", { message: "of another account" });
  }

  list(): Promise<never> {
    return Promise.reject(new Error("nobody lists these"));
  }

  totals(): Promise<never> {
    return this.list();
  }

  backlog(): Promise<never> {
    return this.list();
  }

  async children(batch: Job): Promise<Job[]> {
    return [...this.jobs.values()].filter(({ parent }) => parent === batch.id);
  }

  async document(job: Job): Promise<string> {
    const head: Record<string, unknown> = { id: job.id, status: job.status, jobType: job.type };
    Object.assign(head, this.#kind(job).head(job), { error: job.error, createdAt: iso(0) });
    if (job.completedAt !== null) {
      Object.assign(head, { completedAt: iso(1), durationMs: 1, creditsUsed: job.creditsUsed });
    }
    const result = JSON.parse(this.results.get(job.id) ?? "{}") as object;
    return JSON.stringify({ ...head, ...result });
  }

  async settled(job: Job): Promise<Job> {
    return this.jobs.get(job.id) ?? job;
  }

  async cancel(): Promise<boolean> {
    return false;
  }

  async removeOf(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  run(): Promise<void> {
    return Promise.reject(new Error("tests run jobs one by one"));
  }

  /** Runs a job as a worker would; the outcome is stored. */
  async work(id: string, signal = new AbortController().signal): Promise<JobOutcome> {
    const job = this.job(id);
    const run = { signal, progress: async () => {}, tell: async () => {}, fence: noFence };
    const outcome = await this.#kind(job).run(job, run);
    this.#settle(job, outcome);
    return outcome;
  }

  /** Runs everything that waits. */
  async workAll(): Promise<void> {
    for (const { id, type, status } of this.jobs.values()) {
      if (type === "url_scraper" && status === "pending") await this.work(id);
    }
  }

  /** Says of a batch that it is over. */
  settleBatch(id: string, change: Partial<Job>): void {
    this.jobs.set(id, { ...this.job(id), completedAt: 1, creditsUsed: 0, ...change });
  }

  job(id: string): Job {
    const job = this.jobs.get(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  }

  #refuse(): void {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) throw refusal;
  }

  #add(given: NewJob, place: Partial<Job> = {}): Job {
    const { hit, cost, message = null, action = null, ...rest } = given;
    const job: Job = {
      ...rest,
      message,
      action,
      errorCode: null,
      changedAt: null,
      id: `job_${this.jobs.size + 1}`,
      // As a store gives it back.
      request: JSON.parse(JSON.stringify(given.request)) as Job["request"],
      status: "pending",
      parent: null,
      place: null,
      cached: false,
      error: null,
      reserved: cost,
      creditsUsed: null,
      unitsTotal: 0,
      unitsCompleted: 0,
      createdAt: 0,
      startedAt: null,
      completedAt: null,
      ...place,
    };
    this.jobs.set(job.id, job);
    if (hit === undefined) return job;
    this.#settle({ ...job, cached: true }, { status: "completed", result: hit, credits: 0 });
    return this.job(job.id);
  }

  #settle(job: Job, outcome: JobOutcome): void {
    const { status } = outcome;
    const failed = outcome.status === "failed";
    if (!failed) {
      if (typeof outcome.result !== "string") throw new Error("expected the text of a result");
      this.results.set(job.id, outcome.result);
    }
    const error = failed ? outcome.error : null;
    const creditsUsed = failed ? 0 : outcome.credits;
    this.jobs.set(job.id, { ...job, status, error, creditsUsed, startedAt: 0, completedAt: 1 });
  }

  #kind({ type }: Job): JobKind {
    const kind = this.#kinds.find((one) => one.type === type);
    if (kind === undefined) throw new Error(`no kind ${type}`);
    return kind;
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
