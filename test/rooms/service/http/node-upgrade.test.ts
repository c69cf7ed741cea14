import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { ClientSocket } from "../../../../src/cdp-proxy/index.ts";
import { toExpress } from "../../../../src/service/http/to-express.ts";
import { toFastify } from "../../../../src/service/http/to-fastify.ts";
import { toNodeHandler } from "../../../../src/service/http/to-node-handler.ts";
import { toNodeUpgrade } from "../../../../src/service/http/to-node-upgrade.ts";
import type { RequestFacts, Upgrade } from "../../../../src/service/base/service.ts";

/** A service that echoes what comes over its only WebSocket, and remembers how it was asked. */
class Echo {
  readonly asked: { readonly url: string; readonly facts: RequestFacts | undefined }[] = [];
  left = 0;
  /** Resolves when a client that waited has gone. */
  readonly gone = Promise.withResolvers<void>();

  fetch = ({ url }: Request): Promise<Response> =>
    Promise.resolve(Response.json({ plain: new URL(url).pathname }, { status: 400 }));

  connect = async (request: Request, facts?: RequestFacts): Promise<Response | Upgrade> => {
    this.asked.push({ url: request.url, facts });
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/slow") return await this.#wait(request.signal);
    if (pathname !== "/v1/echo") return Response.json({ error: "not_found" }, { status: 404 });
    return {
      status: 101,
      headers: { "x-request-id": "req_1" },
      accept: (socket) => echo(socket),
      leave: async () => {
        this.left += 1;
      },
    };
  };

  #wait(signal: AbortSignal): Promise<Response> {
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        this.gone.resolve();
        reject(signal.reason as Error);
      });
    });
  }
}

function echo(socket: ClientSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.onmessage = (bytes) => socket.send(bytes);
    socket.onclose = () => resolve();
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Servers with the service, by name, each with the path that it is mounted under. */
const hosts = {
  "node:http": async (service: Echo) => {
    const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
    return [await listen(server), ""] as const;
  },
  "Express under a prefix": async (service: Echo) => {
    const server = createServer(express().use("/web", toExpress(service)));
    server.on("upgrade", toNodeUpgrade(service, { basePath: "/web" }));
    return [await listen(server), "/web"] as const;
  },
  "Fastify under a prefix": async (service: Echo) => {
    const app = fastify({ forceCloseConnections: true });
    await app.register(toFastify(service), { prefix: "/web" });
    app.server.on("upgrade", toNodeUpgrade(service, { basePath: "/web" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return [(app.server.address() as AddressInfo).port, "/web"] as const;
  },
};

/** Sends a request as it is written; gives what came until the end. */
async function exchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write([...lines, "host: h.example", "", ""].join("\r\n"));
  return await text(socket);
}

const asking = (path: string, version = "13") => [
  `GET ${path} HTTP/1.1`,
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
  `sec-websocket-version: ${version}`,
];

describe.each(Object.entries(hosts))("toNodeUpgrade in %s", (_, open) => {
  it("joins the client and the service, with headers of its own", async () => {
    const service = new Echo();
    const [port, prefix] = await open(service);
    const socket = new WebSocket(`ws://127.0.0.1:${port}${prefix}/v1/echo?q=1`);
    // Both come in one turn.
    const opened = new Promise((resolve) => socket.once("open", resolve));
    const upgraded = new Promise((resolve) =>
      socket.once("upgrade", ({ headers }) => resolve(headers)),
    );
    expect(await upgraded).toMatchObject({ "x-request-id": "req_1" });
    await opened;
    const answer = new Promise((resolve) => socket.once("message", resolve));
    socket.send("harbour");
    expect(String(await answer)).toBe("harbour");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.close(1000);
    expect(await closed).toBe(1000);
    expect(service.asked).toEqual([
      {
        url: `http://127.0.0.1:${port}/v1/echo?q=1`,
        facts: { remoteAddress: "127.0.0.1", basePath: prefix },
      },
    ]);
  });

  it("answers a refusal as it is, and closes", async () => {
    const service = new Echo();
    const [port, prefix] = await open(service);
    const answer = await exchange(port, asking(`${prefix}/v1/nothing`));
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('{"error":"not_found"}');
  });
});

describe("toNodeUpgrade", () => {
  const open = async (options?: Parameters<typeof toNodeUpgrade>[1]) => {
    const service = new Echo();
    const server = createServer(toNodeHandler(service));
    server.on("upgrade", toNodeUpgrade(service, options));
    return { service, server, port: await listen(server) };
  };

  it("tells the service when the client goes before it is answered", async () => {
    const { service, port } = await open();
    const socket = connect(port, "127.0.0.1");
    socket.write([...asking("/v1/slow"), "host: h.example", "", ""].join("\r\n"));
    await expect.poll(() => service.asked.length).toBe(1);
    socket.destroy();
    await service.gone.promise;
    expect(service.left).toBe(0);
  });

  it("answers a request for another protocol as if it had not asked", async () => {
    const { service, port } = await open();
    const h2c = ["GET /v1/credits HTTP/1.1", "connection: Upgrade, HTTP2-Settings", "upgrade: h2c"];
    expect(await exchange(port, h2c)).toContain('{"plain":"/v1/credits"}');
    expect(service.asked).toEqual([]);
  });

  it("names the version that it knows to a client of another", async () => {
    const { port } = await open();
    const answer = await exchange(port, asking("/v1/echo", "8"));
    expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    expect(answer).toMatch(/sec-websocket-version: 13/i);
    expect(answer).toMatch(/x-request-id: req_[0-9a-f]{32}/i);
  });

  it.each(["http://[", "//a\u0001b", "*", "/v1/%zz%"])("outlives the target %j", async (target) => {
    const { port } = await open();
    expect(await exchange(port, asking(target))).toMatch(/^(?:HTTP\/1\.1 40\d |$)/);
    expect(await exchange(port, asking("/v1/nothing"))).toContain("404");
  });

  it("leaves other paths to other listeners where the host says so", async () => {
    const { service, server, port } = await open({ leaveOthers: true });
    server.on("upgrade", ({ url }, socket) => {
      if (url === "/own") socket.end("HTTP/1.1 418 Own\r\n\r\n");
    });
    expect(await exchange(port, asking("/own"))).toContain("418 Own");
    expect(service.asked).toEqual([]);
  });
});
