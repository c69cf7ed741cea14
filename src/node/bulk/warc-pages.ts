import { promisify } from "node:util";
import {
  brotliDecompress,
  constants,
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

/** What a web archive is read for. */
interface ArchiveCall {
  /** Of a page, packed and unpacked. */
  readonly maxBytes: number;
  /** Called for each record that is no page. */
  readonly leaveOut: () => void;
}

/** A page that could not be read. */
interface UnreadPage {
  readonly url: string;
  readonly error: string;
}

/**
 * The pages of a web archive (ISO 28500, WARC 1.0 and 1.1): answers with a status from 200 to 299, and
 * resources, that are HTML. What else is in it (requests, redirects, pictures, repeated visits) is
 * counted by `leaveOut`.
 * @throws EndedEarlyError where the archive ends within a record; Error that says where it is no archive
 */
export async function* warcPages(
  chunks: AsyncIterable<Uint8Array>,
  call: ArchiveCall,
): AsyncGenerator<ArchivedPage | UnreadPage, void> {
  const reader = new ByteReader(chunks);
  try {
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
      const page = await readRecord(reader, { headers, length }, call);
      if (page === undefined) call.leaveOut();
      else yield page;
    }
  } finally {
    await reader.close();
  }
}

/** The page of a record; undefined where it has none. The reader then stands behind it. */
async function readRecord(
  reader: ByteReader,
  { headers, length }: { readonly headers: Headers; readonly length: number },
  { maxBytes }: ArchiveCall,
): Promise<ArchivedPage | UnreadPage | undefined> {
  // Addresses may be written as they are read (WARC 1.1, 4.6).
  const written = Buffer.from(headers.get("warc-target-uri") ?? "", "latin1").toString("utf8");
  const url = written.replace(/^<(.*)>$/, "$1");
  if (!mayBePage(headers, url)) {
    await reader.pass(length);
    return undefined;
  }
  const isLarge = length > maxBytes;
  const block = await reader.bytes(isLarge ? Math.min(length, LONGEST_LINE) : length);
  if (isLarge) await reader.pass(length - block.length);
  try {
    const page = await pageOf(headers, block, { url, maxBytes });
    return page !== undefined && isLarge ? { url, error: `larger than ${maxBytes} bytes` } : page;
  } catch (error) {
    const reason = error instanceof EndedEarlyError ? "its headers have no end" : String(error);
    return { url, error: `the record cannot be read: ${reason}` };
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
): Promise<ArchivedPage | UnreadPage | undefined> {
  const truncated = record.get("warc-truncated");
  if (record.get("warc-type") === "resource") {
    return { url, contentType: record.get("content-type") ?? "", html: block, truncated };
  }
  const answer = await readAnswer(block);
  const contentType = answer?.headers.get("content-type") ?? "";
  if (answer === undefined || !HTML.test(contentType)) return undefined;
  try {
    const { html, isCut } = await bodyOf(answer, maxBytes);
    return { url, contentType, html, truncated: truncated ?? (isCut ? "body" : undefined) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw error;
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

/** The body of a page. */
interface Body {
  readonly html: Uint8Array<ArrayBuffer>;
  /** Whether it ends before its coding does. */
  readonly isCut: boolean;
}

/**
 * The body of an answer without its transfer and content codings. Archives keep the headers of what
 * they have decoded: a body that is not in a coding stays as it is. Of one that is cut off, what is
 * there is read.
 */
async function bodyOf({ headers, body }: Answer, maxBytes: number): Promise<Body> {
  const isChunked = /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
  let bytes: Uint8Array = (isChunked ? joined(body) : undefined) ?? body;
  let isCut = false;
  const codings = (headers.get("content-encoding") ?? "").toLowerCase().split(/[\s,]+/);
  for (const coding of codings.toReversed()) {
    for (const { decode, flush } of decoders.get(coding) ?? []) {
      const decoded = await attempt(decode, bytes, { maxOutputLength: maxBytes, flush });
      if (decoded === undefined) continue;
      bytes = decoded.bytes;
      isCut ||= decoded.isCut;
      break;
    }
  }
  // In memory of its own, which can be given away.
  return { html: new Uint8Array(bytes), isCut };
}

/** Undefined where the bytes are not in the coding. @throws Error where there is too much in them */
async function attempt(
  decode: Decode,
  bytes: Uint8Array,
  { maxOutputLength, flush }: { readonly maxOutputLength: number; readonly flush: number },
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean } | undefined> {
  const failure = (error: NodeJS.ErrnoException): NodeJS.ErrnoException => {
    if (error.code === "ERR_BUFFER_TOO_LARGE") throw error;
    return error;
  };
  const whole = await decode(bytes, { maxOutputLength }).catch(failure);
  if (!(whole instanceof Error)) return { bytes: whole, isCut: false };
  if (whole.code !== "Z_BUF_ERROR") return undefined;
  const part = await decode(bytes, { maxOutputLength, finishFlush: flush }).catch(failure);
  return part instanceof Error ? undefined : { bytes: part, isCut: true };
}

interface DecodeOptions {
  readonly maxOutputLength: number;
  readonly finishFlush?: number;
}

type Decode = (bytes: InputType, options: DecodeOptions) => Promise<Buffer>;

/** A way to decode, and what it is told where the end is missing. */
interface Decoder {
  readonly decode: Decode;
  readonly flush: number;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants;
const gzip: Decoder = { decode: promisify(gunzip), flush: Z_SYNC_FLUSH };
const decoders: ReadonlyMap<string, readonly Decoder[]> = new Map<string, readonly Decoder[]>([
  ["gzip", [gzip]],
  ["x-gzip", [gzip]],
  [
    "deflate",
    [inflate, inflateRaw].map((decode) => ({ decode: promisify(decode), flush: Z_SYNC_FLUSH })),
  ],
  ["br", [{ decode: promisify(brotliDecompress), flush: BROTLI_OPERATION_FLUSH }]],
  ["zstd", [{ decode: promisify(zstdDecompress), flush: ZSTD_e_flush }]],
]);

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
