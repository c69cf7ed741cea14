import { deadline } from "../../core/index.ts";
import type { Call } from "../../storage/index.ts";
import { owned, unknown } from "../base/owned.ts";
import { jobRows, resultRows } from "./collections.ts";
import { documentHead, documentText, streamedDocument } from "./document.ts";
import type { JobBells, Rung } from "./job-bells.ts";
import type { InnerParts } from "./job-parts.ts";
import { isSettled, jobView } from "./job-view.ts";
import type { Job } from "./job.ts";
import type { DocumentText } from "./jobs.ts";
import type { KeptResult, Results } from "./results.ts";

/** Scraping-family job ids (decisions, 0.3). */
const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Milliseconds between two looks at a job that another process may settle. */
const LOOK_EVERY = 1000;

/** The dependencies of lookups. */
interface LookupParts extends Pick<InnerParts, "records" | "clock" | "kinds" | "settings"> {
  readonly results: Results;
  readonly bells: JobBells;
}

/** Reads jobs. */
export class JobLookup {
  readonly #parts: LookupParts;
  /** Results of jobs whose bell was heard, as long as somebody has the job in hand. */
  readonly #heard = new WeakMap<Job, KeptResult>();

  constructor(parts: LookupParts) {
    this.#parts = parts;
  }

  /** As `Jobs.get`. */
  async get(account: string, id: string, call: Call): Promise<Job> {
    const job = ID.test(id) ? await this.#find(id, call) : undefined;
    const isHidden = job !== undefined && this.#parts.kinds.of(job.type).isHidden === true;
    return owned(isHidden ? "Wire job" : "job", job, account);
  }

  /** As `Jobs.children`. */
  async children({ id }: Job, call: Call): Promise<Job[]> {
    const records = await this.#parts.records.ready(call);
    const query = { where: { parent: id }, order: [["place", "asc"]] } as const;
    return (await records.find(jobRows, query, call)).map(jobView);
  }

  /** As `Jobs.document`. */
  async document(job: Job, call: Call): Promise<DocumentText> {
    const { kinds, results } = this.#parts;
    const head = documentHead(job, kinds.of(job.type));
    // A batch's result is its children.
    if (job.status !== "completed" || job.type === "batch_url_scraper") return head;
    const kept = this.#heard.get(job) ?? (await this.#findResult(job.id, call));
    if (kept === undefined) throw unknown("job");
    if (kept.blob === null) return documentText(head, kept.text ?? "{}");
    return streamedDocument(head, await results.open(kept.blob, 1, call));
  }

  /** As `Jobs.settled`. */
  async settled(job: Job, { signal, timeoutMs }: Call & { readonly timeoutMs: number }) {
    if (isSettled(job)) return job;
    const { clock, bells } = this.#parts;
    using bell = bells.listen(job.id);
    using limit = deadline(clock, timeoutMs, signal);
    // What this process runs itself will ring; a first look would find it under way.
    for (let isSure = bells.isExpected(job.id); ; isSure = false) {
      const now = isSure ? job : await this.#find(job.id, { signal });
      if (now === undefined) throw unknown("job");
      if (isSettled(now) || limit.expired) return now;
      const pause = Math.min(LOOK_EVERY, limit.remaining());
      const rung = await bell.next(pause, signal);
      if (rung !== undefined) return this.#hear(rung);
    }
  }

  #hear({ job, kept }: Rung): Job {
    if (kept !== undefined) this.#heard.set(job, kept);
    return job;
  }

  async #findResult(id: string, call: Call) {
    const records = await this.#parts.records.ready(call);
    const [kept] = await records.find(resultRows, { where: { id } }, call);
    return kept;
  }

  async #find(id: string, call: Call): Promise<Job | undefined> {
    const { clock, records, settings } = this.#parts;
    const store = await records.ready(call);
    const createdAt = { gt: clock.now() - settings.retentionMs };
    const [row] = await store.find(jobRows, { where: { id, createdAt } }, call);
    return row && jobView(row);
  }
}
