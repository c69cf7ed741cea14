import { createFetcher, createTransport } from "dragline/fetcher";
import { createRawSite, type Site } from "dragline/testing";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { createCertificate } from "../../certificates.ts";
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

describe("connections", () => {
  it.each<[string, string]>([
    ["LF alone", `${LF_OK}Content-Length: 2\n\nok`],
    ["chunks with LF", `${LF_OK}Transfer-Encoding: chunked\n\n2\nok\n0\n\n`],
    ["100 before it", `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`],
    ["trailers", `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: y\r\n\r\n`],
    ["the same length twice", `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
  ])("are kept behind an answer with %s", async (_, bytes) => {
    await using site = await siteOf(bytes);
    await using fetcher = createFetcher({}, { allow, retries: 0 });
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await fetcher.fetch(site.url("/"))).text).toBe("ok");
    }
    expect(site.connections).toBe(1);
  });

  it.each<[string, string]>([
    [
      "chunks and a length",
      `${OK}Connection: keep-alive\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    [
      "chunks of HTTP/1.0",
      "HTTP/1.0 200 OK\nConnection: keep-alive\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n",
    ],
  ])("end behind an answer with %s", async (_, bytes) => {
    await using site = await siteOf(bytes);
    await using fetcher = createFetcher({}, { allow, retries: 0 });
    const pages = [await fetcher.fetch(site.url("/")), await fetcher.fetch(site.url("/"))];
    expect(pages.map(({ text }) => text)).toEqual(["ok", "ok"]);
    expect(site.connections).toBe(2);
  });

  it("never take what came before the request for its answer", async () => {
    let asked = 0;
    await using site = await siteOf((socket) => {
      asked += 1;
      if (asked === 1) socket.write(`${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\nX-Early: `);
      else socket.write("y\nContent-Length: 3\n\nbad");
    });
    await using fetcher = createFetcher({}, { allow, retries: 0 });
    expect((await fetcher.fetch(site.url("/"))).text).toBe("ok");
    await site.idle();
    expect(site.connections).toBe(1);
  });

  it("that end behind 100 are not used anew for what was asked", async () => {
    let asked = 0;
    await using site = await siteOf((socket) => {
      asked += 1;
      if (asked === 1) socket.write(`${LF_OK}Content-Length: 2\n\nok`);
      else socket.end("HTTP/1.1 100 Continue\n\n");
    });
    await using fetcher = createFetcher({}, { allow, retries: 0 });
    expect((await fetcher.fetch(site.url("/"))).text).toBe("ok");
    expect((await failureOf(fetcher.fetch(site.url("/")))).code).toBe("CONNECTION_LOST");
    expect(asked).toBe(2);
  });

  it.each<[string, "GET" | "HEAD", string]>([
    ["HEAD", "HEAD", `${LF_OK}Transfer-Encoding: chunked\n\n`],
    ["HEAD with a length", "HEAD", `${LF_OK}Content-Length: 7\n\n`],
    ["204", "GET", "HTTP/1.1 204 No Content\n\n"],
    ["204 with chunks", "GET", "HTTP/1.1 204\nTransfer-Encoding: chunked\n\n"],
    ["304 with a length", "GET", "HTTP/1.1 304 Not Modified\nContent-Length: 7\n\n"],
  ])("bring no body for %s", async (_, method, bytes) => {
    await using site = await siteOf(bytes);
    expect((await fetchFrom(site, method)).text).toBe("");
  });
});

describe("long bodies", () => {
  it("in chunks with LF come whole however slowly they are taken", async () => {
    const piece = "0123456789abcdef\n\r\n".repeat(1000);
    const chunk = `${piece.length.toString(16)}\n${piece}\n`;
    await using site = await siteOf(
      `${LF_OK}Transfer-Encoding: chunked\n\n${chunk.repeat(100)}0\n\n`,
    );
    await using transport = createTransport({}, { allow });
    const url = new URL(site.url("/"));
    for (const turns of [0, 20]) {
      const { signal } = new AbortController();
      const { body } = await transport.send({ url, method: "GET", headers: {} }, signal);
      const pieces: Uint8Array[] = [];
      for await (const bytes of body) {
        pieces.push(bytes);
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      }
      expect(Buffer.concat(pieces).toString("latin1") === piece.repeat(100)).toBe(true);
    }
    expect(site.connections).toBe(1);
  });

  it("are the same wherever the network cuts them", async () => {
    const bytes = `HTTP/1.1 100 Continue\n\n${LF_OK}X: a\n b\nTransfer-Encoding: chunked\n\n3;x\nabc\n10\r\n0123456789abcdef\r\n0\nT: u\n\n`;
    for (let at = 1; at < bytes.length; at += 1) {
      await using site = await siteOf((socket) => {
        socket.setNoDelay(true);
        socket.write(bytes.slice(0, at), () => setImmediate(() => socket.write(bytes.slice(at))));
      });
      expect((await fetchFrom(site)).text).toBe("abc0123456789abcdef");
    }
  });
});

describe("answers over TLS", () => {
  it("are read alike", async () => {
    const tls = await createCertificate({ names: ["127.0.0.1"] });
    const server = createServer(tls, (socket) => {
      socket.on("data", () => socket.write(`${LF_OK}Content-Length: 2\n\nok`));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await using fetcher = createFetcher({}, { allow, retries: 0, ca: tls.ca });
    expect((await fetcher.fetch(`https://127.0.0.1:${port}/`)).text).toBe("ok");
    await fetcher[Symbol.asyncDispose]();
    await new Promise((resolve) => void server.close(resolve));
  });
});
