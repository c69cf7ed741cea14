import { StorageError } from "../storage-error.ts";

/** What a store said; `text` is empty where the body is a blob. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Why there was no answer; it counts as one that the store is away. */
  readonly lost?: unknown;
}

const LONGEST_TEXT = 65_536;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"]);

/** The answer of a response; the body is read unless it is a blob that was found. */
export async function s3Answer(method: string, response: Response): Promise<S3Answer> {
  const { status, headers, body } = response;
  if (method === "GET" && response.ok) return { status, headers, text: "", body };
  const text = body === null ? "" : await shortText(body);
  // A store that takes long to put parts together begins with 200 and may end with an error.
  const failed = response.ok && /^(?:<\?xml[^>]*>)?\s*<Error>/.test(text);
  return { status: failed ? 500 : status, headers, text, body: null };
}

/** Whether the same request may succeed later. */
export function isTemporary({ status }: S3Answer): boolean {
  return RETRIED.has(status);
}

/** The text of an element of the answer's XML. */
export function elementOf({ text }: S3Answer, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return found?.replaceAll(
    /&(quot|apos|lt|gt|amp);/g,
    (_, entity: string) => ENTITIES[entity] ?? "",
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

/** The error that an answer is. Of the store's text it shows the code only: the rest may be secret. */
export function s3Failure(answer: S3Answer): StorageError {
  const { status, lost } = answer;
  if (lost !== undefined) {
    const message = "The connection to the S3 store failed.";
    return new StorageError("UNAVAILABLE", { message, cause: lost });
  }
  const s3Code = /^[\w.-]{1,64}$/.exec(elementOf(answer, "Code") ?? "")?.[0];
  const full = status === 507 || (s3Code !== undefined && FULL.has(s3Code));
  return new StorageError(full ? "STORE_FULL" : "UNAVAILABLE", {
    message: `The S3 store answered ${status} (${s3Code ?? "without a code"}).`,
    details: { status, s3Code },
  });
}

async function shortText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= LONGEST_TEXT) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
