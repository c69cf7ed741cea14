import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Answer, CallContext } from "../../../../src/service/http/route.ts";
import { hosts, type Host } from "./hosts.ts";
import { createRig, GOOD_KEY, row, rows, type Rig } from "./rig.ts";

const names = ["node:http", "Express behind its parsers", "Fastify"];
const open: (Host | Socket)[] = [];

afterEach(async () => {
  for (const item of open.splice(0).toReversed()) {
    if ("url" in item) await item[Symbol.asyncDispose]();
    else item.destroy();
  }
});

async function mount(name: string, rig: Rig): Promise<Host> {
  const host = await hosts[name]?.({ fetch: rig.app });
  if (host === undefined) throw new Error(`no host ${name}`);
  open.push(host);
  return host;
}

function dial({ port }: Host): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  open.push(socket);
  return socket;
}

/** What comes back until the connection closes, or the text is there. */
function heard(socket: Socket, until?: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (until !== undefined && text.includes(until)) resolve(text);
    });
    socket.once("close", () => resolve(text));
  });
}

/** Sends bytes as they are; the answer, or "" for a connection that was closed. */
async function send(host: Host, text: string): Promise<string> {
  const socket = dial(host);
  const answer = heard(socket);
  socket.write(Buffer.from(text, "latin1"));
  return await answer;
}

