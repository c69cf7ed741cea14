import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { backoff, deadline, wait, type Clock, type Deadline, type Ids } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";
import { encodedPath } from "./object-name.ts";
import { isTemporary, s3Answer, s3Failure, type S3Answer } from "./s3-answer.ts";
import type { S3Settings } from "./s3-options.ts";

/** Sends one HTTP request, as the global `fetch` does. */
export type S3Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The collaborators of an {@link S3Client}. */
interface S3ClientCollaborators {
  readonly fetch: S3Fetch;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** One request to the store. */
interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The object's name. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses besides 2xx that are answers and no failures. */
  readonly expected?: readonly number[];
}

const RETRY = Object.freeze({ baseMs: 100, maxMs: 5000 });

/** Signs requests (AWS Signature Version 4), sends them, and again when the store is busy or away. */
export class S3Client {
  readonly #collaborators: S3ClientCollaborators;
  readonly #settings: S3Settings;
  readonly #base: string;
  /** Signing keys by day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(collaborators: S3ClientCollaborators, settings: S3Settings) {
    this.#collaborators = collaborators;
    this.#settings = settings;
    const { host, pathname, protocol } = new URL(settings.endpoint);
    const path = pathname.replace(/\/$/, "");
    this.#base = settings.virtualHost
      ? `${protocol}//${settings.bucket}.${host}${path}`
      : `${protocol}//${host}${path}/${settings.bucket}`;
  }

  /**
   * The store's answer.
   * @throws the signal's reason
   * @throws StorageError `STORE_FULL`; `UNAVAILABLE` when the store refuses, or no attempt succeeded
   * within the time
   */
  async send(request: S3Request, signal: AbortSignal): Promise<S3Answer> {
    const { clock, ids } = this.#collaborators;
    using limit = deadline(clock, this.#settings.requestTimeoutMs, signal);
    let last: unknown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#attempt(request, limit);
        if (!isTemporary(answer)) return accepted(request, answer);
        last = s3Failure(answer);
        await wait(clock, backoff(attempt, ids.random(), RETRY), limit.signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (limit.expired) throw unreachable(attempt, last ?? error);
        throw error;
      }
    }
  }

  /** The URL with a signature that lets anyone read the object for `seconds`. */
  async presign(name: string, seconds: number): Promise<string> {
    const query = { "X-Amz-Expires": String(seconds) };
    const signed = await this.#sign({ method: "GET", name, query }, true);
    return signed.url.href;
  }

  /** One attempt; a lost connection is an answer that is worth another one. */
  async #attempt(request: S3Request, { signal }: Deadline): Promise<S3Answer> {
    const { method, body } = request;
    const { url, headers } = await this.#sign(request, false);
    // Not signed, since proxies change it; an encoded body would not have the length it is said to.
    headers.set("accept-encoding", "identity");
    try {
      const init: RequestInit = { method, headers, redirect: "manual", signal };
      if (body !== undefined) init.body = body as Uint8Array<ArrayBuffer>;
      return await s3Answer(method, await this.#collaborators.fetch(url.href, init));
    } catch (error) {
      signal.throwIfAborted();
      return { status: 503, headers: new Headers(), text: "", body: null, lost: error };
    }
  }

  async #sign(
    { method, name, query = {}, headers = {}, body }: S3Request,
    signQuery: boolean,
  ): Promise<{ readonly url: URL; readonly headers: Headers }> {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#settings;
    const search = new URLSearchParams(query).toString();
    const hash = signQuery ? {} : { "x-amz-content-sha256": sha256(body) };
    const signer = new AwsV4Signer({
      method,
      url: `${this.#base}/${encodedPath(name)}${search === "" ? "" : `?${search}`}`,
      headers: { ...headers, ...hash },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === "" ? {} : { sessionToken }),
      service: "s3",
      region,
      cache: this.#keys,
      datetime: this.#datetime(),
      signQuery,
    });
    return signer.sign();
  }

  /** `20260101T000000Z` */
  #datetime(): string {
    const iso = new Date(this.#collaborators.clock.now()).toISOString();
    return iso.replaceAll(/[:-]|\.\d{3}/g, "");
  }
}

function accepted({ expected = [] }: S3Request, answer: S3Answer): S3Answer {
  const { status } = answer;
  if ((status >= 200 && status < 300) || expected.includes(status)) return answer;
  throw s3Failure(answer);
}

function unreachable(attempts: number, cause: unknown): StorageError {
  const details = cause instanceof StorageError ? cause.details : {};
  return new StorageError("UNAVAILABLE", {
    message: `The S3 store did not complete the operation in time, in ${attempts} attempts.`,
    details: { ...details, attempts },
    cause,
  });
}

function sha256(body: Uint8Array = new Uint8Array(0)): string {
  return createHash("sha256").update(body).digest("hex");
}
