import { createReadStream } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, createGunzip, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EndedEarlyError } from "../../../src/node/bulk/byte-reader.ts";
import { warcPages } from "../../../src/node/bulk/warc-pages.ts";

/** Written by GNU Wget 1.21.3 of two pages on loopback. */
const ARCHIVE = join(import.meta.dirname, "../../fixtures/web-archive/wget.warc.gz");

interface Record {
  readonly type?: string;
  readonly url?: string;
  readonly contentType?: string;
  readonly more?: string;
  readonly block: string | Buffer;
  /** What the record says that its length is. */
  readonly length?: number | string;
}

function record({ type = "response", url = "https://a.test/", block, ...more }: Record): Buffer {
  const bytes = Buffer.from(block);
  const { contentType = "application/http; msgtype=response", length = bytes.length } = more;
  const head = `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\n${more.more ?? ""}Content-Type: ${contentType}\r\nContent-Length: ${length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n\r\n")]);
}

function answer(body: string | Buffer, headers = "", status = "200 OK"): Buffer {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** What an archive has, in whatever pieces it comes. */
async function read(archive: Buffer, { piece = archive.length, maxBytes = 1_000_000 } = {}) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < archive.length; at += piece) yield archive.subarray(at, at + piece);
  }
  const pages: unknown[] = [];
  let leftOut = 0;
  for await (const page of warcPages(chunks(), { maxBytes, leaveOut: () => (leftOut += 1) })) {
    pages.push("html" in page ? Buffer.from(page.html).toString() : page);
  }
  return { pages, leftOut };
}

describe("warcPages", () => {
  it("reads what Wget wrote", async () => {
    const pages = [];
    let leftOut = 0;
    const packed = createReadStream(ARCHIVE).pipe(createGunzip());
    const call = { maxBytes: 1_000_000, leaveOut: () => (leftOut += 1) };
    for await (const page of warcPages(packed as AsyncIterable<Uint8Array>, call)) pages.push(page);
    expect(pages).toMatchObject([
      { url: "http://127.0.0.1:8765/", contentType: "text/html; charset=utf-8" },
      { url: "http://127.0.0.1:8765/harbour.html", contentType: "text/html" },
    ]);
    const [, page] = pages as { html: Uint8Array }[];
    expect(Buffer.from(page?.html ?? []).toString()).toMatch(/^<!doctype html>[^]*<\/html>\n$/i);
    expect(leftOut).toBe(8);
  });

  it.each([1, 7, 1000])("reads the same in pieces of %i bytes", async (piece) => {
    const archive = Buffer.concat([
      record({
        type: "warcinfo",
        contentType: "application/warc-fields",
        block: "software: x\r\n",
      }),
      record({
        type: "request",
        contentType: "application/http; msgtype=request",
        block: "GET / HTTP/1.1\r\n\r\n",
      }),
      record({ block: answer("<p>one") }),
      record({ block: answer("", "Location: /b\r\n", "302 Found") }),
      record({ block: answer("<p>gone", "", "404 Not Found") }),
      record({ type: "revisit", block: answer("") }),
      record({ type: "resource", contentType: "text/html", block: "<p>two" }),
      record({ type: "resource", contentType: "image/png", block: "PNG" }),
      record({
        type: "resource",
        url: "file:///etc/x.html",
        contentType: "text/html",
        block: "<p>local",
      }),
    ]);
    expect(await read(archive, { piece })).toEqual({ pages: ["<p>one", "<p>two"], leftOut: 7 });
  });

  it("takes codings off bodies that are in them, and leaves others as they are", async () => {
    const page = "<p>coded ".repeat(50);
    const chunked = (body: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`a;x=y\r\n`),
        body.subarray(0, 10),
        Buffer.from(`\r\n${(body.length - 10).toString(16)}\r\n`),
        body.subarray(10),
        Buffer.from("\r\n0\r\n\r\n"),
      ]);
    const bodies: [string, string | Buffer][] = [
      ["Content-Encoding: gzip", gzipSync(page)],
      ["Content-Encoding: br", brotliCompressSync(page)],
      ["Content-Encoding: deflate", deflateRawSync(page)],
      ["Transfer-Encoding: chunked", chunked(Buffer.from(page))],
      ["Transfer-Encoding: chunked\r\nContent-Encoding: gzip", chunked(gzipSync(page))],
      // Archives that keep the headers of what they decoded.
      ["Transfer-Encoding: chunked\r\nContent-Encoding: gzip", page],
      ["Content-Encoding: unknown", page],
    ];
    const archive = bodies.map(([headers, body]) =>
      record({ block: answer(body, `${headers}\r\n`) }),
    );
    expect(await read(Buffer.concat(archive))).toEqual({
      pages: bodies.map(() => page),
      leftOut: 0,
    });
  });

  it("says what is too large, also once it is unpacked", async () => {
    const archive = Buffer.concat([
      record({ url: "https://a.test/large", block: answer("x".repeat(3000)) }),
      record({
        url: "https://a.test/bomb",
        block: answer(gzipSync("x".repeat(50_000)), "Content-Encoding: gzip\r\n"),
      }),
      record({ block: answer("<p>small") }),
    ]);
    expect(await read(archive, { maxBytes: 2000 })).toEqual({
      pages: [
        { url: "https://a.test/large", error: "larger than 2000 bytes" },
        { url: "https://a.test/bomb", error: "larger than 2000 bytes when it is unpacked" },
        "<p>small",
      ],
      leftOut: 0,
    });
  });

  it("says that a record has not all of its page", async () => {
    const chunks = [record({ more: "WARC-Truncated: length\r\n", block: answer("<p>half") })];
    const call = { maxBytes: 1000, leaveOut: () => {} };
    const pages = [];
    async function* input(): AsyncGenerator<Uint8Array> {
      yield* chunks;
    }
    for await (const page of warcPages(input(), call)) pages.push(page);
    expect(pages).toMatchObject([{ truncated: "length" }]);
  });

  it("reads what is there of a body that is cut off, and says so", async () => {
    const words = Array.from({ length: 4000 }, (_, index) => `<p>word ${index ** 3}`).join("");
    const bodies = [
      answer(gzipSync(words).subarray(0, 9000), "Content-Encoding: gzip\r\n"),
      answer(brotliCompressSync(words).subarray(0, 9000), "Content-Encoding: br\r\n"),
    ];
    for (const block of bodies) {
      const pages = [];
      const call = { maxBytes: 1_000_000, leaveOut: () => {} };
      async function* input(): AsyncGenerator<Uint8Array> {
        yield record({ block });
      }
      for await (const page of warcPages(input(), call)) pages.push(page);
      const [page] = pages as { html: Uint8Array; truncated: string }[];
      expect(page?.truncated).toBe("body");
      const text = Buffer.from(page?.html ?? []).toString();
      expect(text.length).toBeGreaterThan(1000);
      expect(words.startsWith(text)).toBe(true);
    }
  });

  it.each([
    [
      "a coding of no sense",
      answer("<p>one", "Content-Encoding: constructor, __proto__\r\n"),
      "<p>one",
    ],
    [
      "headers without end",
      answer("<p>one", "a: b\r\n".repeat(2000)),
      { url: "https://a.test/", error: expect.stringContaining("more than 1000 lines") },
    ],
    [
      "a header that is too long",
      answer("<p>one", `a: ${"b".repeat(70_000)}\r\n`),
      { url: "https://a.test/", error: expect.stringContaining("longer than 65536") },
    ],
  ])("reads what follows an answer with %s", async (_, block, page) => {
    const archive = Buffer.concat([record({ block }), record({ block: answer("<p>two") })]);
    expect(await read(archive)).toEqual({ pages: [page, "<p>two"], leftOut: 0 });
  });

  it("leaves out what is large and no page, and reads addresses as they are written", async () => {
    const video = Buffer.concat([
      Buffer.from("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n"),
      Buffer.alloc(5000),
    ]);
    const large = answer("x".repeat(5000));
    const archive = Buffer.concat([
      record({ block: video }),
      record({ url: "https://a.test/ü", block: large }),
    ]);
    expect(await read(archive, { maxBytes: 2000 })).toEqual({
      pages: [{ url: "https://a.test/ü", error: "larger than 2000 bytes" }],
      leftOut: 1,
    });
  });

  it("stops reading where its reader does", async () => {
    let closed = false;
    async function* input(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield record({ block: answer("<p>one") });
      } finally {
        closed = true;
      }
    }
    for await (const _ of warcPages(input(), { maxBytes: 1000, leaveOut: () => {} })) break;
    expect(closed).toBe(true);
  });

  it("fails where an archive is cut off, after the pages before", async () => {
    const archive = Buffer.concat([
      record({ block: answer("<p>one") }),
      record({ block: answer("<p>two") }),
    ]);
    for (let end = archive.length / 2 + 1; end < archive.length - 4; end += 1) {
      await expect(read(archive.subarray(0, end))).rejects.toThrow(EndedEarlyError);
    }
  });

  it.each([
    [
      "what is no archive",
      Buffer.from("<!doctype html>\n<p>page"),
      "record 1 is not one of a WARC",
    ],
    [
      "a length that is none",
      record({ block: "", length: "-5" }),
      "record 1 has no valid Content-Length",
    ],
    [
      "a line without end",
      Buffer.from(`WARC/1.0${"x".repeat(200_000)}`),
      "a line is longer than 65536 bytes",
    ],
    [
      "headers without end",
      Buffer.from(`WARC/1.0\r\n${"a: b\r\n".repeat(2000)}`),
      "more than 1000 lines of headers",
    ],
  ])("refuses %s", async (_, archive, message) => {
    await expect(read(archive)).rejects.toThrow(message);
  });
});
