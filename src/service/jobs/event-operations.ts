import type { Call, Operation } from "../../storage/index.ts";
import { isWebhookError, type WebhookEvent } from "../../webhooks/index.ts";
import { documentHead, documentText } from "./document.ts";
import { jobEvent, type InlinedResult } from "./job-event.ts";
import type { InnerParts } from "./job-parts.ts";
import type { Job } from "./job.ts";
import type { KeptResult, Results } from "./results.ts";
import { tellFailure } from "../base/tell-failure.ts";

/** Bytes of an envelope with a result; a longer result is not even read (interface, part 8). */
const MOST_INLINE = 262_144;

/** The dependencies of the events of jobs. */
interface EventParts extends Pick<InnerParts, "webhooks" | "kinds"> {
  readonly results: Results;
}

/**
 * Makes the events of settled jobs. An event that cannot be made as it should be never keeps a job
 * from being settled: it goes without its result, without its own receiver, or not at all.
 */
export class EventOperations {
  readonly #parts: EventParts;

  constructor(parts: EventParts) {
    this.#parts = parts;
  }

  /**
   * What stores the event of a settled job, for the step that settles it; nothing where nobody hears
   * of it.
   * @param kept the result of a completed job
   * @throws StorageError
   */
  async of(job: Job, kept: KeptResult | undefined, call: Call): Promise<readonly Operation[]> {
    // The children of a batch tell nobody (interface, part 6).
    const kind = this.#parts.kinds.of(job.type);
    if (job.parent !== null || kind.events === "none") return [];
    if (!(await this.#isHeard(job, call))) return [];
    const own = await kind.event?.(job, call);
    const told = { resultPath: kind.resultPath, own };
    const hasResult = kept !== undefined && kind.events !== "bare";
    const inlined = hasResult ? await this.#inline(job, kept, call) : undefined;
    const events = [jobEvent(job, told, inlined)];
    if (inlined !== undefined) events.push(jobEvent(job, told, { resultOmitted: "unavailable" }));
    if (job.webhookUrl !== null) events.push(...events.map((event) => ({ ...event, to: [] })));
    return this.#firstOf(events, call);
  }

  async #isHeard(job: Job, call: Call): Promise<boolean> {
    if (job.webhookUrl !== null) return true;
    const endpoints = await this.#parts.webhooks.endpoints.list(job.account, call);
    return endpoints.some(({ isActive }) => isActive);
  }

  /** The operations of the first event that webhooks take. */
  async #firstOf(events: readonly WebhookEvent[], call: Call): Promise<readonly Operation[]> {
    for (const event of events) {
      try {
        return (await this.#parts.webhooks.prepare(event, call)).operations;
      } catch (error) {
        if (!isWebhookError(error)) throw error;
        tellFailure(error, { jobId: event.jobId });
      }
    }
    return [];
  }

  async #inline(job: Job, kept: KeptResult, call: Call): Promise<InlinedResult> {
    if (kept.bytes > MOST_INLINE) return { resultOmitted: "size" };
    const { kinds, results } = this.#parts;
    try {
      const head = documentHead(job, kinds.of(job.type));
      return { result: JSON.parse(documentText(head, await results.text(kept, call))) };
    } catch (error) {
      call.signal.throwIfAborted();
      tellFailure(error, { jobId: job.id });
      return { resultOmitted: "unavailable" };
    }
  }
}
