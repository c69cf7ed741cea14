import {
  Agent,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import { once } from "node:events";
import { createReceiver, toNodeListener } from "dragline/webhooks";
import { afterEach, describe, expect, it } from "vitest";
import { body, delivery, keep, secret } from "./receive-cases.ts";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server?.listening ? server.close(resolve) : resolve(undefined)));
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("toNodeListener", () => {
  it("receives deliveries over a socket", async () => {
    const { receiver, handled } = keep();
    const url = await serve(toNodeListener(receiver));
    expect((await fetch(url, delivery())).status).toBe(204);
    expect((await fetch(url, delivery())).status).toBe(204);
    expect(handled).toHaveLength(1);
    const refused = await fetch(url, delivery("dlv_2", { "x-service-signature": "sha256" }));
    expect([refused.status, await refused.json()]).toEqual([400, { error: "malformed-signature" }]);
    const get = await fetch(url);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("answers 413 in the middle of a body that is too long, on a connection that lives on", async () => {
    const { receiver } = keep();
    const url = await serve(toNodeListener(receiver));
    let connections = 0;
    server?.on("connection", () => (connections += 1));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (init: RequestInit, chunks: readonly (string | Buffer)[]) => {
      const sent = httpRequest(url, { agent, method: "POST", headers: init.headers as never });
      for (const chunk of chunks) sent.write(chunk);
      sent.end();
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      await once(answer.resume(), "end");
      return answer.statusCode;
    };
    const megabytes = Array.from({ length: 4 }, () => Buffer.alloc(1_048_576));
    expect(await post(delivery(), megabytes)).toBe(413);
    expect(await post(delivery(), [body])).toBe(204);
    expect(connections).toBe(1);
    agent.destroy();
  });

  it("survives a sender that hangs up in the middle of the body", async () => {
    const { receiver, failures, handled } = keep();
    const url = await serve(toNodeListener(receiver));
    const arrived = once(server ?? process, "request");
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    await arrived;
    socket.destroy();
    await expect.poll(() => failures).toEqual(["body-incomplete"]);
    expect(handled).toEqual([]);
    expect((await fetch(url, delivery())).status).toBe(204);
  });

  it("tells the handler when the sender hangs up", async () => {
    const sender = new AbortController();
    let told: Promise<unknown> | undefined;
    const receiver = createReceiver({
      secrets: secret,
      onDelivery: (_, { signal }) => {
        told = once(signal, "abort");
        sender.abort();
        return told;
      },
    });
    const url = await serve(toNodeListener(receiver));
    await expect(fetch(url, { ...delivery(), signal: sender.signal })).rejects.toThrow("aborted");
    await told;
  });

  it("says so when something has read the body", async () => {
    const { receiver, failures } = keep();
    const listener = toNodeListener(receiver);
    const url = await serve((request, response) => {
      request.resume().on("end", () => listener(request, response));
    });
    const response = await fetch(url, delivery());
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: "body-consumed",
      message: expect.stringContaining("before any body parser"),
    });
    expect(failures).toEqual(["body-consumed"]);
  });
});
