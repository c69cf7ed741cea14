import type { Clock } from "../../../core/index.ts";
import { submitted } from "../../base/job-answer.ts";
import { submittedSchema } from "../../base/schema.ts";
import { ServiceError } from "../../base/service-error.ts";
import { route, type Answer, type KeyedCall, type Route } from "../../http/route.ts";
import type { JobBoard } from "../../jobs/board/job-board.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { jobCounts, listedJob } from "./codec.ts";
import {
  countsQuery,
  cursorOf,
  jobCountsSchema,
  jobListSchema,
  jobsQuery,
  listedJobSchema,
  type CountsQuery,
  type JobsQuery,
} from "./schema.ts";
import { streamChanges } from "./stream-changes.ts";

/** Jobs of a part of the list. */
const LISTED = 50;

/** The dependencies of the routes of all jobs. */
export interface JobRouteParts {
  readonly board: JobBoard;
  readonly jobs: Pick<Jobs, "get" | "submit" | "cancel">;
  readonly clock: Clock;
}

type Call<Query> = KeyedCall<Query, unknown> & { readonly request: Request };

const facts = { method: "GET", tag: "Jobs", family: "flat", access: "key" } as const;
const perUser = { limit: 60, per: "user" } as const;

/** GET /jobs, /jobs/counts, /jobs/events and /jobs/{id}; POST /jobs/{id}/retry and /cancel. */
export function jobRoutes(parts: JobRouteParts): Route[] {
  return [list(parts), counts(parts), events(parts), show(parts), retry(parts), cancel(parts)];
}

function list({ board }: JobRouteParts): Route {
  return route<JobsQuery>({
    ...facts,
    path: "/jobs",
    operationId: "listJobs",
    summary: "List the account's jobs of every type, newest first",
    limit: perUser,
    query: jobsQuery,
    answers: {
      200: {
        description: "A part of the list; the URLs of a batch are not listed.",
        schema: jobListSchema,
      },
    },
    errors: ["INVALID_REQUEST"],
    run: async ({ caller, query, baseUrl, signal }: Call<JobsQuery>): Promise<Answer> => {
      const { jobType: types, status: statuses, url: text, cursor: behind } = query;
      const { since, until, limit = LISTED } = query;
      checkTypes(board, types);
      const wanted = {
        account: caller.account,
        types,
        statuses,
        since,
        until,
        text,
        behind,
        limit,
      };
      const { jobs, next } = await board.page(wanted, { signal });
      return {
        status: 200,
        json: {
          jobs: jobs.map((job) => listedJob(board, job, baseUrl)),
          nextCursor: next === undefined ? null : cursorOf(next),
        },
      };
    },
  });
}

function counts({ board }: JobRouteParts): Route {
  return route<CountsQuery>({
    ...facts,
    path: "/jobs/counts",
    operationId: "countJobs",
    summary: "Count the account's jobs by type, state and day, with durations and credits",
    limit: perUser,
    query: countsQuery,
    answers: {
      200: {
        description: "Of the time that jobs are kept, or of a part of it.",
        schema: jobCountsSchema,
      },
    },
    errors: ["INVALID_REQUEST"],
    run: async ({ caller, query, signal }: Call<CountsQuery>): Promise<Answer> => {
      const { since = 0, until = Infinity } = query;
      const wanted = { account: caller.account, since, until };
      return { status: 200, json: jobCounts(await board.counts(wanted, { signal })) };
    },
  });
}

function events(parts: JobRouteParts): Route {
  return route({
    ...facts,
    path: "/jobs/events",
    operationId: "streamJobEvents",
    summary: "Stream the account's jobs as their states change, as server-sent events",
    limit: perUser,
    answers: {
      200: {
        description:
          "Events `job`, each with the job as GET /jobs lists it, and the time of the change in " +
          "milliseconds as `id`. A state that a job leaves within a second may be passed over, and " +
          "an event may come twice. A stream begins 5 s back, or at the `Last-Event-ID` that the " +
          "client sends; a comment every 15 s keeps it open; it ends after 5 minutes.",
        mediaType: "text/event-stream",
      },
    },
    errors: ["INVALID_REQUEST"],
    run: async (call: Call<unknown>) => streamChanges(parts, call),
  });
}

function show({ board, jobs }: JobRouteParts): Route {
  return route({
    ...facts,
    path: "/jobs/{id}",
    operationId: "getJob",
    summary: "Show a job of any type as the list has it, and where its document is",
    limit: undefined,
    answers: { 200: { description: "The job as it is now.", schema: listedJobSchema } },
    errors: ["FORBIDDEN"],
    run: async ({ caller, params, baseUrl, signal }: Call<unknown>): Promise<Answer> => {
      const job = await jobs.get(caller.account, params["id"] ?? "", { signal });
      return { status: 200, json: listedJob(board, job, baseUrl) };
    },
  });
}

/** Types whose work reads and nothing else: it may be done again without harm. */
const repeatable: ReadonlySet<string> = new Set([
  "url_scraper",
  "crawl",
  "map",
  "web_scraper",
  "agentic_search",
]);

function retry({ jobs }: JobRouteParts): Route {
  return route({
    ...facts,
    method: "POST",
    path: "/jobs/{id}/retry",
    operationId: "retryJob",
    summary: "Submit the work of a job again, as a new job",
    limit: perUser,
    startsWork: true,
    answers: {
      202: {
        description:
          "Accepted: a new job with the same request, price and webhook URL; it does not read the cache.",
        schema: submittedSchema,
      },
    },
    errors: ["FORBIDDEN", "INVALID_REQUEST", "INSUFFICIENT_CREDITS", "QUEUE_ERROR"],
    run: async ({ caller, params, baseUrl, signal }: Call<unknown>): Promise<Answer> => {
      const { account } = caller;
      const job = await jobs.get(account, params["id"] ?? "", { signal });
      const { type, url, country, request, webhookUrl, parent, reserved: cost } = job;
      if (!repeatable.has(type) || parent !== null) {
        const message = `Jobs of the type ${type} are not done again: submit a new one.`;
        throw new ServiceError("INVALID_REQUEST", { message });
      }
      if (job.cached) {
        const message =
          "The cache answered this job, which cost nothing: submit it with forceFresh.";
        throw new ServiceError("INVALID_REQUEST", { message });
      }
      const again = { account, type, url, country, request, webhookUrl, baseUrl, cost };
      return submitted(await jobs.submit(again, { signal }));
    },
  });
}

function cancel({ board, jobs }: JobRouteParts): Route {
  return route({
    ...facts,
    method: "POST",
    path: "/jobs/{id}/cancel",
    operationId: "cancelJob",
    summary: "End a job that waits or runs; it fails as cancelled, and costs nothing",
    limit: perUser,
    answers: {
      200: {
        description:
          "The job as it is now; one that had ended stays as it was. What was done on websites is not undone.",
        schema: listedJobSchema,
      },
    },
    errors: ["FORBIDDEN"],
    run: async ({ caller, params, baseUrl, signal }: Call<unknown>): Promise<Answer> => {
      const { account } = caller;
      const id = params["id"] ?? "";
      await jobs.cancel(account, id, { signal });
      return {
        status: 200,
        json: listedJob(board, await jobs.get(account, id, { signal }), baseUrl),
      };
    },
  });
}

function checkTypes({ types }: Pick<JobBoard, "types">, asked: readonly string[] = []): void {
  const unknown = asked.find((type) => !types.includes(type));
  if (unknown === undefined) return;
  const message = `jobType: must be one of ${types.join(", ")}; got '${unknown.slice(0, 100)}'.`;
  throw new ServiceError("INVALID_REQUEST", { message });
}
