import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { toNodeClientError, toNodeHandler } from "dragline/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpListener } from "../../../../src/node/serve/http-listener.ts";
import { Served } from "../../node/serve/served.ts";
import { createRig } from "./rig.ts";

let listener: HttpListener;
beforeAll(async () => {
  listener = await HttpListener.open(
    { host: "127.0.0.1", port: 0 },
    { request: toNodeHandler({ fetch: createRig().app }), clientError: toNodeClientError() },
  );
});
afterAll(() => listener.close(0));

/** Sends bytes and reads until the server closes. */
async function raw(url: string, bytes: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {}).write(bytes, "latin1");
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  const [head = "", body = ""] = text.split(/\r\n\r\n/, 2);
  return { head, body, status: Number(head.slice(9, 12)) };
}

const flat = { error: "invalid_request", message: expect.any(String) };
const H = "Host: a\r\n";
const close = "Connection: close\r\n";

describe("what Node's parser refuses", () => {
  it.each<[string, string, number]>([
    ["a request line that is none", "nonsense\r\n\r\n", 400],
    ["a method that is none", `FETCH / HTTP/1.1\r\n${H}\r\n`, 400],
    ["another version", `GET / HTTP/9.9\r\n${H}\r\n`, 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["a header that is none", `GET /v1/x HTTP/1.1\r\n${H}X y\r\n\r\n`, 400],
    ["a zero byte", `GET /v1/x HTTP/1.1\r\n${H}X: a\0b\r\n\r\n`, 400],
    [
      "two lengths",
      `POST /v1/x HTTP/1.1\r\n${H}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      "a length beside chunks",
      `POST /v1/x HTTP/1.1\r\n${H}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ["long headers", `GET / HTTP/1.1\r\n${H}X: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["a long target", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${H}\r\n`, 431],
    ["no host", `GET /v1/x HTTP/1.1\r\n${close}\r\n`, 400],
  ])("is told in JSON with a request id: %s", async (_, bytes, status) => {
    const answer = await raw(listener.url, bytes);
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/\r\nx-request-id: req_[0-9a-f]{32}(?:\r\n|$)/i);
    expect(answer.head).toMatch(/\r\ncontent-type: application\/json/i);
    expect(JSON.parse(answer.body)).toEqual(flat);
  });

  it("is told in the shape of its family where the path is known", async () => {
    const { body } = await raw(listener.url, `GET /v1/wire/x HTTP/1.1\r\n${H}X y\r\n\r\n`);
    expect(JSON.parse(body)).toMatchObject({ status: "error", error: { code: "INVALID_PARAMS" } });
  });

  it("may be an expectation, which is not looked at", async () => {
    const request = `GET /v1/none HTTP/1.1\r\n${H}Expect: wonders\r\n${close}\r\n`;
    const { status, head } = await raw(listener.url, request);
    expect(status).not.toBe(417);
    expect(head).toMatch(/\r\nx-request-id: req_/i);
  });

  it("is told when a request does not come in time", async () => {
    const options = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const server: Server = createServer(options).on("clientError", toNodeClientError());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { status, body } = await raw(`http://127.0.0.1:${port}`, "GET / HTTP/1.1\r\nHo");
    expect([status, JSON.parse(body)]).toEqual([408, flat]);
    await new Promise((resolve) => void server.close(resolve));
  });

  it("cuts an answer under way, and adds nothing to it", async () => {
    const server: Server = createServer((_, response) => void response.write("part"));
    server.on("clientError", toNodeClientError());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).write(`GET / HTTP/1.1\r\n${H}\r\n`);
    let text = "";
    socket.on("data", (chunk) => {
      text += String(chunk);
      if (text.includes("part")) socket.write("nonsense\r\n\r\n");
    });
    await new Promise((resolve) => void socket.once("close", resolve));
    expect(text.match(/HTTP\/1\.1/g)?.length).toBe(1);
    await new Promise((resolve) => void server.close(resolve));
  });
});

describe("dragline serve", () => {
  it("answers what is no HTTP in JSON", async () => {
    const { mkdtemp, rm } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const folder = await mkdtemp(`${tmpdir()}/dragline-client-error-`);
    const served = await new Served({ folder, flags: ["--metrics-port=0"] }).ready();
    const answer = await raw(served.url, "nonsense\r\n\r\n");
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, flat]);
    await served.stop();
    await rm(folder, { recursive: true });
  });
});
