import { deadline, unlessAborted } from "../../core/index.ts";
import type { Worker } from "../../queue/index.ts";
import { accountCollections } from "../accounts/account-parts.ts";
import { backlogOf } from "./backlog.ts";
import { JobBoard } from "./board/job-board.ts";
import { cancelJob } from "./cancel-job.ts";
import { Claims } from "./claims.ts";
import { jobRows, resultRows } from "./collections.ts";
import { jobHolds } from "./holds.ts";
import { JobBells } from "./job-bells.ts";
import { JobLists } from "./job-lists.ts";
import { JobLookup } from "./job-lookup.ts";
import { Kinds, topicOf, type InnerParts, type Joined, type JobsParts } from "./job-parts.ts";
import { JobRunner } from "./job-runner.ts";
import { asideOf } from "./job.ts";
import type { Jobs } from "./jobs.ts";
import { OwnRuns } from "./own-runs.ts";
import { Results } from "./results.ts";
import { Settlement } from "./settlement.ts";
import { Submission } from "./submission.ts";
import { Sweeper } from "./sweeper.ts";
import { endJobsOf } from "./sweep-jobs.ts";
import { ServiceError } from "../base/service-error.ts";
import { EnsuredRecords } from "../../storage/index.ts";

/**
 * Makes jobs over records, a queue and blobs. Nothing is run before {@link Jobs.run}.
 * @param joined asked when the first job is submitted or run
 */
export function createJobs(
  parts: JobsParts,
  joined: () => Joined,
): Jobs & { readonly board: JobBoard } {
  const collections = [...accountCollections, jobRows, resultRows];
  const records = new EnsuredRecords(parts.records, collections);
  return new StoredJobs({ ...parts, records, joined, kinds: new Kinds(joined) });
}

class StoredJobs implements Jobs {
  readonly submit: Jobs["submit"];
  readonly submitBatch: Jobs["submitBatch"];
  readonly get: Jobs["get"];
  readonly list: Jobs["list"];
  readonly totals: Jobs["totals"];
  readonly children: Jobs["children"];
  readonly document: Jobs["document"];
  readonly settled: Jobs["settled"];
  readonly backlog: Jobs["backlog"];
  readonly cancel: Jobs["cancel"];
  readonly removeOf: Jobs["removeOf"];
  readonly board: JobBoard;
  readonly #parts: InnerParts;
  readonly #runner: JobRunner;
  readonly #bells: JobBells;
  readonly #sweeper: Sweeper;
  readonly #closing = new AbortController();
  readonly #immediate: OwnRuns;
  #own: OwnRuns | undefined;

  constructor(parts: InnerParts) {
    const bells = new JobBells(parts.clock);
    const results = new Results(parts.blobs, parts.settings.inlineBytes);
    const settlement = new Settlement({ ...parts, results, bells });
    const lookup = new JobLookup({ ...parts, results, bells });
    const board = new JobBoard({ ...parts, bells });
    const totals = board.totals.bind(board);
    const lists = new JobLists({ ...parts, totals });
    this.board = board;
    const claims = new Claims({ ...parts, settlement });
    const holds = jobHolds(parts);
    this.#parts = parts;
    this.#bells = bells;
    const runner = new JobRunner({ ...parts, claims, holds, settlement, results });
    const immediate = new OwnRuns({ ...parts, runner, bells }, this.#closing.signal);
    const own = (): OwnRuns | undefined => this.#own;
    const submission = new Submission({ ...parts, results, settlement, immediate, own });
    this.#runner = runner;
    this.#immediate = immediate;
    this.#sweeper = new Sweeper({ ...parts, results, settlement });
    this.submit = (job, call) => submission.submit(job, call);
    this.submitBatch = (batch, call) => submission.submitBatch(batch, call);
    this.get = (account, id, call) => lookup.get(account, id, call);
    this.list = (query, call) => lists.list(query, call);
    this.totals = ({ account, type }, call) => totals(account, type, call);
    this.children = (batch, call) => lookup.children(batch, call);
    this.document = (job, call) => lookup.document(job, call);
    this.settled = (job, call) => lookup.settled(job, call);
    this.backlog = (call) => backlogOf(parts, call);
    this.cancel = async (account, id, call) => {
      const job = await lookup.get(account, id, call);
      return await cancelJob(job.id, { ...parts, settlement, runner }, call);
    };
    this.removeOf = (account, call) => endJobsOf(account, { ...parts, results, settlement }, call);
  }

  async run({ signal, graceMs }: Parameters<Jobs["run"]>[0]): Promise<void> {
    if (signal.aborted) return;
    const stop = new AbortController();
    const own = new OwnRuns(
      { ...this.#parts, runner: this.#runner, bells: this.#bells },
      stop.signal,
    );
    const workers = this.#work(own);
    this.#own = own;
    try {
      await this.#sweeper.run(signal);
    } finally {
      if (this.#own === own) this.#own = undefined;
      const ended = [own.end(), ...workers.map((worker) => worker[Symbol.asyncDispose]())];
      await this.#end(Promise.all(ended), stop, graceMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.board.endFollowing();
    this.#closing.abort(
      new ServiceError("SERVICE_UNAVAILABLE", { message: "The service is closing." }),
    );
    await this.#immediate.end();
  }

  #work(own: OwnRuns): Worker[] {
    const { queue, kinds } = this.#parts;
    return kinds.run.map((kind) => {
      const places = { concurrency: kind.concurrency, aside: asideOf(kind) };
      return queue.work(topicOf(kind.type), places, (delivery, lost) =>
        own.deliver(kind, delivery, lost),
      );
    });
  }

  /** Lets runs end for a while, then stops them: their jobs go back. */
  async #end(ended: Promise<unknown>, stop: AbortController, graceMs: number): Promise<void> {
    using grace = deadline(this.#parts.clock, graceMs);
    await unlessAborted(ended, grace.signal).catch((error: unknown) => {
      if (!grace.expired) throw error;
      stop.abort(new Error("The worker is stopping."));
    });
    await ended;
  }
}
