import { StorageError, type Blobs, type Call } from "../../storage/index.ts";

/** A result that is kept, but for the row that says where. */
export interface KeptResult {
  /** Its length. */
  readonly bytes: number;
  /** The text of a JSON object; null when it is a blob. */
  readonly text: string | null;
  readonly blob: string | null;
}

/** Characters that are written to a blob at a time, at least. */
const PIECE = 65_536;

/** Keeps the texts of results: small ones are for a row, large ones become blobs. */
export class Results {
  readonly #blobs: Blobs;
  readonly #inlineBytes: number;

  constructor(blobs: Blobs, inlineBytes: number) {
    this.#blobs = blobs;
    this.#inlineBytes = inlineBytes;
  }

  /**
   * Keeps a result; one in pieces is read once, and no more of it held than fits into a row.
   * @param key of the blob, should it become one
   * @throws what reading it throws; StorageError; TypeError when it is not the text of an object
   */
  async keep(key: string, result: string | AsyncIterable<string>, call: Call): Promise<KeptResult> {
    if (typeof result !== "string") return this.#keepPieces(key, result, call);
    checkStart(result);
    const bytes = Buffer.byteLength(result);
    if (bytes <= this.#inlineBytes) return { bytes, text: result, blob: null };
    return this.#put(
      key,
      textStream(
        (async function* () {
          yield result;
        })(),
      ),
      call,
    );
  }

  /**
   * The text of a kept result, whole.
   * @throws StorageError
   */
  async text({ text, blob }: Omit<KeptResult, "bytes">, call: Call): Promise<string> {
    if (text !== null) return text;
    const { body } = await this.open(blob ?? "", 0, call);
    return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  }

  /**
   * Opens a result that is a blob, from a byte on.
   * @throws StorageError, also when it is gone
   */
  async open(blob: string, start: number, { signal }: Call) {
    const opened = await this.#blobs.get(blob, { signal, range: { start } });
    if (opened !== undefined) return opened;
    throw new StorageError("UNAVAILABLE", { message: "The stored result of a job is missing." });
  }

  /** Removes what runs of a job kept, whether or not they were the last. */
  async forget(job: string, runs: number, call: Call): Promise<void> {
    for (let run = 1; run <= Math.max(1, runs); run += 1) {
      await this.#blobs.remove(resultKey(job, run), call);
    }
  }

  async #keepPieces(key: string, pieces: AsyncIterable<string>, call: Call): Promise<KeptResult> {
    const iterator = pieces[Symbol.asyncIterator]();
    let text = "";
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) break;
      text += value;
      // A character takes a byte or more.
      if (text.length > this.#inlineBytes) {
        checkStart(text);
        return this.#put(key, textStream(joined(text, iterator)), call);
      }
    }
    return this.keep(key, text, call);
  }

  async #put(key: string, body: ReadableStream<Uint8Array>, { signal }: Call): Promise<KeptResult> {
    const { size } = await this.#blobs.put(key, body, { signal, contentType: "application/json" });
    return { bytes: size, text: null, blob: key };
  }
}

/** Where the result of a run is kept: no run that was given up writes over that of another. */
export function resultKey(job: string, run: number): string {
  return `results/${job}/${run}`;
}

/** Encodes across pieces that part a surrogate pair. */
function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const source = new ReadableStream<string>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return source.pipeThrough(new TextEncoderStream());
}

async function* joined(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  let text = head;
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await rest.next();
      isOver = done === true;
      if (isOver) break;
      text += value;
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
    yield text;
  } finally {
    if (!isOver) await rest.return?.();
  }
}

function checkStart(text: string): void {
  if (!text.startsWith("{")) throw new TypeError("A result must be a JSON object as text.");
}
