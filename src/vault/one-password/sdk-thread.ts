import { retryAfterMs, startWorker, type Clock } from "../../core/index.ts";
import type { Transport } from "../../fetcher/index.ts";
import { readBody } from "../../fetcher/internal.ts";
import { isUnreachable } from "../unreachable.ts";
import type { SdkAnswer, SdkJob, SdkRequest, SdkResult } from "./sdk-job.ts";

/** What a thread's requests go through. */
export interface SdkThreadParts {
  readonly transport: Transport;
  /** The only host that it may call. */
  readonly host: string;
  readonly clock: Clock;
  /** Ends the thread. */
  readonly signal: AbortSignal;
}

const LIMITS = Object.freeze({ maxBytes: 16_777_216, maxRatio: 200, onOversize: "fail" as const });
const MOST_REQUESTS = 1000;

/** How the thread's last request went, since the SDK's errors lose it. */
export interface Outcome {
  readonly result: SdkResult;
  /** Undefined when there was none, or no answer to it. */
  readonly lastStatus: number | undefined;
  readonly unreachable: boolean;
  /** Milliseconds that its answer asked to wait. */
  readonly retryAfterMs: number | undefined;
}

/**
 * One call of the SDK in a thread of its own, which has ended when this returns: a panic of its
 * WebAssembly ends the thread and not the process.
 */
export async function runSdk(job: SdkJob, parts: SdkThreadParts): Promise<Outcome> {
  const worker = startWorker({
    beside: import.meta.url,
    name: "sdk-worker",
    memoryBytes: 268_435_456,
    options: { env: {}, argv: [], stdin: true, stdout: true, stderr: true },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const requests = new Requests(parts);
  const { promise, resolve, reject } = Promise.withResolvers<SdkResult>();
  const stop = (): void => reject(parts.signal.reason);
  parts.signal.addEventListener("abort", stop, { once: true });
  if (parts.signal.aborted) stop();
  const died = (): void => resolve({ kind: "failed", text: "" });
  worker.once("error", died).once("exit", died);
  worker.on("message", (message: SdkRequest | SdkResult) => {
    if (message.kind !== "request") return resolve(message);
    void requests.answer(message).then((answer) => worker.postMessage(answer));
  });
  worker.postMessage(job);
  try {
    return { result: await promise, ...requests.seen };
  } finally {
    parts.signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

const nothing = Object.freeze({
  lastStatus: undefined,
  unreachable: false,
  retryAfterMs: undefined,
});

/** To a request that has no answer. */
const none = Object.freeze({ headers: {}, body: new Uint8Array() });

class Requests {
  seen: Omit<Outcome, "result"> = nothing;
  readonly #parts: SdkThreadParts;
  #count = 0;

  constructor(parts: SdkThreadParts) {
    this.#parts = parts;
  }

  async answer(request: SdkRequest): Promise<SdkAnswer> {
    const { id } = request;
    try {
      return await this.#send(request);
    } catch (error) {
      this.seen = { ...nothing, unreachable: isUnreachable(error) };
      return { kind: "answer", id, ...none };
    }
  }

  async #send({ id, url, method, headers, body }: SdkRequest): Promise<SdkAnswer> {
    const { transport, host, clock, signal } = this.#parts;
    this.#count += 1;
    const to = new URL(url);
    const isOurs = to.origin === `https://${host}` && (method === "GET" || method === "POST");
    if (!isOurs || this.#count > MOST_REQUESTS) return { kind: "answer", id, ...none };
    const response = await transport.send(
      {
        url: to,
        method,
        headers: { ...headers, "accept-encoding": "identity" },
        body: body.length > 0 ? Buffer.from(body) : undefined,
      },
      signal,
    );
    const coding = [response.headers["content-encoding"] ?? []].flat().join(",");
    const read = await readBody(response.body, coding, LIMITS);
    const { status } = response;
    this.seen = {
      lastStatus: status,
      unreachable: read.damage !== undefined,
      retryAfterMs: retryAfterMs([response.headers["retry-after"] ?? []].flat()[0], clock.now()),
    };
    // Nothing may lead elsewhere, and nothing that broke off is an answer.
    const isUsable = read.damage === undefined && (status < 300 || status >= 400);
    if (!isUsable) return { kind: "answer", id, ...none };
    const given = Object.entries(response.headers)
      .filter(([name]) => name !== "content-encoding" && name !== "content-length")
      .map(([name, value]) => [name, [value ?? []].flat().join(", ")] as const);
    return {
      kind: "answer",
      id,
      status,
      headers: Object.fromEntries(given),
      body: read.bytes,
    };
  }
}
