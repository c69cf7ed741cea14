import { once } from "node:events";
import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, type GuardProxyOptions } from "../../../src/net/index.ts";
import { heardBy, openDoor, proxied } from "./open-door.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });

/** A website that answers each connection's first bytes so, byte by byte, and a door to it. */
async function openSite(answer: string, options: GuardProxyOptions = {}) {
  const site = await createRawSite((socket) => {
    socket.once("data", () => socket.end(answer, "latin1"));
  });
  const open = await openDoor({ connector, options });
  return {
    ...open,
    site,
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

describe("a door", () => {
  it.each([
    ["two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
    ["a list of lengths", "Content-Length: 3, 3\r\n\r\nabc"],
    ["a signed length", "Content-Length: +3\r\n\r\nabc"],
    ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"],
    ["chunks that are not the last coding", "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
    ["a folded field", "X: a\r\n b\r\n\r\n"],
    ["a folded first field", " X: a\r\n\r\n"],
    ["a field without a colon", "X\r\n\r\n"],
    ["a field without a name", ": a\r\n\r\n"],
    ["a bare line feed", "X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a bare carriage return", "X: a\rTransfer-Encoding: chunked\r\n\r\n"],
    ["NUL in a field", "X: a\0b\r\n\r\n"],
    ["a length that is none", "Content-Length: 0x3\r\n\r\nabc"],
    ["a length beyond all numbers", "Content-Length: 99999999999999999999\r\n\r\n"],
  ])("refuses a request with %s, and nobody hears of it", async (_, rest) => {
    await using open = await openSite(OK);
    const head = `POST ${open.site.url("/")} HTTP/1.1\r\nHost: x\r\n`;
    expect((await open.say(head + rest)).said).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
    expect(open.site.connections).toBe(0);
  });

  it.each([
    ["a coding with a tab in its name", "Transfer-Encoding: \tchun\tked\r\n\r\n0\r\n\r\n"],
    ["a coding beside chunks", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"],
    [
      "chunks within chunks",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("does not know %s", async (_, rest) => {
    await using open = await openSite(OK);
    const head = `POST ${open.site.url("/")} HTTP/1.1\r\nHost: x\r\n`;
    expect((await open.say(head + rest)).said).toMatch(/^HTTP\/1\.1 (?:501|400) /);
    expect(open.site.connections).toBe(0);
  });

  it.each([
    ["origin form", "GET / HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["asterisk form", "OPTIONS * HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["authority form", "GET site.test:80 HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["https", "GET https://site.test/ HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["ftp", "GET ftp://site.test/ HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["no host", "GET http:///a HTTP/1.1\r\nHost: site.test\r\n\r\n", "400 Bad Request"],
    ["spaces", "GET  http://site.test/ a HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request"],
    ["a backslash", "GET http://site.test\\ HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request"],
    ["no Host", "GET http://site.test/ HTTP/1.1\r\n\r\n", "400 Bad Request"],
    ["TRACE", "TRACE http://site.test/ HTTP/1.1\r\nHost: x\r\n\r\n", "405 Method Not Allowed"],
    ["no method", "NONE http://site.test/ HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 Bad Request"],
    ["HTTP/0.9", "GET http://site.test/\r\n\r\n", "400 Bad Request"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400 Bad Request"],
    ["SOCKS", "\x05\x01\x00", "400 Bad Request"],
    [
      "an upgrade with a body",
      "GET http://site.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\na",
      "400 Bad Request",
    ],
  ])("refuses what is no request to a proxy: %s", async (_, request, status) => {
    await using open = await openSite(OK);
    const { said } = await open.say(request);
    expect(said.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
    expect(open.site.connections).toBe(0);
  });

  it("ends the connection at a head above the limit, since a page can have one sent", async () => {
    await using open = await openSite(OK, { maxHeadBytes: 4096 });
    const fields = (count: number): string[] =>
      Array.from({ length: count }, (_, at) => `X-${at}: ${"a".repeat(80)}`);
    expect((await open.say(proxied(open.site.url("/"), ...fields(20)))).said).toContain("ok");
    expect((await open.say(proxied(open.site.url("/"), ...fields(60)))).said).toBe("");
    expect((await open.say(proxied(open.site.url(`/${"a".repeat(5000)}`)))).said).toBe("");
    const endless = open.dial();
    endless.write("GET http://site.test/ HTTP/1.1\r\n");
    const flood = (): void => {
      while (endless.writable && endless.write("X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"));
    };
    endless.on("drain", flood);
    flood();
    expect((await heardBy(endless)).said).toBe("");
    expect(open.site.connections).toBe(1);
  });

  it("passes thousands of fields on, within the limit of bytes", async () => {
    let heard = "";
    await using site = await createRawSite((socket) => {
      socket.on("data", (chunk) => {
        heard += chunk.toString();
        if (heard.endsWith("\r\n\r\n"))
          socket.end(OK.replace("\r\n", `\r\n${"X: a\r\n".repeat(3000)}`));
      });
    });
    await using open = await openDoor({ connector });
    const fields = Array.from({ length: 3000 }, () => "X: a");
    const { said } = await open.say(proxied(site.url("/"), ...fields));
    expect(heard.split("X: a\r\n").length - 1).toBe(3000);
    expect(said.split("X: a\r\n").length - 1).toBe(3000);
  });

  it("cuts a connection that asks again before it is answered", async () => {
    await using site = await createSite({ "/next": "next", "*": () => {} });
    await using open = await openDoor({ connector });
    const nexts = [
      proxied(site.url("/next")),
      `CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`,
      "not HTTP\r\n\r\n",
    ];
    for (const [turn, next] of nexts.entries()) {
      const client = open.dial();
      client.write(`GET ${site.url(`/${turn}`)} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await site.seen(`/${turn}`);
      client.write(next);
      expect((await heardBy(client)).said).toBe("");
      await site.idle();
    }
    expect(site.requests.map(({ path }) => path)).toEqual(["/0", "/1", "/2"]);
  });

  it("breaks a request's body that turns out malformed, also for the website", async () => {
    const { promise: heard, resolve } = Promise.withResolvers<string>();
    await using site = await createSite({
      "/": (request) => {
        request.on("error", ({ message }) => resolve(message)).resume();
      },
    });
    await using open = await openDoor({ connector });
    const client = open.dial();
    client.write(
      `POST ${site.url("/")} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
    );
    await site.seen("/");
    client.write("zz\r\n");
    expect((await heardBy(client)).said).toBe("");
    expect(await heard).toBe("aborted");
  });

  it.each([
    ["nothing", ""],
    ["something else", "SSH-2.0-OpenSSH\r\n"],
    ["HTTP/0.9", "<title>page</title>"],
    ["half a head", "HTTP/1.1 200 OK\r\nX: 1\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok"],
    ["a field with NUL", "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n"],
    ["status 99", "HTTP/1.1 099 X\r\n\r\n"],
    ["status 1000", "HTTP/1.1 1000 X\r\n\r\n"],
    ["another protocol unasked", "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"],
    [
      "407, as a proxy would",
      "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nok",
    ],
    ["a head above the limit", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(9000)}\r\n\r\n`],
  ])("ends the connection when a website answers %s", async (_, answer) => {
    await using open = await openSite(answer, { maxHeadBytes: 8192 });
    expect((await open.say(proxied(open.site.url("/")))).said).toBe("");
  });

  it.each([
    ["less than its length", "Content-Length: 9\r\n\r\npart"],
    ["no last chunk", "Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n"],
    ["a malformed chunk", "Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\nzz\r\n"],
  ])("breaks a response with %s", async (_, rest) => {
    await using open = await openSite(`HTTP/1.1 200 OK\r\n${rest}`);
    const { said, broken } = await open.say(proxied(open.site.url("/")));
    expect(said.endsWith("0\r\n\r\n")).toBe(false);
    expect(broken).toBe(true);
    const old = await open.say(`GET ${open.site.url("/")} HTTP/1.0\r\n\r\n`);
    expect(old.broken).toBe(true);
  });

  it("gives no second response to who asked once", async () => {
    await using open = await openSite(OK + OK.replace("ok", "no"));
    const { said } = await open.say(proxied(open.site.url("/")));
    expect(said).toBe(OK);
    const client = open.dial();
    client.write(proxied(open.site.url("/")).replace("Connection: close\r\n", ""));
    expect(String((await once(client, "data"))[0])).toBe(OK);
    client.destroy();
  });

  it("takes nothing that a website says unasked for the next response", async () => {
    const greeted = Promise.withResolvers<void>();
    await using site = await createRawSite((socket) => {
      socket.once("data", () => {
        socket.write(OK, "latin1", () => {
          setImmediate(() => socket.write(OK.replace("ok", "no"), () => greeted.resolve()));
        });
        socket.on("data", () => socket.write(OK.replace("ok", "no")));
      });
    });
    await using open = await openDoor({ connector });
    expect(await open.get(site.url("/"))).toBe("ok");
    await greeted.promise;
    await site.idle();
    expect(await open.get(site.url("/"))).toBe("ok");
    expect(site.connections).toBe(2);
  });
});
