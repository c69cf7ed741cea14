import { route, type Route } from "../../../http/route.ts";
import {
  downloadQuerySchema,
  jobsQuerySchema,
  type DownloadQuery,
  type JobsQuery,
} from "../schema.ts";
import { wirePrefix, type WirePrefix } from "../wire-prefix.ts";
import { downloadFile } from "./download.ts";
import { taskListSchema, taskSchema } from "./schema.ts";
import { listTasks, showTask, type TaskReadParts } from "./task-reads.ts";

const { tag, prefix } = wirePrefix;
const own = { method: "GET", family: "nested", tag } as const;

/** GET /wire/jobs/{id}, under either prefix; the old one has no limit (decisions, part 8). */
export function taskRoute(parts: TaskReadParts, at: WirePrefix): Route {
  return route({
    method: "GET",
    path: `${at.prefix}/jobs/{id}`,
    operationId: at.name("getWireJob"),
    tag: at.tag,
    summary: "Show a job",
    family: "nested",
    access: "key",
    limit: at === wirePrefix ? { limit: 60, per: "user" } : undefined,
    answers: { 200: { description: "The job as it is now.", schema: taskSchema } },
    errors: [],
    run: (call) => showTask(parts, call),
  });
}

/** GET /wire/jobs and GET /wire/jobs/{id}/download. */
export function taskListRoutes(parts: TaskReadParts): Route[] {
  return [
    route<JobsQuery>({
      ...own,
      access: "key",
      path: `${prefix}/jobs`,
      operationId: "listWireJobs",
      summary: "List jobs, newest first",
      limit: { limit: 60, per: "user" },
      query: jobsQuerySchema,
      answers: { 200: { description: "A page of them.", schema: taskListSchema } },
      errors: [],
      run: (call) => listTasks(parts, call),
    }),
    route<DownloadQuery>({
      ...own,
      access: "key",
      path: `${prefix}/jobs/{id}/download`,
      operationId: "downloadWireFile",
      summary: "Download a file of the result, whole or in ranges",
      limit: { limit: 30, per: "user" },
      query: downloadQuerySchema,
      answers: {
        200: { description: "The file.", mediaType: "application/octet-stream" },
        206: { description: "A part of it.", mediaType: "application/octet-stream" },
        416: {
          description: "The requested range begins after the end of the file.",
          mediaType: null,
        },
      },
      errors: ["NOT_READY", "NO_FILE_RESULT"],
      run: (call) => downloadFile(parts, call),
    }),
  ];
}
