import { promisify } from "node:util";
import {
  brotliDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
  type InputType,
} from "node:zlib";
import { ByteReader, EndedEarlyError } from "./byte-reader.ts";

/** A page of an archive. */
interface ArchivedPage {
  readonly url: string;
  readonly contentType: string;
  readonly html: Uint8Array<ArrayBuffer>;
  /** Why the record has not all of the page, as it says itself. */
  readonly truncated: string | undefined;
}

/** Bytes of a line of headers, and lines of them. */
const LONGEST_LINE = 65_536;
const MOST_LINES = 1_000;

/** A record's or an answer's headers, names in lower case. */
type Headers = ReadonlyMap<string, string>;

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/**
 * The pages of a web archive (ISO 28500, WARC 1.0 and 1.1): answers with a status from 200 to 299, and
 * resources, that are HTML. What else is in it (requests, redirects, pictures, repeated visits) is
 * counted by `leaveOut`.
 * @throws EndedEarlyError where the archive ends within a record; Error that says where it is no archive
 */
export async function* warcPages(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, leaveOut }: { readonly maxBytes: number; readonly leaveOut: () => void },
): AsyncGenerator<ArchivedPage | { readonly url: string; readonly error: string }, void> {
  const reader = new ByteReader(chunks);
  for (let number = 1; ; number += 1) {
    const version = await firstLine(reader);
    if (version === undefined) return;
    if (!/^WARC\/[01]\.\d+$/.test(version))
      throw new Error(`record ${number} is not one of a WARC`);
    const headers = await readHeaders(reader);
    const length = Number(headers.get("content-length"));
    if (!Number.isSafeInteger(length) || length < 0) {
      throw new Error(`record ${number} has no valid Content-Length`);
    }
    const url = (headers.get("warc-target-uri") ?? "").replace(/^<(.*)>$/, "$1");
    if (!mayBePage(headers, url)) {
      leaveOut();
      await reader.skip(length);
    } else if (length > maxBytes) {
      yield { url, error: `larger than ${maxBytes} bytes` };
      await reader.skip(length);
    } else {
      const block = await reader.bytes(length);
      const page = await pageOf(headers, block, { url, maxBytes });
      if (page === undefined) leaveOut();
      else yield page;
    }
  }
}

/** The first line of the next record, behind empty ones. */
async function firstLine(reader: ByteReader): Promise<string | undefined> {
  for (;;) {
    const line = await reader.line(LONGEST_LINE);
    if (line !== "") return line;
  }
}

/** Lines `name: value` up to an empty one; a line that begins with white space goes on with the last. */
async function readHeaders(reader: ByteReader): Promise<Headers> {
  const headers = new Map<string, string>();
  let last = "";
  for (let count = 0; count < MOST_LINES; count += 1) {
    const line = await reader.line(LONGEST_LINE);
    if (line === undefined) throw new EndedEarlyError();
    if (line === "") return headers;
    const colon = line.indexOf(":");
    if (/^[ \t]/.test(line)) headers.set(last, `${headers.get(last) ?? ""} ${line.trim()}`);
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase();
      headers.set(last, line.slice(colon + 1).trim());
    }
  }
  throw new Error(`more than ${MOST_LINES} lines of headers`);
}

function mayBePage(headers: Headers, url: string): boolean {
  if (!/^https?:/i.test(url)) return false;
  const type = headers.get("content-type") ?? "";
  switch (headers.get("warc-type")) {
    case "response":
      return /^application\/http\b/i.test(type);
    case "resource":
      return HTML.test(type);
    default:
      return false;
  }
}

interface Place {
  readonly url: string;
  readonly maxBytes: number;
}

async function pageOf(
  record: Headers,
  block: Uint8Array<ArrayBuffer>,
  { url, maxBytes }: Place,
): Promise<ArchivedPage | { readonly url: string; readonly error: string } | undefined> {
  const truncated = record.get("warc-truncated");
  if (record.get("warc-type") === "resource") {
    return { url, contentType: record.get("content-type") ?? "", html: block, truncated };
  }
  const answer = await readAnswer(block);
  const contentType = answer?.headers.get("content-type") ?? "";
  if (answer === undefined || !HTML.test(contentType)) return undefined;
  try {
    const html = await bodyOf(answer, maxBytes);
    return { url, contentType, html, truncated };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    if (!isLarge) throw error;
    return { url, error: `larger than ${maxBytes} bytes when it is unpacked` };
  }
}

/** An answer of HTTP/1 with a status from 200 to 299. */
interface Answer {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

async function readAnswer(block: Uint8Array<ArrayBuffer>): Promise<Answer | undefined> {
  const head = headEnd(block);
  const reader = new ByteReader(once(block.subarray(0, head)));
  const status = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: |$)/.exec((await reader.line(LONGEST_LINE)) ?? "");
  if (status?.[1]?.startsWith("2") !== true) return undefined;
  return { headers: await readHeaders(reader), body: block.subarray(head) };
}

/** Where the body begins, behind the first empty line. */
function headEnd(block: Uint8Array): number {
  for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) {
    if (block[at + 1] === 10) return at + 2;
    if (block[at + 1] === 13 && block[at + 2] === 10) return at + 3;
  }
  return block.length;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  // Headers that nothing follows end too.
  yield Buffer.from("\r\n\r\n");
}

/**
 * The body of an answer without its transfer and content codings. Archives keep the headers of what
 * they have decoded: a body that is not in a coding stays as it is.
 */
async function bodyOf(
  { headers, body }: Answer,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const isChunked = /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
  let bytes: Uint8Array = (isChunked ? joined(body) : undefined) ?? body;
  const codings = (headers.get("content-encoding") ?? "").toLowerCase().split(/[\s,]+/);
  for (const coding of codings.toReversed()) {
    for (const decode of decoders[coding] ?? []) {
      const decoded: Uint8Array | undefined = await decode(bytes, {
        maxOutputLength: maxBytes,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_BUFFER_TOO_LARGE") throw error;
        return undefined;
      });
      if (decoded === undefined) continue;
      bytes = decoded;
      break;
    }
  }
  // In memory of its own, which can be given away.
  return new Uint8Array(bytes);
}

type Decode = (bytes: InputType, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unpackGzip: Decode = promisify(gunzip);
const decoders: Readonly<Record<string, readonly Decode[]>> = {
  gzip: [unpackGzip],
  "x-gzip": [unpackGzip],
  deflate: [promisify(inflate), promisify(inflateRaw)],
  br: [promisify(brotliDecompress)],
  zstd: [promisify(zstdDecompress)],
};

/** Characters of the line that a chunk begins with. */
const LONGEST_SIZE = 1024;

/** A body without the chunks that it came in (RFC 9112, 7.1); undefined where it is in none. */
function joined(body: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf(10, at);
    const line = Buffer.from(body.subarray(at, Math.min(end, at + LONGEST_SIZE))).toString(
      "latin1",
    );
    const size = /^\s*([\da-f]{1,8})\s*(?:;[^\r]*)?\r?$/i.exec(line)?.[1];
    // One that was cut off has no last chunk.
    if (size === undefined || end === -1)
      return parts.length > 0 ? Buffer.concat(parts) : undefined;
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(body.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    if (body[at] === 13) at += 1;
    if (body[at] === 10) at += 1;
  }
}
