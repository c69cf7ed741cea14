import type { Socket } from "node:net";
import { createRawSite, createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../src/webhooks/attempts/attempt-sender.ts";
import { createInternet } from "../fetcher/internet.ts";
import { attemptAt, headers, sendOnce, signal } from "./attempts.ts";

const allow = ["127.0.0.1"];
const OK = "HTTP/1.1 200 OK\r\n";

/** A receiver that answers each request with these bytes and then closes. */
function answering(bytes: string, then: (socket: Socket) => void = (socket) => socket.end()) {
  return createRawSite((socket) =>
    socket.once("data", () => {
      socket.write(bytes, "latin1");
      then(socket);
    }),
  );
}

/** Writes for as long as the other side reads. */
function flood(socket: Socket, bytes: string): void {
  const more = (): void => {
    if (!socket.destroyed && socket.write(bytes)) setImmediate(more);
  };
  socket.on("drain", more);
  more();
}

describe("a receiver whose answer is odd", () => {
  it.each([
    ["lines that end with LF", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"],
    ["chunks that end with LF", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n"],
    ["a folded header", `${OK}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`],
    ["white space before a colon", `${OK}X : a\r\nContent-Length: 0\r\n\r\n`],
    ["a header without a colon", `${OK}What is this\r\n\r\n`],
    ["a length twice", `${OK}Content-Length: 0\r\nContent-Length: 0\r\n\r\n`],
    ["a length beside chunks", `${OK}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n`],
    ["100 that nobody asked for", `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 0\r\n\r\n`],
    ["no reason", "HTTP/1.1 200\nContent-Length: 0\n\n"],
  ])("has taken what it answers with %s", async (_, bytes) => {
    await using site = await answering(bytes);
    const result = await sendOnce(site.url("/"));
    expect(result).toMatchObject({ httpStatus: 200, failure: undefined });
    expect(site.connections).toBe(1);
  });
});

describe("a receiver whose answer is no HTTP", () => {
  it.each([
    ["a page without a head (HTTP/0.9)", "<html>taken</html>"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["frames of HTTP/2", "\0\0\x12\x04\0\0\0\0\0"],
    ["a record of TLS", "\x15\x03\x01\0\x02\x02\x28"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"],
    ["a zero byte in a header", `${OK}X: a\0b\r\nContent-Length: 0\r\n\r\n`],
    ["a length that is none", `${OK}Content-Length: -3\r\n\r\nabc`],
    ["a protocol that nobody asked for", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"],
    ["a head of 20 KB", `${OK}X: ${"a".repeat(20_000)}\r\n\r\n`],
    ["a thousand headers", `${OK}${"X-Header-Name: value\r\n".repeat(1_000)}\r\n`],
  ])("fails with %s", async (_, bytes) => {
    await using site = await answering(bytes);
    expect(await sendOnce(site.url("/"))).toMatchObject({
      httpStatus: null,
      failure: "invalid-response",
      permanent: false,
    });
    await site.idle();
  });

  it.each([
    ["nothing", ""],
    ["half a line", "HTTP/1.1 2"],
    ["half a head", `${OK}X: 1`],
    ["two lengths", `${OK}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
  ])("that ends after %s loses the attempt", async (_, bytes) => {
    await using site = await answering(bytes);
    expect(await sendOnce(site.url("/"))).toMatchObject({
      httpStatus: null,
      failure: "connection-lost",
      permanent: false,
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["at once", (socket) => socket.resetAndDestroy()],
    ["at the request", (socket) => socket.once("data", () => socket.resetAndDestroy())],
    [
      "half-way",
      (socket) => socket.once("data", () => socket.write(OK, () => socket.resetAndDestroy())),
    ],
  ])("that resets the connection %s loses the attempt", async (_, serve) => {
    await using site = await createRawSite(serve);
    const { httpStatus, failure } = await sendOnce(site.url("/"));
    expect(httpStatus).toBe(null);
    expect(failure).toMatch(/^connect(?:ion-lost)?$/);
  });

  it.each([
    ["a head that never ends", OK, "X-More: and more and more\r\n".repeat(50)],
    ["one header that never ends", `${OK}X: `, "a".repeat(5_000)],
  ])("cannot hold an attempt with %s", async (_, start, more) => {
    await using site = await answering(start, (socket) => flood(socket, more));
    expect(await sendOnce(site.url("/"))).toMatchObject({
      httpStatus: null,
      failure: "invalid-response",
    });
    await site.idle();
  });

  it("cannot hold an attempt longer than its deadline with announcements", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    await using site = await answering("", (socket) => flood(socket, hint.repeat(50)));
    const { failure } = await sendOnce(site.url("/"), { timeoutMs: 300 });
    expect(failure).toMatch(/^(?:timeout|invalid-response)$/);
    await site.idle();
  });
});

describe("a receiver that has said 2xx", () => {
  it.each([
    ["chunks that are none", `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`],
    ["a body that is cut", `${OK}Content-Length: 100\r\n\r\nabc`],
    ["chunks that are cut", `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nab`],
    ["a coding that is none", `${OK}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nzz`],
    ["early hints before", `HTTP/1.1 103 Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 0\r\n\r\n`],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nbody"],
  ])("has taken it, with %s", async (_, bytes) => {
    await using site = await answering(bytes);
    expect(await sendOnce(site.url("/"))).toMatchObject({ httpStatus: 200, failure: undefined });
  });

  it("has taken it when the connection is reset behind the head", async () => {
    await using site = await createRawSite((socket) =>
      socket.once("data", () => {
        socket.write(`${OK}Content-Length: 9\r\n\r\n`);
        setImmediate(() => setImmediate(() => socket.resetAndDestroy()));
      }),
    );
    expect(await sendOnce(site.url("/"))).toMatchObject({ httpStatus: 200, failure: undefined });
  });

  it.each([
    ["without a length", "\r\n"],
    ["of a terabyte", "Content-Length: 1099511627776\r\n\r\n"],
  ])("is not listened to for a body that never ends, %s", async (_, rest) => {
    let sent = 0;
    await using site = await answering(OK + rest, (socket) => {
      flood(socket, "x".repeat(16_384));
      socket.on("close", () => (sent = socket.bytesWritten));
    });
    expect(await sendOnce(site.url("/"))).toMatchObject({ httpStatus: 200, failure: undefined });
    await site.idle();
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([
    [4_096, 1],
    [400_000, 2],
  ])("with a body of %i bytes has %i connections for two attempts", async (length, connections) => {
    await using site = await createSite({ "/": "x".repeat(length) });
    await using sender = createAttemptSender({}, { allow });
    await sender.send(attemptAt(site.url("/")), signal);
    await sender.send(attemptAt(site.url("/")), signal);
    expect(site.connections).toBe(connections);
  });

  it("is given a second for a body that drips or hangs, and the time is not told", async () => {
    const clock = new FakeClock();
    let drip = (): void => {};
    await using site = await createSite({
      "/": (_, response) => {
        drip = () => void response.write(".");
        drip();
      },
    });
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/")), signal);
    await clock.timerOf(1_000);
    for (let round = 0; round < 10; round += 1) {
      drip();
      await clock.advance(100);
    }
    expect(await sending).toMatchObject({ httpStatus: 200, failure: undefined, durationMs: 0 });
    await site.idle();
    expect(clock.waiting).toBe(0);
  });
});

describe("a receiver that answers too early", () => {
  const large = { headers, body: new Uint8Array(262_144).fill(0x61) };

  it("is heard when it does not read the body", async () => {
    await using site = await createRawSite((socket) => {
      socket.pause().write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
    });
    await using sender = createAttemptSender({}, { allow });
    const result = await sender.send({ url: site.url("/"), ...large }, signal);
    expect(result).toMatchObject({ httpStatus: 413, failure: "status" });
  });

  it("is heard when it closes behind its answer", async () => {
    await using site = await createRawSite((socket) => {
      socket.once("readable", () => {
        socket.end("HTTP/1.1 401 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      });
    });
    await using sender = createAttemptSender({}, { allow });
    const result = await sender.send({ url: site.url("/"), ...large }, signal);
    expect(result).toMatchObject({ httpStatus: 401, failure: "status" });
  });

  it("does not spoil the next attempt", async () => {
    const lengths: string[] = [];
    await using site = await createSite({
      "/": (request, response) => {
        lengths.push(String(request.headers["content-length"]));
        response.end("ok");
      },
    });
    await using sender = createAttemptSender({}, { allow });
    for (let round = 0; round < 3; round += 1) {
      const result = await sender.send({ url: site.url("/"), ...large }, signal);
      expect(result.httpStatus).toBe(200);
    }
    expect(lengths).toEqual(["262144", "262144", "262144"]);
  });
});

describe("a receiver that is not there", () => {
  it("fails by its name", async () => {
    await using sender = createAttemptSender(createInternet({}));
    expect(await sender.send(attemptAt("http://a.test/"), signal)).toMatchObject({
      httpStatus: null,
      failure: "dns",
      permanent: false,
    });
  });

  it("fails by its port", async () => {
    const site = await createSite({});
    await site[Symbol.asyncDispose]();
    expect(await sendOnce(site.url("/"))).toMatchObject({
      httpStatus: null,
      failure: "connect",
      permanent: false,
    });
  });
});
