import { once } from "node:events";
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { HttpListener } from "../../../../src/node/serve/http-listener.ts";

const place = { host: "127.0.0.1", port: 0 };

/** A listener whose answers wait until they are let go. */
async function held() {
  const waiting: ServerResponse[] = [];
  const arrived: (() => void)[] = [];
  const listener = await HttpListener.open(place, {
    request: (_request, response) => {
      waiting.push(response);
      arrived.shift()?.();
    },
  });
  const next = () => new Promise<void>((resolve) => arrived.push(resolve));
  return { listener, waiting, next };
}

describe("HttpListener", () => {
  it("tells its address, with brackets around one of IPv6", async () => {
    const listener = await HttpListener.open(place, {
      request: (_request, response) => void response.end("yes"),
    });
    expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(listener.url)).text()).toBe("yes");
    await listener.close(0);
    await listener.close(0);
    await expect(fetch(listener.url)).rejects.toThrow("fetch failed");
  });

  it("says in one line that a port is in use", async () => {
    const listener = await HttpListener.open(place, { request: () => {} });
    const port = Number(new URL(listener.url).port);
    const second = HttpListener.open({ ...place, port }, { request: () => {} });
    await expect(second).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port} (the port is in use; give another with --port)`,
    );
    const elsewhere = HttpListener.open({ host: "203.0.113.1", port: 0 }, { request: () => {} });
    await expect(elsewhere).rejects.toThrow("this machine does not have the address");
    await listener.close(0);
  });

  it("lets an answer under way end, and keeps no connection for another request", async () => {
    const { listener, waiting, next } = await held();
    const agent = new Agent({ keepAlive: true });
    const came = next();
    const [answer] = [once(get(listener.url, { agent }), "response")];
    await came;
    const closing = listener.close(60_000);
    waiting[0]?.end("done");
    const [response] = (await answer) as [IncomingMessage];
    expect((await response.toArray()).join("")).toBe("done");
    await closing;
    agent.destroy();
  });

  it("tells a client that still sends on a kept connection that it is closed", async () => {
    const { listener, waiting, next } = await held();
    const { port } = new URL(listener.url);
    const socket = connect(Number(port), "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    let came = next();
    socket.write("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
    await came;
    const closing = listener.close(60_000);
    came = next();
    socket.write("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
    await came;
    waiting[0]?.end("1");
    waiting[1]?.end("2");
    await closing;
    await once(socket, "close");
    expect(text.toLowerCase()).toContain("connection: close");
  });

  it("cuts off what does not end within the grace", async () => {
    const { listener, next } = await held();
    const came = next();
    const asked = fetch(listener.url).then(
      () => "answered",
      () => "cut off",
    );
    await came;
    await listener.close(20);
    expect(await asked).toBe("cut off");
  });

  it("waits for a WebSocket, and cuts it off after the grace", async () => {
    const upgraded = Promise.withResolvers<void>();
    const listener = await HttpListener.open(place, {
      request: () => {},
      upgrade: (_request, socket) => {
        socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n");
        upgraded.resolve();
      },
    });
    const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
    socket.on("error", () => {}).resume();
    const cut = once(socket, "close");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    await upgraded.promise;
    await listener.close(20);
    expect(await cut).toHaveLength(1);
  });
});
