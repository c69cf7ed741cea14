import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toExpress, toFastify, toHono, type Receiver } from "dragline/webhooks";
import express, { type NextFunction, type Request, type Response } from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono, type HonoRequest } from "hono";
import { describe, expect, it } from "vitest";
import { delivery, keep } from "./receive-cases.ts";

const wrong = { "x-service-signature": `sha256=${"0".repeat(64)}` };

/** Sends to a server and gives the statuses of a delivery, its repeat, and one that is not signed. */
async function three(send: (init: RequestInit) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (const init of [delivery(), delivery(), delivery("dlv_2", wrong)]) {
    statuses.push((await send(init)).status);
  }
  return statuses;
}

async function withExpress<T>(app: express.Express, use: (url: string) => Promise<T>): Promise<T> {
  const server: Server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The code of an error that came to Express, which knows such handlers by their parameters. */
// oxlint-disable-next-line max-params
const codes = (error: { code?: string }, _: Request, response: Response, __: NextFunction) => {
  response.status(500).json({ code: error.code });
};

describe("toExpress", () => {
  it.each([
    ["no parser", undefined],
    [
      "express.json that keeps the bytes",
      express.json({ verify: (request, _, bytes) => Object.assign(request, { rawBody: bytes }) }),
    ],
    ["express.raw", express.raw({ type: "*/*" })],
    ["express.text", express.text({ type: "*/*" })],
    ["a parser of forms", express.urlencoded()],
  ])("receives behind %s", async (_, parser) => {
    const { receiver, handled } = keep();
    const app = express();
    if (parser !== undefined) app.use(parser);
    app.all("/hooks", toExpress(receiver));
    expect(await withExpress(app, (url) => three((init) => fetch(url, init)))).toEqual([
      204, 204, 401,
    ]);
    expect(handled).toHaveLength(1);
  });

  it("gives BODY_CONSUMED to the error handler behind a parser that keeps no bytes", async () => {
    const { receiver, handled, failures } = keep();
    const app = express();
    app.use(express.json());
    app.post("/hooks", toExpress(receiver));
    app.use(codes);
    const said = await withExpress(app, async (url) => (await fetch(url, delivery())).json());
    expect(said).toEqual({ code: "BODY_CONSUMED" });
    expect([handled, failures]).toEqual([[], ["body-consumed"]]);
  });
});

describe("toFastify", () => {
  const hosts: [string, (app: FastifyInstance) => void][] = [
    ["Fastify's own parser", () => {}],
    [
      "a parser of the host",
      (app) => {
        app.removeAllContentTypeParsers();
        app.addContentTypeParser("*", { parseAs: "string" }, (_, text, done) =>
          done(null, JSON.parse(String(text))),
        );
      },
    ],
    [
      "a hook that keeps the bytes",
      (app) => {
        app.addHook("preParsing", async (request, _, payload) => {
          const chunks: Buffer[] = [];
          for await (const chunk of payload) chunks.push(chunk as Buffer);
          Object.assign(request, { rawBody: Buffer.concat(chunks) });
        });
      },
    ],
  ];

  it.each(hosts)("receives beside %s", async (_, prepare) => {
    const { receiver, handled } = keep();
    const app = fastify();
    prepare(app);
    app.post("/other", async ({ body }) => body);
    await app.register(toFastify(receiver), { prefix: "/hooks" });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await three((init) => fetch(`${origin}/hooks`, init))).toEqual([204, 204, 401]);
    expect((await fetch(`${origin}/hooks`)).status).toBe(405);
    expect(handled).toHaveLength(1);
    await app.close();
  });

  it("answers 413 to what is too long", async () => {
    const app = fastify();
    await app.register(toFastify(keep().receiver), { prefix: "/hooks" });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const huge = { ...delivery(), body: Buffer.alloc(4_194_304) };
    expect((await fetch(`${origin}/hooks`, huge)).status).toBe(413);
    await app.close();
  });

  it("leaves the parsers of the application alone", async () => {
    const app = fastify();
    await app.register(toFastify(keep().receiver), { prefix: "/hooks" });
    app.post("/other", async ({ body }) => body);
    const response = await app.inject({ method: "POST", url: "/other", payload: { a: 1 } });
    expect(response.json()).toEqual({ a: 1 });
    await app.close();
  });

  it("gives BODY_CONSUMED to the error handler behind a hook that keeps no bytes", async () => {
    const app = fastify();
    app.addHook("preParsing", async (_, __, payload) => {
      for await (const _ of payload);
    });
    await app.register(toFastify(keep().receiver), { prefix: "/hooks" });
    const { method, headers, body } = delivery();
    const response = await app.inject({ method, headers, payload: body, url: "/hooks" } as never);
    expect([response.statusCode, response.json().code]).toEqual([500, "BODY_CONSUMED"]);
    await app.close();
  });
});

/** What is no form fails, and the body is gone all the same. */
const readForm = (request: HonoRequest) => request.formData().catch(() => {});

describe("toHono", () => {
  function app(receiver: Receiver, read?: (request: HonoRequest) => Promise<unknown>) {
    const hono = new Hono();
    hono.use(async ({ req }, next) => {
      await read?.(req);
      await next();
    });
    hono.all("/hooks", toHono(receiver));
    hono.onError((error, context) =>
      context.json({ code: (error as { code?: string }).code }, 500),
    );
    return hono;
  }

  it.each<[string, ((request: HonoRequest) => Promise<unknown>) | undefined]>([
    ["no reader", undefined],
    ["a reader of JSON", (request) => request.json()],
    ["a reader of text", (request) => request.text()],
    ["a reader of bytes", (request) => request.arrayBuffer()],
  ])("receives behind %s", async (_, read) => {
    const { receiver, handled } = keep();
    const hono = app(receiver, read);
    expect(await three(async (init) => hono.request("/hooks", init))).toEqual([204, 204, 401]);
    expect(handled).toHaveLength(1);
  });

  it("answers 405 to another method", async () => {
    expect((await app(keep().receiver).request("/hooks")).status).toBe(405);
  });

  it("throws BODY_CONSUMED behind a reader that goes past Hono, or wants a form", async () => {
    const { receiver, failures } = keep();
    for (const read of [(request: HonoRequest) => request.raw.text(), readForm]) {
      const response = await app(receiver, read).request("/hooks", delivery());
      expect([response.status, await response.json()]).toEqual([500, { code: "BODY_CONSUMED" }]);
    }
    expect(failures).toEqual(["body-consumed", "body-consumed"]);
  });
});

describe("receive", () => {
  it("is itself a handler of what speaks fetch", async () => {
    const { receiver, handled } = keep();
    const hono = new Hono().mount("/hooks", receiver.receive);
    expect(await three(async (init) => hono.request("/hooks", init))).toEqual([204, 204, 401]);
    expect(handled).toHaveLength(1);
  });
});
