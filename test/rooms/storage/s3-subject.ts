import { S3Blobs, type S3BlobsOptions, type S3Fetch } from "dragline/storage/s3";
import { FakeClock, FakeIds } from "dragline/testing";
import { S3Server, type S3Fault } from "./s3-server.ts";

/** A signal that never aborts. */
const signal = new AbortController().signal;

/** A store on a stub of its own, with a clock that stands still. */
export interface S3Subject extends AsyncDisposable {
  readonly server: S3Server;
  readonly blobs: S3Blobs;
  readonly clock: FakeClock;
}

/** Makes a subject; the options are those that differ from the stub's. */
export async function s3Subject(
  options: Partial<S3BlobsOptions> = {},
  fetch?: S3Fetch,
): Promise<S3Subject> {
  const clock = new FakeClock();
  const server = await new S3Server(() => clock.now()).listen();
  const collaborators = { clock, ids: new FakeIds(), fetch };
  const blobs = new S3Blobs(collaborators, { ...server.options, ...options });
  return { server, blobs, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Answers the faults one after the other, then none. */
export function faults(server: S3Server, ...list: (S3Fault | undefined)[]): void {
  const waiting = [...list];
  server.fault = () => waiting.shift();
}

/** An error as S3 tells it. */
export function answer(status: number, code: string): S3Fault {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret</Message></Error>`;
  return { kind: "answer", status, text };
}

/** Lets every wait pass at once. */
export async function through<Result>(clock: FakeClock, call: Promise<Result>): Promise<Result> {
  let settled = false;
  const ended = call.finally(() => (settled = true));
  ended.catch(() => {});
  const isSettled = (): boolean => settled;
  while (!isSettled()) {
    await new Promise((resolve) => setImmediate(resolve));
    // The deadline of 30 seconds is the longest timer; all others are waits between attempts.
    const next = clock.untilNext;
    if (next !== undefined && next <= 5000) await clock.advance(next);
  }
  return ended;
}

/** A stream of that many pieces of that many bytes. */
export function streamOf(pieces: number, size: number): ReadableStream<Uint8Array> {
  let given = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    given += 1;
    if (given > pieces) controller.close();
    else controller.enqueue(new Uint8Array(size).fill(given));
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** The text of a blob; undefined without one. */
export async function textOf(blobs: S3Blobs, key: string): Promise<string | undefined> {
  const blob = await blobs.get(key, { signal });
  return blob && new Response(blob.body).text();
}
