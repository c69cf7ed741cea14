import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSite, type Site } from "dragline/testing";
import type { S3BlobsOptions } from "dragline/storage/s3";
import { credentials, region, signatureFault, type Signed } from "./s3-signature.ts";

/** What the stub does instead of answering. */
export type S3Fault =
  | { readonly kind: "drop" }
  /** The connection stays and nothing comes; `begun` sends headers and the first byte of a body. */
  | { readonly kind: "stall"; readonly begun?: boolean }
  /** Sends half of the body and closes the connection. */
  | { readonly kind: "cut" }
  | { readonly kind: "answer"; readonly status: number; readonly text: string };

interface StoredObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

interface Upload {
  readonly contentType: string;
  readonly parts: Map<number, Uint8Array>;
}

const SMALLEST_PART = 5_242_880;

/** A bucket on loopback that checks every signature with another implementation than ours. */
export class S3Server implements AsyncDisposable {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  /** Method and URL of every request so far. */
  readonly seen: string[] = [];
  /** Decides before anything else; undefined goes on. */
  fault: (request: Signed) => S3Fault | undefined = () => undefined;
  readonly #now: () => number;
  #site: Site | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  async listen(): Promise<this> {
    this.#site = await createSite({
      "*": (request, response) => {
        this.#serve(request, response).catch(() => response.destroy());
      },
    });
    return this;
  }

  /** The options of a store that uses the stub. */
  get options(): S3BlobsOptions {
    return { endpoint: this.#site?.origin ?? "", bucket: "test-bucket", region, ...credentials };
  }

  get port(): number {
    return this.#site?.port ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site?.[Symbol.asyncDispose]();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await signedRequest(incoming);
    this.seen.push(`${request.method} ${request.url.pathname}${request.url.search}`);
    const fault = this.fault(request);
    if (fault?.kind === "drop") incoming.socket.destroy();
    else if (fault?.kind === "stall" && fault.begun !== true) return;
    else if (fault?.kind === "answer") answerText(response, fault.status, fault.text);
    else {
      const wrong = await signatureFault(request, this.#now());
      if (wrong === undefined) this.#answer(request, response, fault);
      else answerError(response, 403, wrong);
    }
  }

  #answer(request: Signed, response: ServerResponse, fault: S3Fault | undefined): void {
    const { method, url } = request;
    const name = nameOf(request);
    if (name === undefined) answerError(response, 404, "NoSuchBucket");
    else if (url.searchParams.has("uploads") && method === "POST") this.#begin(request, response);
    else if (url.searchParams.has("uploadId")) this.#part(name, request, response);
    else if (method === "PUT") this.#put(name, request, response);
    else if (method === "DELETE") {
      this.objects.delete(name);
      answerText(response, 204, "");
    } else this.#get(name, request, { response, fault });
  }

  #put(name: string, { body, headers }: Signed, response: ServerResponse): void {
    this.objects.set(name, { bytes: body, contentType: headers["content-type"] ?? "" });
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  #begin({ headers }: Signed, response: ServerResponse): void {
    const id = `${randomUUID()}+/=&`;
    this.uploads.set(id, { contentType: headers["content-type"] ?? "", parts: new Map() });
    const shown = id.replaceAll("&", "&amp;");
    answerText(response, 200, `<R><UploadId>${shown}</UploadId></R>`);
  }

  #part(name: string, { method, url, body }: Signed, response: ServerResponse): void {
    const id = url.searchParams.get("uploadId") ?? "";
    const upload = this.uploads.get(id);
    if (upload === undefined) answerError(response, 404, "NoSuchUpload");
    else if (method === "PUT") {
      upload.parts.set(Number(url.searchParams.get("partNumber")), body);
      response.writeHead(200, { etag: etagOf(body) }).end();
    } else if (method === "DELETE") {
      this.uploads.delete(id);
      answerText(response, 204, "");
    } else this.#complete({ name, id, upload }, body, response);
  }

  #complete(
    { name, id, upload }: { name: string; id: string; upload: Upload },
    body: Uint8Array,
    response: ServerResponse,
  ): void {
    const listed = Buffer.from(body)
      .toString()
      .matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("\w+")<\/ETag>/g);
    const parts = [...listed].map(([, number, etag]) => {
      const bytes = upload.parts.get(Number(number));
      return bytes !== undefined && etagOf(bytes) === etag ? bytes : undefined;
    });
    const whole = parts.filter((part) => part !== undefined);
    const small = whole.slice(0, -1).some((part) => part.byteLength < SMALLEST_PART);
    if (whole.length !== parts.length || whole.length !== upload.parts.size) {
      answerError(response, 400, "InvalidPart");
    } else if (small) answerError(response, 400, "EntityTooSmall");
    else {
      this.objects.set(name, { bytes: Buffer.concat(whole), contentType: upload.contentType });
      this.uploads.delete(id);
      answerText(response, 200, "<CompleteMultipartUploadResult/>");
    }
  }

  #get(
    name: string,
    { method, headers }: Signed,
    { response, fault }: { response: ServerResponse; fault: S3Fault | undefined },
  ): void {
    const object = this.objects.get(name);
    if (object === undefined) {
      answerError(response, 404, "NoSuchKey");
      return;
    }
    const { bytes, contentType } = object;
    const range = rangeOf(headers["range"], bytes.length);
    if (range.partial && range.start >= bytes.length) {
      answerError(response, 416, "InvalidRange");
      return;
    }
    if (range.partial) {
      const shown = `bytes ${range.start}-${range.end - 1}/${bytes.length}`;
      response.setHeader("content-range", shown);
    }
    const body = bytes.subarray(range.start, range.end);
    response.writeHead(range.partial ? 206 : 200, {
      "content-type": contentType,
      "content-length": body.length,
    });
    if (method === "HEAD") response.end();
    else sendBody(response, body, fault);
  }
}

function sendBody(response: ServerResponse, body: Uint8Array, fault: S3Fault | undefined): void {
  if (fault?.kind === "stall") response.write(body.subarray(0, 1));
  else if (fault?.kind === "cut") {
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  } else response.end(body);
}

interface ServedRange {
  readonly partial: boolean;
  readonly start: number;
  readonly end: number;
}

function rangeOf(header: string | undefined, size: number): ServedRange {
  const [, first, last = ""] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  return { partial: first !== undefined, start: Number(first ?? 0), end };
}

async function signedRequest(incoming: IncomingMessage): Promise<Signed> {
  const { method = "", headers, url = "" } = incoming;
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  return {
    method,
    url: new URL(`http://${headers.host}${url}`),
    headers: headers as Record<string, string>,
    body: Buffer.concat(chunks),
  };
}

/** The object's name, of both styles of URLs; undefined for another bucket. */
function nameOf({ url }: Signed): string | undefined {
  const path = decodeURIComponent(url.pathname);
  if (url.hostname.startsWith("test-bucket.")) return path.slice(1);
  return path.startsWith("/test-bucket/") ? path.slice("/test-bucket/".length) : undefined;
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function answerError(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>secret</Message></Error>`;
  answerText(response, status, text);
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/xml" }).end(text);
}
