import type { Job } from "../../jobs/job.ts";
import type { DocumentText, Jobs } from "../../jobs/jobs.ts";
import { childText } from "./codec.ts";

/** Where documents come from. */
type Documents = Pick<Jobs, "document" | "children">;

interface Call {
  readonly signal: AbortSignal;
}

/**
 * The document of a job of any kind. That of a batch has its children in `results`, by place, and is
 * written as it is read: one child at a time is in memory.
 * @throws the signal's reason
 */
export async function jobDocument(jobs: Documents, job: Job, call: Call): Promise<DocumentText> {
  if (job.type !== "batch_url_scraper") return jobs.document(job, call);
  const head = await textOf(await jobs.document(job, call));
  // Read after the batch itself: what it says has been settled is settled here.
  const children = await jobs.children(job, call);
  return streamOf(batchPieces({ jobs, head, children, call }));
}

interface BatchParts {
  readonly jobs: Documents;
  readonly head: string;
  readonly children: readonly Job[];
  readonly call: Call;
}

async function* batchPieces({ jobs, head, children, call }: BatchParts): AsyncGenerator<string> {
  yield `${head.slice(0, head.lastIndexOf("}"))},"results":[`;
  for (const [index, child] of children.entries()) {
    call.signal.throwIfAborted();
    const text = await textOf(await jobs.document(child, call));
    yield `${index === 0 ? "" : ","}${childText(text, child.place ?? index)}`;
  }
  yield "]}";
}

/** The pieces as bytes; nothing is made before it is read. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

async function textOf(document: DocumentText): Promise<string> {
  return typeof document === "string" ? document : await new Response(document).text();
}
