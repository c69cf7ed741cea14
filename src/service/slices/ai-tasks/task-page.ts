import { openPageTools, runTask, type TaskResult, type TaskStep } from "../../../agent/index.ts";
import type { LanguageModel, SchemaJudge } from "../../../ai/index.ts";
import type { PageLease } from "../../../browser/index.ts";
import { Disposer, type Deadline } from "../../../core/index.ts";
import type { Job } from "../../jobs/job.ts";
import type { KindParts } from "../../base/parts.ts";
import type { LiveTask } from "./live-task.ts";

/** The country of a task's proxy: tasks name none. */
const COUNTRY = "us";

/** A model that tells how often it has answered. */
export interface CountedModel extends LanguageModel {
  readonly answers: number;
}

/** What pages are worked with. */
interface PageParts extends Pick<KindParts, "engines" | "clock" | "ids"> {
  readonly model: LanguageModel;
  readonly judge: SchemaJudge;
}

/** A task on a page of its own. */
interface PageTask {
  readonly job: Job;
  readonly live: LiveTask;
  readonly limit: Deadline;
  readonly onStep: (step: TaskStep) => void;
}

/**
 * Does a task on a page that is closed when it ends.
 * @throws the limit's reason; BrowserError; what the driver throws
 */
export async function workOnPage(
  { engines, model, judge, clock, ids }: PageParts,
  task: PageTask,
): Promise<TaskResult> {
  const { live, limit, onStep } = task;
  const { url: start, secrets, prompt, outputSchema, maxSteps } = live;
  await using owned = new Disposer();
  const lease = owned.add(await leaseOf(engines, task));
  const signal = AbortSignal.any([limit.signal, lease.signal]);
  // Without a page to begin on, the prompt says where to go, and that may be several sites.
  const reach = start === undefined ? "any" : "same-site";
  const work = owned.add(await openPageTools(lease.page, { start, reach, secrets, clock }));
  const opening = start === undefined ? undefined : await work.open(start, signal);
  const { tools } = work;
  const timeoutMs = Math.max(1, Math.ceil(limit.remaining()));
  try {
    return await runTask(
      { model, judge, clock, ids },
      { prompt, tools, opening, outputSchema, secrets, maxSteps, timeoutMs, onStep },
      { signal },
    );
  } catch (error) {
    // Of a page that was lost the driver's own error says less.
    lease.signal.throwIfAborted();
    throw error;
  }
}

async function leaseOf(
  { browser, proxies }: KindParts["engines"],
  { job, live, limit }: PageTask,
): Promise<PageLease> {
  if (browser.lease === undefined)
    throw new TypeError("The browser of this service does not lease pages.");
  const { held, url } = live;
  const query = { url: new URL(url ?? "about:blank"), country: COUNTRY, session: job.id };
  const proxy = held?.proxy ?? (await proxies?.proxyFor(query));
  const { signal } = limit;
  const place = { url, proxy, country: COUNTRY, state: held?.state };
  return await browser.lease({ ...place, tenant: job.account, signal });
}

/** The model, with its answers counted. */
export function countAnswers(model: LanguageModel): CountedModel {
  const { specificationVersion, provider, modelId } = model;
  let answers = 0;
  return {
    specificationVersion,
    provider,
    modelId,
    get answers() {
      return answers;
    },
    async doGenerate(call) {
      const answer = await model.doGenerate(call);
      answers += 1;
      return answer;
    },
  };
}
