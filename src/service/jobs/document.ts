import type { Json, StoredBlob } from "../../storage/index.ts";
import type { Job, JobKind } from "./job.ts";
import { durationOf, isoTime, isSettled } from "./job-view.ts";
import type { DocumentText } from "./jobs.ts";

/** The text of the shortest object. */
const EMPTY = 2;

/** Every member of a job's document but its result, as JSON. */
export function documentHead(job: Job, kind: Pick<JobKind, "head" | "document">): string {
  if (kind.document === "none") return JSON.stringify(kind.head(job));
  const head: { [name: string]: Json } = { id: job.id, status: job.status, jobType: job.type };
  Object.assign(head, kind.head(job));
  if (!isSettled(job) && job.message !== null) head["message"] = job.message;
  head["error"] = job.error;
  head["createdAt"] = isoTime(job.createdAt);
  if (isSettled(job)) {
    head["completedAt"] = isoTime(job.completedAt ?? job.createdAt);
    head["durationMs"] = durationOf(job);
    head["creditsUsed"] = job.creditsUsed ?? 0;
  }
  return JSON.stringify(head);
}

/** A document at once: the members of the result behind those of the head. */
export function documentText(head: string, result: string): string {
  const members = result.slice(1);
  return members.trimStart().startsWith("}") ? head : `${head.slice(0, -1)},${members}`;
}

/**
 * A document whose result is a blob, which is read as the document is.
 * @param blob from its second byte on
 */
export async function streamedDocument(
  head: string,
  { body, size }: Pick<StoredBlob, "body" | "size">,
): Promise<DocumentText> {
  if (size > EMPTY) return behind(`${head.slice(0, -1)},`, body);
  await body.cancel();
  return head;
}

/** A stream with text in front; cancelling it cancels the stream. */
function behind(text: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
