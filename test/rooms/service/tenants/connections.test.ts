import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serveNode } from "../../../../src/service/http/serve-node.ts";
import { HttpListener } from "../../../../src/node/serve/http-listener.ts";

const MANY = "x".repeat(20_000_000);

/** A server of one answer, and a client that sends a request and reads nothing. */
async function unread(answer: () => Response): Promise<{ client: Socket; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    void serveNode(
      { fetch: async () => answer() },
      { incoming, outgoing, target: "/", basePath: "" },
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  client.pause();
  client.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  onTestFinished(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { client, server };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_, count) => resolve(count));
  });
}

function streamed(): Response {
  return new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
    }),
  );
}

describe("a client that reads nothing", () => {
  it.each([
    ["a whole answer", () => new Response(MANY)],
    ["a stream without an end", streamed],
  ])("of %s is cut off after a minute", async (_, answer) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { server } = await unread(answer);
    // Both sides of the connection have taken what they can.
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    expect(await connectionsOf(server)).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(await connectionsOf(server)).toBe(1);
    for (let look = 0; look < 4; look += 1) {
      vi.advanceTimersByTime(30_000);
      await new Promise(setImmediate);
    }
    for (let turn = 0; turn < 1000 && (await connectionsOf(server)) > 0; turn += 1) {
      await new Promise(setImmediate);
    }
    expect(await connectionsOf(server)).toBe(0);
  });
});

describe("HttpListener", () => {
  it("gives a request less than 30 seconds to arrive, its body included", async () => {
    const servers: Server[] = [];
    const listener = await HttpListener.open(
      { host: "127.0.0.1", port: 0 },
      {
        request: (incoming, outgoing) => {
          const { server } = incoming.socket as Socket & { readonly server?: Server };
          if (server !== undefined) servers.push(server);
          outgoing.end();
        },
      },
    );
    onTestFinished(() => listener.close(0));
    await (await fetch(listener.url)).text();
    const [server] = servers;
    expect(server?.requestTimeout).toBeLessThan(30_000);
    expect(server?.headersTimeout).toBeLessThan(30_000);
  });
});