function request(lines: readonly string[], body = ""): string {
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

const close = "Connection: close";
const keyed = ["Host: h.example", `X-API-Key: ${GOOD_KEY}`];
const many = Array.from({ length: 100_000 }, (_, index) => `X-${index}: 1`);

/** Each is a request that must not be answered with a success. */
const malformed: Readonly<Record<string, string>> = {
  "no HTTP at all": "\u0000\u0001\u0002 nonsense\r\n\r\n",
  "100,000 headers": request(["GET /v1/map/a HTTP/1.1", ...keyed, ...many, close]),
  "a huge URL": request([`GET /v1/map/${"a".repeat(1_000_000)} HTTP/1.1`, ...keyed, close]),
  "a huge header": request(["GET /v1/map/a HTTP/1.1", ...keyed, `A: ${"a".repeat(1e6)}`, close]),
  "invalid UTF-8 in the path": request(["GET /v1/map/%ff%fe HTTP/1.1", ...keyed, close]),
  "raw bytes in the path": request(["GET /v1/\u00ff\u00fe HTTP/1.1", ...keyed, close]),
  "an escape that ends early": request(["GET /v1/map/%4 HTTP/1.1", ...keyed, close]),
  "no host": request(["GET /v1/map/a HTTP/1.1", close]),
  "a host with a path": request(["GET /map/a HTTP/1.1", "Host: h.example/v1", close]),
  "a host with a user": request(["GET /v1/x HTTP/1.1", "Host: a@h.example", close]),
  "a host that is none": request(["GET /v1/map/a HTTP/1.1", "Host: [::1", close]),
  "two lengths": request(
    ["POST /v1/map HTTP/1.1", ...keyed, "Content-Length: 2", "Content-Length: 3", close],
    "{}x",
  ),
  "a length and pieces": request(
    ["POST /v1/map HTTP/1.1", ...keyed, "Content-Length: 2", "Transfer-Encoding: chunked", close],
    "0\r\n\r\n",
  ),
  "a piece of no size": request(
    ["POST /v1/map HTTP/1.1", ...keyed, "Transfer-Encoding: chunked", close],
    "zz\r\n{}\r\n0\r\n\r\n",
  ),
  "a line feed in a header": request(["GET /v1/map/a HTTP/1.1", "X-A: b\nX-API-Key: c", close]),
  "a bare carriage return": request(["GET /v1/map/a HTTP/1.1", "Host: h", "X: a\rY: b", close]),
  "line breaks that are escaped": request([
    "GET /v1/map/a%0d%0aSet-Cookie:%20x=1 HTTP/1.1",
    ...keyed,
    close,
  ]),
  TRACE: request(["TRACE /v1/map/a HTTP/1.1", ...keyed, close]),
  CONNECT: request(["CONNECT h.example:443 HTTP/1.1", ...keyed, close]),
  "OPTIONS of everything": request(["OPTIONS * HTTP/1.1", ...keyed, close]),
  "a path that is another host's": request([
    "GET //evil.example/v1/map/a HTTP/1.1",
    ...keyed,
    close,
  ]),
};

describe.each(names)("hostile clients of %s", (name) => {
  it.each(Object.keys(malformed))("%s: refused or closed, and others go on", async (title) => {
    const host = await mount(name, createRig());
    const answer = await send(host, malformed[title] ?? "");
    expect(answer === "" || /^HTTP\/1\.1 4\d\d /.test(answer), answer.slice(0, 300)).toBe(true);
    expect(answer).not.toMatch(/^set-cookie/im);
    const good = await send(host, request(["GET /v1/map/a HTTP/1.1", ...keyed, close]));
    expect(good).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that send half a body and go leave nothing behind", async () => {
    const host = await mount(name, createRig());
    for (const end of ["destroy", "resetAndDestroy"] as const) {
      const socket = dial(host);
      const closed = heard(socket);
      const type = "Content-Type: application/json";
      const head = ["POST /v1/map HTTP/1.1", ...keyed, type, "Content-Length: 100"];
      await new Promise<void>((sent) => socket.write(request(head, '{"url":'), () => sent()));
      socket[end]();
      await closed;
    }
    const good = await send(host, request(["GET /v1/map/a HTTP/1.1", ...keyed, close]));
    expect(good).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that half-close after half a body get no success", async () => {
    const host = await mount(name, createRig());
    const socket = dial(host);
    const answer = heard(socket);
    const type = "Content-Type: application/json";
    const head = ["POST /v1/map HTTP/1.1", ...keyed, type, "Content-Length: 100"];
    socket.end(request(head, '{"url":"u"}'));
    expect(await answer).toMatch(/^$|^HTTP\/1\.1 400 /);
  });

  it("that send a byte at a time are waited for", async () => {
    const host = await mount(name, createRig());
    const socket = dial(host);
    socket.setNoDelay(true);
    const answer = heard(socket);
    const body = '{"url":"u"}';
    const length = `Content-Length: ${body.length}`;
    const type = "Content-Type: application/json";
    for (const byte of request(["POST /v1/map HTTP/1.1", ...keyed, type, length, close], body)) {
      await new Promise<void>((sent) => socket.write(byte, () => sent()));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that go while the answer is made end the call", async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const waiting = row({
      path: "/wait",
      run: ({ signal }: CallContext) =>
        new Promise<Answer>((_, reject) => {
          signal.addEventListener("abort", () => {
            ended.resolve();
            reject(signal.reason);
          });
          begun.resolve();
        }),
    });
    const host = await mount(name, createRig({ routes: [waiting, ...rows] }));
    const socket = dial(host);
    socket.write(request(["GET /v1/wait HTTP/1.1", ...keyed]));
    await begun.promise;
    socket.resetAndDestroy();
    await expect(ended.promise).resolves.toBeUndefined();
  });

  it("that never end their body are answered, and then cut off", async () => {
    const host = await mount(name, createRig());
    const socket = dial(host);
    const answer = heard(socket);
    const type = "Content-Type: text/plain";
    const head = ["POST /v1/map HTTP/1.1", ...keyed, type, "Transfer-Encoding: chunked"];
    socket.write(request(head));
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const more = (): void => {
      if (!socket.destroyed && socket.writable) socket.write(piece, more);
    };
    more();
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("that send too much are refused, and may ask again on the same connection", async () => {
    const host = await mount(name, createRig());
    const body = "x".repeat(3_000_000);
    const head = ["POST /v1/map HTTP/1.1", ...keyed, "Content-Type: text/plain"];
    const refused = request([...head, `Content-Length: ${body.length}`], body);
    const next = request(["GET /v1/map/next HTTP/1.1", ...keyed, close]);
    const answer = await send(host, refused + next);
    expect(answer.match(/HTTP\/1\.1 \d\d\d/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
  });

  it("are answered one after the other on one connection", async () => {
    const host = await mount(name, createRig());
    const one = request(["GET /v1/map/one HTTP/1.1", ...keyed]);
    const two = request(["GET /v1/map/two HTTP/1.1", ...keyed, close]);
    const answer = await send(host, one + two);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(answer.indexOf('"one"')).toBeLessThan(answer.indexOf('"two"'));
  });
});

describe("toNodeHandler", () => {
  it("answers what cannot be a request in the service's shape", async () => {
    const host = await mount("node:http", createRig());
    const answer = await send(host, request(["GET /v1/map/a HTTP/1.1", "Host: a/b", close]));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^x-request-id: req_[0-9a-f]{32}\r$/im);
    expect(answer).toContain('"error":"invalid_request"');
  });

  it("reads the absolute form that proxies are sent", async () => {
    const host = await mount("node:http", createRig());
    const line = "GET http://other.example/v1/map/a HTTP/1.1";
    const answer = await send(host, request([line, ...keyed, close]));
    expect(answer).toContain('"baseUrl":"http://other.example/v1"');
  });

  it("answers HTTP/1.0 without a host", async () => {
    const host = await mount("node:http", createRig());
    const answer = await send(host, request(["GET /v1/map/a HTTP/1.0", keyed[1] ?? ""]));
    expect(answer).toContain('"baseUrl":"http://localhost/v1"');
  });
});
