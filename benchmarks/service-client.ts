import { setTimeout as pause } from "node:timers/promises";
import { EMPTY_PATH } from "./empty-route.ts";
import { PlainHttp } from "./plain-http.ts";

/** What a client is to do; sent by its parent. */
export interface ClientTask {
  /** Origin of the service. */
  readonly service: string;
  readonly key: string;
  /** Origin of the pages. */
  readonly pages: string;
  /** Origins of servers with an empty route, each asked as often as jobs are polled. @default [] */
  readonly empty?: readonly string[];
  readonly jobs: number;
  /** Jobs submitted and not yet seen completed. */
  readonly underWay: number;
  /** Whether each scrape is one call that waits, in place of a submission and polls. */
  readonly isSync?: boolean;
  /** Tells the pages of this task from those of others. */
  readonly name: string;
}

/** What came of it. */
export interface ClientResult {
  /** Jobs a second, from the first submission to the last completed document. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly pollP95: number;
  /** By server. */
  readonly emptyP95: readonly number[];
}

/** Milliseconds; often enough to see every job soon, and not what the service is busy with. */
const POLL_EVERY = 1000;
const polls: number[] = [];

async function run(task: ClientTask): Promise<ClientResult> {
  polls.length = 0;
  using service = new PlainHttp(task.service);
  const empty = (task.empty ?? []).map((origin) => ({
    server: new PlainHttp(origin),
    times: [] as number[],
  }));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < task.jobs) {
      next += 1;
      await job(task, `${task.pages}/${task.name}/${next}`, { service, empty });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: task.underWay }, worker));
  const elapsed = performance.now() - started;
  for (const { server } of empty) server[Symbol.dispose]();
  return {
    perSecond: (task.jobs * 1000) / elapsed,
    pollP95: percentile95(polls),
    emptyP95: empty.map(({ times }) => percentile95(times)),
  };
}

/** Submits a page and waits until it is scraped. */
async function job(
  { key, isSync = false }: ClientTask,
  url: string,
  { service, empty }: { service: PlainHttp; empty: readonly Empty[] },
): Promise<void> {
  const answer = await service.json<{ jobId?: string; status?: string }>({
    method: "POST",
    path: isSync ? "/v1/url-scraper/scrape" : "/v1/url-scraper",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ url, formats: ["markdown"] }),
  });
  if (isSync && answer.status === "completed") return;
  if (answer.jobId === undefined) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
  for (;;) {
    await pause(POLL_EVERY);
    const started = performance.now();
    const document = await service.json<{ readonly status: string }>({
      method: "GET",
      path: `/v1/url-scraper/${answer.jobId}`,
      headers: { "x-api-key": key },
    });
    polls.push(performance.now() - started);
    for (const one of empty) await emptyCall(one);
    if (document.status === "completed") return;
    if (document.status === "failed") throw new Error(JSON.stringify(document));
  }
}

/** A server with an empty route, and how long its answers took. */
interface Empty {
  readonly server: PlainHttp;
  readonly times: number[];
}

async function emptyCall({ server, times }: Empty): Promise<void> {
  const started = performance.now();
  await server.json({ method: "GET", path: EMPTY_PATH });
  times.push(performance.now() - started);
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

process.on("message", (task: ClientTask) => {
  run(task).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
