import type { Call } from "../../../../storage/index.ts";
import { headerRange } from "../../../../storage/internal.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import { isSettled } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { DownloadQuery } from "../schema.ts";
import type { FileDocument } from "../tasks/codec.ts";
import { TaskFiles } from "../tasks/task-files.ts";
import { attachment } from "../../../http/content-disposition.ts";
import { findTask } from "./find-task.ts";
import type { TaskReadParts } from "./task-reads.ts";

/** A file that is wanted. */
interface Wanted {
  readonly job: Job;
  readonly place: number;
  readonly file: FileDocument;
}

/**
 * GET /wire/jobs/{id}/download: a file's bytes, or the part of them that the Range header asks for.
 * @throws ServiceError `NOT_FOUND`, `NOT_READY`, `NO_FILE_RESULT`
 */
export async function downloadFile(
  parts: TaskReadParts,
  call: KeyedCall<DownloadQuery, unknown> & { readonly request: Request },
): Promise<Answer> {
  const { caller, params, query, signal, request } = call;
  const { account } = caller;
  const job = await findTask(parts.jobs, { account, id: params["id"] ?? "", signal });
  const wanted = await findFile(parts, job, { name: query.file, signal });
  return await bytesOf(parts, wanted, request);
}

async function findFile(
  { jobs }: Pick<TaskReadParts, "jobs">,
  job: Job,
  { name, signal }: Call & { readonly name: string | undefined },
): Promise<Wanted> {
  if (!isSettled(job)) {
    throw new ServiceError("NOT_READY", { message: "The job is not finished yet." });
  }
  const files = job.status === "failed" ? [] : await filesOf(jobs, job, { signal });
  if (files.length === 0) {
    throw new ServiceError("NO_FILE_RESULT", { message: "The job has no file." });
  }
  const place = name === undefined ? 0 : files.findIndex((file) => file.name === name);
  const file = files[place];
  if (file !== undefined) return { job, place, file };
  throw new ServiceError("NOT_FOUND", { message: "The job has no file with this name." });
}

async function filesOf(
  jobs: Pick<TaskReadParts["jobs"], "document">,
  job: Job,
  call: Call,
): Promise<readonly FileDocument[]> {
  const text = await new Response(await jobs.document(job, call)).text();
  return (JSON.parse(text) as { readonly files?: readonly FileDocument[] }).files ?? [];
}

async function bytesOf(
  { blobs }: Pick<TaskReadParts, "blobs">,
  { job, place, file }: Wanted,
  request: Request,
): Promise<Answer> {
  const size = file.size_bytes;
  const etag = `"${job.id}-${place}"`;
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": "private",
    // A site's page is not to run as one of the service's.
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": attachment(file.name),
    etag,
    "x-content-type-options": "nosniff",
  });
  const range = headerRange(rangeOf(request, etag), size);
  if (range === "unsatisfiable") {
    headers.delete("content-disposition");
    headers.set("content-range", `bytes */${size}`);
    return { status: 416, response: new Response(null, { status: 416, headers }) };
  }
  const part = range === undefined ? {} : { range: { start: range.start, end: range.end - 1 } };
  const { signal } = request;
  const stored = await new TaskFiles(blobs).open(job.id, place, { signal, ...part });
  if (stored === undefined) {
    throw new ServiceError("NOT_FOUND", { message: "The file no longer exists." });
  }
  headers.set("content-type", stored.contentType);
  headers.set(
    "content-length",
    String(range === undefined ? stored.size : range.end - range.start),
  );
  if (range !== undefined) {
    headers.set("content-range", `bytes ${range.start}-${range.end - 1}/${size}`);
  }
  const status = range === undefined ? 200 : 206;
  const body = stored.body as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { status, response: new Response(body, { status, headers }) };
}

/** The Range header, unless it is about another file than this (RFC 9110, 13.1.5). */
function rangeOf({ headers }: Request, etag: string): string | null {
  return (headers.get("if-range") ?? etag) === etag ? headers.get("range") : null;
}
