import { checkArgument } from "../core/index.ts";
import type { BlobContent } from "./blob-content.ts";
import type { BlobUrls } from "./blob-urls.ts";
import { headerRange } from "./header-range.ts";

/** What {@link serveBlob} needs of a store. */
interface ServedBlobs {
  readonly urls: BlobUrls;
  /** The blob under the key, to be read or released; undefined without one. */
  find(key: string, signal: AbortSignal): Promise<BlobContent | undefined>;
}

/**
 * A browser runs none of these when it shows them; all others are handed over as a download. A comma
 * would let it read a second type.
 */
const SHOWN =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:json|pdf)|text\/(?:plain|csv|markdown)) *(?:;[^,]*)?$/i;

/**
 * Answers a request for a signed URL: GET and HEAD, single ranges, `If-None-Match` and `If-Range`
 * (RFC 9110). 403 for a URL that is not signed, altered or expired, 404 without a blob, 405 for
 * another method, 416 for a range behind the last byte.
 * @throws StorageError as the store's `get` does
 */
export async function serveBlob(store: ServedBlobs, request: Request): Promise<Response> {
  checkArgument("request of serve(request)", request, "request");
  const { method, signal } = request;
  if (method !== "GET" && method !== "HEAD") return refusal(405, { allow: "GET, HEAD" });
  const permitted = store.urls.permitted(new URL(request.url));
  if (permitted === undefined) return refusal(403);
  const content = await store.find(permitted.key, signal);
  if (content === undefined) return refusal(404);
  const headers = headersOf(content, permitted.remaining);
  const etag = `"${content.version}"`;
  if (namesVersion(request.headers.get("if-none-match"), etag)) {
    await content.release();
    return new Response(null, { status: 304, headers });
  }
  const asked = rangeHeader(request, etag);
  const range = headerRange(asked, content.size);
  if (range === "unsatisfiable") {
    await content.release();
    return refusal(416, { "content-range": `bytes */${content.size}`, "accept-ranges": "bytes" });
  }
  const slice = range ?? { start: 0, end: content.size };
  headers.set("content-length", String(slice.end - slice.start));
  headers.set("content-type", content.contentType);
  if (range !== undefined) {
    headers.set("content-range", `bytes ${slice.start}-${slice.end - 1}/${content.size}`);
  }
  const status = range === undefined ? 200 : 206;
  if (method === "GET") return new Response(content.read(slice, signal), { status, headers });
  await content.release();
  return new Response(null, { status, headers });
}

/** Headers of every answer about a blob that is there. */
function headersOf(content: BlobContent, remaining: number): Headers {
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": `private, max-age=${Math.floor(remaining / 1000)}`,
    etag: `"${content.version}"`,
    "x-content-type-options": "nosniff",
  });
  if (!SHOWN.test(content.contentType)) {
    headers.set("content-disposition", "attachment");
    headers.set("content-security-policy", "default-src 'none'; sandbox");
  }
  return headers;
}

/** The `Range` that counts: only of GET (RFC 9110, 14.2), and not when `If-Range` names another. */
function rangeHeader(request: Request, etag: string): string | null {
  const unchanged = request.headers.get("if-range") ?? etag;
  return request.method === "GET" && unchanged === etag ? request.headers.get("range") : null;
}

/** Whether `If-None-Match` has the version, compared weakly. */
function namesVersion(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const named = header.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return named.includes("*") || named.includes(etag);
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status,
    headers: { ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}
