import { Worker } from "node:worker_threads";
import { readBody, type Transport } from "../../fetcher/index.ts";
import { VaultError } from "../vault-error.ts";
import type { SdkAnswer, SdkJob, SdkRequest, SdkResult } from "./sdk-job.ts";

/** What a thread's requests go through. */
export interface SdkThreadParts {
  readonly transport: Transport;
  /** The only host that it may call. */
  readonly host: string;
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
}

/**
 * One call of the SDK in a thread of its own, which has ended when this returns: a panic of its
 * WebAssembly ends the thread and not the process.
 */
export async function runSdk(job: SdkJob, parts: SdkThreadParts): Promise<Outcome> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./sdk-worker.${extension}`, import.meta.url), {
    env: {},
    argv: [],
    stdin: true,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
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

class Requests {
  seen: Omit<Outcome, "result"> = { lastStatus: undefined, unreachable: false };
  readonly #parts: SdkThreadParts;
  #count = 0;

  constructor(parts: SdkThreadParts) {
    this.#parts = parts;
  }

  async answer(request: SdkRequest): Promise<SdkAnswer> {
    const { id } = request;
    try {
      return await this.#send(request);
    } catch {
      this.seen = { lastStatus: undefined, unreachable: true };
      return { kind: "answer", id, headers: {}, body: new Uint8Array() };
    }
  }

  async #send({ id, url, method, headers, body }: SdkRequest): Promise<SdkAnswer> {
    const { transport, host, signal } = this.#parts;
    this.#count += 1;
    const to = new URL(url);
    const isRefused = to.origin !== `https://${host}` || this.#count > MOST_REQUESTS;
    if (isRefused)
      throw new VaultError("SOURCE_UPSTREAM_ERROR", { message: "Refused.", details: {} });
    const response = await transport.send(
      {
        url: to,
        method: method === "GET" ? "GET" : "POST",
        headers: { ...headers, "accept-encoding": "identity" },
        body: body.length > 0 ? Buffer.from(body) : undefined,
      },
      signal,
    );
    const coding = [response.headers["content-encoding"] ?? []].flat().join(",");
    const read = await readBody(response.body, coding, LIMITS);
    this.seen = { lastStatus: response.status, unreachable: false };
    const given = Object.entries(response.headers)
      .filter(([name]) => name !== "content-encoding" && name !== "content-length")
      .map(([name, value]) => [name, [value ?? []].flat().join(", ")] as const);
    return {
      kind: "answer",
      id,
      status: response.status,
      headers: Object.fromEntries(given),
      body: read.bytes,
    };
  }
}
