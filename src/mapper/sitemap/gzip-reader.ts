import { createInflateRaw, type InflateRaw } from "node:zlib";
import { concatBytes } from "../../core/index.ts";

const NOTHING: Uint8Array = new Uint8Array(0);

/** Behind each member: checksum and length (RFC 1952, 2.3.1). Neither is checked. */
const TRAILER = 8;

/** A header with longer fields is none. */
const LONGEST_HEADER = 131_072;

/** Each member takes a stream of its own, and an empty one twenty bytes. */
const MOST_MEMBERS = 1000;

/** What comes next: the header of a member, its body, its trailer, or nothing that matters. */
type Expected = "header" | "body" | "trailer" | "nothing";

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Unpacks gzip (RFC 1952) as it comes. Unlike zlib's own it gives what stands before a damage, and
 * bears with garbage behind the last member.
 */
export class GzipReader {
  #expected: Expected = "header";
  #pending = NOTHING;
  #skip = TRAILER;
  #members = 0;
  #inflate: InflateRaw | undefined;
  #output: Uint8Array[] = [];
  #corrupt = false;
  #unpacked = 0;

  /** Bytes that came out so far. */
  get unpacked(): number {
    return this.#unpacked;
  }

  /** Whether all that was fed makes whole members. */
  get whole(): boolean {
    const atEnd = this.#expected === "nothing" || this.#pending.length === 0;
    return !this.#corrupt && this.#expected !== "body" && this.#expected !== "trailer" && atEnd;
  }

  /** Unpacks `bytes`, up to 1,032 times their size; feed little at a time. */
  async feed(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    this.#output = [];
    let rest = bytes;
    while (rest.length > 0) {
      switch (this.#expected) {
        case "header":
          rest = this.#header(rest);
          break;
        case "body":
          rest = await this.#body(rest);
          break;
        case "trailer":
          rest = this.#trailer(rest);
          break;
        case "nothing":
          rest = NOTHING;
      }
    }
    return this.#output;
  }

  /** Frees zlib's memory. */
  close(): void {
    this.#inflate?.destroy();
  }

  #header(bytes: Uint8Array): Uint8Array {
    const all = this.#pending.length === 0 ? bytes : concatBytes([this.#pending, bytes]);
    const length = headerLength(all);
    if (length === undefined && all.length < LONGEST_HEADER) {
      this.#pending = all;
      return NOTHING;
    }
    this.#pending = NOTHING;
    if (length === undefined || length === "none" || this.#members >= MOST_MEMBERS) {
      this.#corrupt = length !== "none" || this.#members === 0;
      this.#expected = "nothing";
      return NOTHING;
    }
    this.#members += 1;
    this.#expected = "body";
    this.#inflate = this.#open();
    return all.subarray(length);
  }

  #open(): InflateRaw {
    const stream = createInflateRaw({ chunkSize: 65_536 });
    stream.on("data", (chunk: Uint8Array) => {
      this.#output.push(chunk);
      this.#unpacked += chunk.length;
    });
    stream.on("error", () => {
      this.#corrupt = true;
      this.#expected = "nothing";
    });
    return stream;
  }

  async #body(bytes: Uint8Array): Promise<Uint8Array> {
    const stream = this.#inflate;
    if (stream === undefined) return NOTHING;
    const before = stream.bytesWritten;
    await new Promise<void>((resolve) => {
      // zlib does not call back once it has failed or was destroyed; it only closes.
      stream.once("close", resolve);
      stream.write(bytes, () => {
        stream.off("close", resolve);
        resolve();
      });
    });
    const rest = bytes.subarray(stream.bytesWritten - before);
    if (rest.length > 0 && this.#expected === "body") {
      stream.destroy();
      this.#expected = "trailer";
      this.#skip = TRAILER;
    }
    return rest;
  }

  #trailer(bytes: Uint8Array): Uint8Array {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    if (this.#skip === 0) this.#expected = "header";
    return bytes.subarray(skipped);
  }
}

/** The length of a member's header (RFC 1952, 2.3); undefined when more of it is needed. */
function headerLength(bytes: Uint8Array): number | "none" | undefined {
  if (bytes.length >= 2 && !isGzip(bytes)) return "none";
  if (bytes.length < FIXED_HEADER + 2) return undefined;
  const flags = bytes[3] ?? 0;
  let at = FIXED_HEADER;
  if (flags & HAS_EXTRA) at += 2 + extraLength(bytes);
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return undefined;
    at = end + 1;
  }
  if (flags & HAS_CHECK) at += 2;
  return at <= bytes.length ? at : undefined;
}

const FIXED_HEADER = 10;
const HAS_CHECK = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;

function extraLength(bytes: Uint8Array): number {
  return (bytes[FIXED_HEADER] ?? 0) + 256 * (bytes[FIXED_HEADER + 1] ?? 0);
}
