import { once } from "node:events";
import { connect } from "node:net";
import express from "express";
import { leakedHandles, openHandles } from "dragline/testing";
import { afterEach, describe, expect, it } from "vitest";
import { toExpress } from "../../../../src/service/http/to-express.ts";
import type { Answer, CallContext } from "../../../../src/service/http/route.ts";
import { hosts, listen, type Host } from "./hosts.ts";
import { createRig, echo, GOOD_KEY, rows, row, type Rig } from "./rig.ts";

const open: Host[] = [];

afterEach(async () => {
  for (const host of open.splice(0)) await host[Symbol.asyncDispose]();
});

async function mount(name: string, rig: Rig): Promise<Host> {
  const host = await hosts[name]?.({ fetch: rig.app });
  if (host === undefined) throw new Error(`no host ${name}`);
  open.push(host);
  return host;
}

function post(host: Host, body: BodyInit, type = "application/json"): Promise<Response> {
  const headers = { "x-api-key": GOOD_KEY, "content-type": type };
  return fetch(`${host.url}/v1/map`, { method: "POST", headers, body });
}

const health = row({ path: "/health", access: "public" });
const withHealth = { routes: [...rows, health] };

describe.each(Object.keys(hosts))("a service in %s", (name) => {
  it("answers with the address that it was asked under", async () => {
    const host = await mount(name, createRig());
    const response = await fetch(`${host.url}/v1/map/a%2Fb/?x=1`, {
      headers: { authorization: `Bearer ${GOOD_KEY}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    expect(await response.json()).toMatchObject({
      params: { id: "a/b" },
      baseUrl: `${host.url}/v1`,
    });
  });

  it("answers /health beside the version, and errors in its own shape", async () => {
    const host = await mount(name, createRig(withHealth));
    expect((await fetch(`${host.url}/health`)).status).toBe(200);
    const nothing = await fetch(`${host.url}/v1/nothing`, { method: "PUT" });
    expect(nothing.status).toBe(404);
    expect(await nothing.json()).toMatchObject({ error: "not_found" });
  });

  it("reads bodies", async () => {
    const host = await mount(name, createRig());
    const whole = await post(host, '{"url":"ü","deep":[1,null,{"a":"b"}]}');
    expect(await whole.json()).toMatchObject({ body: { url: "ü", deep: [1, null, { a: "b" }] } });
    expect((await post(host, "url=u", "application/x-www-form-urlencoded")).status).toBe(400);
    const empty = await fetch(`${host.url}/v1/map`, {
      method: "POST",
      headers: { "x-api-key": GOOD_KEY, "content-type": "application/json" },
    });
    expect(await empty.json()).toEqual({
      error: "invalid_request",
      message: "url: is required",
    });
  });

  it("reads a body that comes in pieces", async () => {
    const host = await mount(name, createRig());
    const pieces = new ReadableStream({
      start(controller) {
        for (const piece of ['{"url":', '"u"', "}"]) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { "x-api-key": GOOD_KEY, "content-type": "application/json" },
      body: pieces,
      duplex: "half",
    };
    const response = await fetch(`${host.url}/v1/map`, init);
    expect(await response.json()).toMatchObject({ body: { url: "u" } });
  });

  it("refuses a body that is too long, and goes on", async () => {
    const host = await mount(name, createRig());
    const long = `{"url":"${"u".repeat(1_200_000)}"}`;
    const response = await post(host, long);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect((await post(host, '{"url":"u"}')).status).toBe(200);
  });

  it("tells the use case when the client goes", async () => {
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
    const host = await mount(name, createRig({ routes: [waiting] }));
    const client = new AbortController();
    const asked = fetch(`${host.url}/v1/wait`, {
      headers: { "x-api-key": GOOD_KEY },
      signal: client.signal,
    });
    await begun.promise;
    client.abort();
    await expect(asked).rejects.toThrow("aborted");
    await ended.promise;
  });

  it("streams an answer as it is made, and stops when the client goes", async () => {
    const cancelled = Promise.withResolvers<void>();
    const streaming = row({
      path: "/stream",
      run: async () => ({
        status: 200,
        contentType: "text/event-stream",
        body: new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(Buffer.from("first")),
          cancel: () => cancelled.resolve(),
        }),
      }),
    });
    const host = await mount(name, createRig({ routes: [streaming] }));
    const client = new AbortController();
    const response = await fetch(`${host.url}/v1/stream`, {
      headers: { "x-api-key": GOOD_KEY },
      signal: client.signal,
    });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
    client.abort();
    await cancelled.promise;
  });

  it("sends more than a client takes at once, whole", async () => {
    const size = 8_388_608;
    const big = row({
      path: "/big",
      run: async () => {
        let left = size / 65_536;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (left === 0) controller.close();
            else controller.enqueue(new Uint8Array(65_536).fill(left % 251));
            left -= 1;
          },
        });
        return { status: 200, body, contentType: "application/octet-stream" };
      },
    });
    const host = await mount(name, createRig({ routes: [big] }));
    const response = await fetch(`${host.url}/v1/big`, { headers: { "x-api-key": GOOD_KEY } });
    const bytes = await response.bytes();
    expect(bytes.length).toBe(size);
    expect([bytes[0], bytes.at(-1)]).toEqual([128, 1]);
  });
});

describe("toNodeHandler", () => {
  it("waits for no more of a body once its connection is gone", async () => {
    const host = await mount("node:http", createRig());
    const before = openHandles();
    const client = connect(host.port, "127.0.0.1");
    client.write("POST /v1/map HTTP/1.1\r\nhost: h.example\r\ncontent-length: 20000\r\n\r\nx");
    await once(client, "data");
    client.destroy();
    expect(await leakedHandles(before, 2000)).toEqual([]);
  });
});

describe("toExpress", () => {
  it("leaves other paths to the host", async () => {
    const app = express();
    app.use(toExpress({ fetch: createRig().app }));
    app.use((_request, response) => void response.send("the host's"));
    const host = await listen(app);
    open.push(host);
    for (const path of ["/", "/v10", "/v1x/map", "/healthy"]) {
      expect(await (await fetch(host.url + path)).text()).toBe("the host's");
    }
  });

  it.each([
    ["text", express.text({ type: "*/*" }), 200],
    ["bytes", express.raw({ type: "*/*" }), 200],
    ["an object", express.json({ type: "*/*" }), 200],
  ] as const)("takes a body that the host has read as %s", async (_, parser, status) => {
    const host = await listen(express().use(parser, toExpress({ fetch: createRig().app })));
    open.push(host);
    const response = await post(host, '{"url":"ü"}');
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ body: { url: "ü" } });
  });

  it("takes a compressed body that the host has unpacked", async () => {
    const app = express().use(express.json(), toExpress({ fetch: createRig().app }));
    const host = await listen(app);
    open.push(host);
    const packed = new Blob(['{"url":"u"}']).stream().pipeThrough(new CompressionStream("gzip"));
    const response = await fetch(`${host.url}/v1/map`, {
      method: "POST",
      headers: {
        "x-api-key": GOOD_KEY,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: await new Response(packed).bytes(),
    });
    expect(await response.json()).toMatchObject({ body: { url: "u" } });
  });

  it("refuses a body that the host has read and not kept", async () => {
    const app = express();
    app.use((request, _response, next) => void request.on("end", next).resume());
    const host = await listen(app.use(toExpress({ fetch: createRig().app })));
    open.push(host);
    expect((await post(host, '{"url":"u"}')).status).toBe(400);
  });
});

describe("toFastify", () => {
  it("leaves the host's own routes and parsers as they are", async () => {
    const host = await mount("Fastify", createRig(withHealth));
    expect(await (await fetch(`${host.url}/host`)).json()).toEqual({ host: true });
    const response = await fetch(`${host.url}/host`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ body: { a: 1 } });
  });
});

describe("an answer that fails half-way", () => {
  it.each(["node:http", "Express", "Fastify"])("is cut off in %s", async (name) => {
    const failing = row({
      path: "/stream",
      run: async () => ({
        status: 200,
        body: new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(Buffer.from('{"half":')),
          pull: (controller) => controller.error(new Error("secret at 10.0.0.5")),
        }),
      }),
    });
    const host = await mount(name, createRig({ routes: [failing, echo] }));
    const asked = fetch(`${host.url}/v1/stream`, { headers: { "x-api-key": GOOD_KEY } });
    await expect(asked.then((response) => response.text())).rejects.toThrow("terminated");
    expect((await post(host, '{"url":"u"}')).status).toBe(200);
  });
});
