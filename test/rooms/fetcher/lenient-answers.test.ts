import { createFetcher } from "dragline/fetcher";
import { createRawSite, type Site } from "dragline/testing";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failures.ts";

const allow = ["127.0.0.1"];
const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
const LF_OK = "HTTP/1.1 200 OK\nContent-Type: text/plain\n";

type Answer = (socket: Socket) => unknown;

/** A site that answers each request as it is told, and leaves its connections open. */
function siteOf(answer: string | Answer) {
  return createRawSite((socket) =>
    socket.on("data", () => {
      if (typeof answer === "string") socket.write(answer, "latin1");
      else answer(socket);
    }),
  );
}

async function fetchFrom(site: Site, method: "GET" | "HEAD" = "GET") {
  await using fetcher = createFetcher({}, { allow, retries: 0, maxHeaderSize: 4096 });
  return await fetcher.fetch(site.url("/"), { method });
}

/** Writes a byte at a time, each in a packet of its own as far as the machine allows. */
async function drip(socket: Socket, text: string): Promise<void> {
  socket.setNoDelay(true);
  for (const character of text) {
    await new Promise((resolve) => void socket.write(character, "latin1", resolve));
    await new Promise(setImmediate);
  }
}

describe("answers that browsers read", () => {
  it.each<[string, string]>([
    ["lines that end with LF alone", `${LF_OK}Content-Length: 5\n\nhello`],
    ["some lines that end with LF alone", `${OK}X-A: b\nContent-Length: 5\r\n\r\nhello`],
    ["an empty line of LF behind lines of CRLF", `${OK}Content-Length: 5\r\n\nhello`],
    ["an empty line of CRLF behind lines of LF", `${LF_OK}Content-Length: 5\n\r\nhello`],
    ["empty lines before it", `\r\n\n\r\n${OK}Content-Length: 5\r\n\r\nhello`],
    ["no reason", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"],
    ["no reason, with LF", "HTTP/1.1 200\nContent-Length: 5\n\nhello"],
    ["more white space", "HTTP/1.1  200   Very  OK\r\nContent-Length: 5\r\n\r\nhello"],
    ["a protocol in lower case", "http/1.1 200 ok\r\nContent-Length: 5\r\n\r\nhello"],
    ["a later minor version", "HTTP/1.2 200 OK\r\nContent-Length: 5\r\n\r\nhello"],
    ["a field without a value", `${OK}X-Empty:\r\nContent-Length: 5\r\n\r\nhello`],
    ["a line without a colon", `${OK}nonsense\r\nContent-Length: 5\r\n\r\nhello`],
    ["a field without a name", `${OK}: x\r\nContent-Length: 5\r\n\r\nhello`],
    ["a name that is no token", `${OK}X(A): x\r\nContent-Length: 5\r\n\r\nhello`],
    [
      "white space before the first field",
      `HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 5\r\n\r\nhello`,
    ],
    ["a length twice", `${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`],
    ["a length twice in a line", `${OK}Content-Length: 5, 5\r\n\r\nhello`],
    ["a length in two ways", `${OK}Content-Length: 05\r\ncontent-length: 5 , 5\r\n\r\nhello`],
    ["a folded length", `${OK}Content-Length:\r\n 5\r\n\r\nhello`],
    ["a bell and CR in a value", `${OK}X-A: a\x07b\rc\r\nContent-Length: 5\r\n\r\nhello`],
    [
      "100 that nobody asked for",
      `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 5\r\n\r\nhello`,
    ],
    ["100 with LF", `HTTP/1.1 100 Continue\n\n${LF_OK}Content-Length: 5\n\nhello`],
    [
      "several of 1xx",
      `HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nLink: </a>\r\n\r\nHTTP/1.1 199 X\r\n\r\nHTTP/1.1 100 C\r\n\r\n${OK}Content-Length: 5\r\n\r\nhello`,
    ],
    ["chunks", `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ["chunks with LF", `${LF_OK}Transfer-Encoding: chunked\n\n2\nhe\n3\nllo\n0\n\n`],
    [
      "chunks with LF behind a head with CRLF",
      `${OK}Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n`,
    ],
    [
      "chunks with extensions and trailers",
      `${OK}Transfer-Encoding: chunked\r\n\r\n5;a=b;c="d"\r\nhello\r\n0;z\r\nX-T : a\r\n folded\r\n\r\n`,
    ],
    [
      "chunk sizes with white space",
      `${OK}Transfer-Encoding: chunked\r\n\r\n5  \r\nhello\r\n0 \r\n\r\n`,
    ],
    [
      "chunk sizes with zeros",
      `${OK}Transfer-Encoding: CHUNKED\r\n\r\n${"0".repeat(30)}5\r\nhello\r\n000\r\n\r\n`,
    ],
    [
      "chunks and a length",
      `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    ],
    [
      "chunks and two lengths",
      `${OK}Transfer-Encoding: chunked\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    ],
    [
      "an identity coding and a length",
      `${OK}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello`,
    ],
    [
      "chunks of HTTP/1.0",
      "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ],
  ])("with %s are read, at once and byte by byte", async (_, bytes) => {
    await using whole = await siteOf(bytes);
    expect(await fetchFrom(whole)).toMatchObject({ status: 200, text: "hello" });
    await using dripping = await siteOf((socket) => drip(socket, bytes));
    expect(await fetchFrom(dripping)).toMatchObject({ status: 200, text: "hello" });
  });
});

describe("fields that are odd", () => {
  it("are joined where they are folded, left out where they have no name, and keep their values", async () => {
    const lines = [
      "X-Fold: one",
      "\t two",
      "   three ",
      "X-Space : gone",
      " with its fold",
      "X-Bare: a\rb\x1bc",
      "X-Twice: 1",
      "x-twice: 2",
      "X-High: \xe9",
      "Content-Length: 2",
    ];
    for (const end of ["\r\n", "\n"]) {
      await using site = await siteOf(`HTTP/1.1 200 OK${end}${lines.join(end)}${end}${end}ok`);
      const { headers, text } = await fetchFrom(site);
      expect(text).toBe("ok");
      expect(headers).toMatchObject({
        "x-fold": "one two three",
        "x-bare": "a b c",
        "x-twice": ["1", "2"],
        "x-high": "\xe9",
      });
      expect(Object.keys(headers).filter((name) => name.startsWith("x-space"))).toEqual([]);
    }
  });

  it("say nothing of the body's length when they are left out", async () => {
    await using site = await siteOf((socket) =>
      socket.end(`${OK}Content-Length : 2\r\n\r\nlonger`),
    );
    expect((await fetchFrom(site)).text).toBe("longer");
  });

  it.each<[string, string, string]>([
    ["two lengths", `${LF_OK}Content-Length: 1\nContent-Length: 2\n\nab`, "CONNECTION_LOST"],
    ["two lengths in a line", `${OK}Content-Length: 1, 2\r\n\r\nab`, "CONNECTION_LOST"],
    ["a length that is none", `${LF_OK}Content-Length: 2x\n\nab`, "CONNECTION_LOST"],
    ["a NUL", `${LF_OK}X-A: a\0b\n\n`, "INVALID_RESPONSE"],
    ["a long head", `${LF_OK}${"X-A: aaaaaaa\n".repeat(1000)}\n`, "HEADERS_TOO_LARGE"],
    ["a head without end", `${LF_OK}X-A: ${"a".repeat(100_000)}`, "HEADERS_TOO_LARGE"],
    ["1xx without end", "HTTP/1.1 102 Processing\n\n".repeat(10_000), "HEADERS_TOO_LARGE"],
    ["a switch of protocols", "HTTP/1.1 101 Switching\nUpgrade: x\n\n", "INVALID_RESPONSE"],
    ["another protocol", "SSH-2.0-x\n", "INVALID_RESPONSE"],
    [
      "a chunk that is too short",
      `${LF_OK}Transfer-Encoding: chunked\n\n2\nabc\n0\n\n`,
      "INVALID_RESPONSE",
    ],
    [
      "a chunk size that is none",
      `${LF_OK}Transfer-Encoding: chunked\n\n-2\nab\n0\n\n`,
      "INVALID_RESPONSE",
    ],
    [
      "a chunk size without end",
      `${OK}Transfer-Encoding: chunked\r\n\r\n2;${"x".repeat(100_000)}`,
      "CONNECTION_LOST",
    ],
  ])("fail with a code for %s", async (_, bytes, code) => {
    await using site = await siteOf((socket) => socket.end(bytes, "latin1"));
    expect((await failureOf(fetchFrom(site))).code).toBe(code);
    await site.idle();
  });
});
