import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createRawSite, createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { heardBy, openDoor, proxied } from "./open-door.ts";
import { createWebSocketSite } from "./websocket-site.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });

/** A site and a door that leads to it. */
async function openSite(routes: Readonly<Record<string, SiteRoute>>) {
  const site = await createSite(routes);
  const open = await openDoor({ connector });
  return {
    ...open,
    site,
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** A site that answers every connection's first bytes with these. */
async function openRaw(answer: string, end = true) {
  const heard: string[] = [];
  const site = await createRawSite((socket) => {
    socket.setEncoding("latin1").once("data", (chunk: string) => {
      heard.push(chunk);
      socket.write(answer, "latin1");
      if (end) socket.end();
    });
  });
  const open = await openDoor({ connector });
  return {
    ...open,
    site,
    heard,
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

const raw: SiteRoute = (request, response) => response.end(JSON.stringify(request.rawHeaders));

describe("a door's requests", () => {
  it("reach the website as a browser without a proxy would send them", async () => {
    await using open = await openSite({ "/": raw });
    const fields = [
      "Proxy-Connection: keep-alive",
      "Proxy-Authorization: Basic c2VjcmV0",
      "X-Private: 1",
      "x-PRIVATE: 2",
      "TE: trailers",
      "Trailer: X",
      "Keep-Alive: timeout=5",
      "Upgrade: h2c",
      "HTTP2-Settings: x",
      "Cookie: a=1",
      "X-Latin: caf\u00e9",
      "cookie: b=2",
    ];
    const host = `127.0.0.1:${open.site.port}`;
    const head = [`GET http://${host}/ HTTP/1.1`, `Host: ${host}`, ...fields];
    const connection =
      "Connection: close, x-private, Upgrade, HTTP2-Settings, Host, Content-Length";
    const { said } = await open.say([...head, connection, "", ""].join("\r\n"));
    const [, body = ""] = said.split("\r\n\r\n");
    expect(JSON.parse(Buffer.from(body, "latin1").toString())).toEqual(
      ["Host", host, "Connection", "keep-alive", "Cookie", "a=1"].concat(
        "X-Latin",
        "caf\u00e9",
        "cookie",
        "b=2",
      ),
    );
  });

  it("carry bodies of a known and of an unknown length as they come", async () => {
    const bodies: string[] = [];
    await using open = await openSite({
      "/": (request, response) => {
        const { "content-length": length, "transfer-encoding": coding } = request.headers;
        void text(request).then((body) => {
          bodies.push(`${request.method} ${length ?? coding} ${body}`);
          response.end();
        });
      },
    });
    const at = open.site.url("/");
    const host = `127.0.0.1:${open.site.port}`;
    const chunked = { host, "transfer-encoding": "chunked" };
    const sized = { host, "content-length": "4", "proxy-connection": "content-length" };
    for (const [method, headers, body] of [
      ["POST", sized, "body"],
      ["POST", chunked, "body"],
      ["PUT", chunked, ""],
      ["GET", sized, "body"],
      ["DELETE", chunked, "body"],
      ["POST", { host, "content-length": "0" }, ""],
      ["PROPFIND", { host }, undefined],
    ] as const) {
      (await open.send(at, { method, headers }, body)).resume();
    }
    await open.say(`POST ${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(bodies).toEqual([
      "POST 4 body",
      "POST chunked body",
      "PUT chunked ",
      "GET 4 body",
      "DELETE chunked body",
      "POST 0 ",
      "PROPFIND 0 ",
      "POST 0 ",
    ]);
  });

  it("arrive piece by piece, before they are complete", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<string>();
    await using open = await openSite({
      "/": (request, response) => {
        request.once("data", (chunk: Buffer) => begin(chunk.toString()));
        request.on("end", () => response.end("complete"));
      },
    });
    const client = open.dial();
    client.write(proxied(open.site.url("/"), "Transfer-Encoding: chunked").replace("GET", "POST"));
    client.write("5\r\nfirst\r\n");
    expect(await begun).toBe("first");
    client.write("0\r\nX-Trailer: dropped\r\n\r\n");
    expect((await heardBy(client)).said).toContain("complete");
  });

  it("ask for the whole server when they name no path", async () => {
    await using open = await openRaw("HTTP/1.1 204 No Content\r\n\r\n");
    for (const [head, line] of [
      [`OPTIONS ${open.site.origin} HTTP/1.1`, "OPTIONS * HTTP/1.1"],
      [`OPTIONS ${open.site.origin}/ HTTP/1.1`, "OPTIONS / HTTP/1.1"],
      [`GET ${open.site.origin} HTTP/1.1`, "GET / HTTP/1.1"],
      [`GET ${open.site.origin}?a HTTP/1.1`, "GET /?a HTTP/1.1"],
      [`GET ${open.site.origin}/a#b HTTP/1.1`, "GET /a HTTP/1.1"],
      [`GET ${open.site.origin}//a/../b\\c HTTP/1.1`, "GET //a/../b\\c HTTP/1.1"],
    ] as const) {
      await open.say(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(open.heard.at(-1)?.split("\r\n")[0]).toBe(line);
    }
  });
});

describe("a door's responses", () => {
  it("are the website's, field by field, without what is between two ends", async () => {
    await using open = await openRaw(
      "HTTP/1.1 299 Fine\u00e9\r\nX-b: 1\r\nSet-Cookie: a\r\nConnection: x-drop\r\nset-cookie: b\r\n" +
        "X-Drop: 1\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nTrailer: X\r\n" +
        "Upgrade: h2c\r\nContent-Length: 2\r\nX-a: caf\u00e9\r\n\r\nok",
    );
    const { said } = await open.say(proxied(open.site.url("/")));
    expect(said).toBe(
      "HTTP/1.1 299 Fine\u00e9\r\nX-b: 1\r\nSet-Cookie: a\r\nset-cookie: b\r\nContent-Length: 2\r\n" +
        "X-a: caf\u00e9\r\n\r\nok",
    );
  });

  it.each([
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n"],
    [
      "304",
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
    ],
    [
      "1xx before the last",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
    ],
    [
      "chunks with a trailer",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-Trailer: 1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
    [
      "no length at all",
      "HTTP/1.0 200 OK\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
  ])("keep their framing: %s", async (_, answer, expected) => {
    await using open = await openRaw(answer);
    expect(await open.say(proxied(open.site.url("/")))).toEqual({ said: expected, broken: false });
  });

  it("to HEAD have a length and no body", async () => {
    await using open = await openRaw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    const { said } = await open.say(proxied(open.site.url("/")).replace("GET", "HEAD"));
    expect(said).toBe("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
  });

  it("arrive piece by piece, the head first", async () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<ServerResponse>();
    await using open = await openSite({
      "/": (_, response) => {
        response.flushHeaders();
        begin(response);
      },
    });
    const response = await open.send(open.site.url("/"));
    const site = await began;
    for (const piece of ["a", "b"]) {
      site.write(piece);
      expect(String((await once(response, "data"))[0])).toBe(piece);
    }
    site.end();
    await once(response, "end");
  });

  it("come one after the other over one connection to the website", async () => {
    await using open = await openSite({ "/": "page", "/gone": { status: 410, body: "gone" } });
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await open.get(open.site.url("/"))).toBe("page");
      expect(await open.get(open.site.url("/gone"))).toBe("gone");
    }
    expect(open.site.connections).toBe(1);
  });
});

describe("a door's tunnels", () => {
  it("carry bytes both ways, also those that were sent at once", async () => {
    await using open = await openRaw("welcome", false);
    const { client, head } = await open.tunnel(`127.0.0.1:${open.site.port}`);
    expect(head).toBe("HTTP/1.1 200 Connection established\r\n\r\n");
    client.end("hello");
    const at = `CONNECT 127.0.0.1:${open.site.port} HTTP/1.1\r\nHost: x\r\n\r\nat once`;
    const hasty = open.dial();
    hasty.write(at);
    await once(hasty, "data");
    hasty.destroy();
    await open.site.idle();
    expect(open.heard).toEqual(["hello", "at once"]);
  });

  it("carry a protocol that a request in absolute form upgrades to", async () => {
    await using site = await createWebSocketSite();
    await using open = await openDoor({ connector });
    const client = open.dial();
    client.write(
      `GET ${site.url("/")} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    const [head] = (await once(client, "data")) as [Buffer];
    expect(head.toString()).toBe(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
    );
    client.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
    expect((await once(client, "data"))[0]).toEqual(Buffer.from([0x81, 2, 0x68, 0x69]));
    client.end();
    await site.idle();
  });

  it("are none when the website keeps its protocol: the connection ends", async () => {
    await using open = await openSite({ "/": "page" });
    const upgrade = `GET ${open.site.url("/")} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect((await open.say(upgrade)).said).toBe("");
  });
});
