import { createUpgradeHandler, type ClientSocket } from "dragline/cdp-proxy";
import { acceptUpgrade } from "../../../src/cdp-proxy/websocket/accept-upgrade.ts";
import { refuseUpgrade } from "../../../src/cdp-proxy/websocket/refuse-upgrade.ts";
import { versionAnswer } from "../../../src/cdp-proxy/websocket/version-answer.ts";
import { describe, expect, it, vi } from "vitest";
import { ProxyStage } from "./proxy-stage.ts";
import { handshake, rawClient, serveUpgrades, WsClient } from "./websocket-stage.ts";

/** A server that joins each client to `use`. */
function serveSockets(use: (socket: ClientSocket) => void, maxMessageBytes?: number) {
  return serveUpgrades((incoming, socket, head) => {
    const headers = { "X-Connection-Id": "c1" };
    const taker = { accept: async (client: ClientSocket) => use(client), leave: async () => {} };
    void acceptUpgrade({ incoming, socket, head, headers, maxMessageBytes }, taker);
  });
}

describe("acceptUpgrade", () => {
  it("answers with the headers and carries texts both ways", async () => {
    const port = await serveSockets((socket) => {
      socket.onmessage = (text) => socket.send(`${String(text)}!`);
    });
    const client = new WsClient(port);
    await client.opened;
    expect(client.headers).toMatchObject({ "x-connection-id": "c1" });
    expect(client.headers).not.toHaveProperty("sec-websocket-extensions");
    client.ws.send("héllo");
    await vi.waitFor(() => expect(client.heard).toEqual(["héllo!"]), { timeout: 30_000 });
  });

  it.each([
    ["a message above the bound", 1009, (ws: WsClient["ws"]) => ws.send("x".repeat(1025))],
    ["a binary message", 1003, (ws: WsClient["ws"]) => ws.send(Buffer.from("{}"))],
    ["the client's own code", 4000, (ws: WsClient["ws"]) => ws.close(4000, "bye")],
    ["a client that breaks off", 1006, (ws: WsClient["ws"]) => ws.terminate()],
  ])("tells the code of %s: %i", async (_, code, act) => {
    const closes: number[] = [];
    const port = await serveSockets((socket) => {
      socket.onmessage = () => closes.push(0);
      socket.onclose = (seen) => closes.push(seen);
    }, 1024);
    const client = new WsClient(port);
    await client.opened;
    act(client.ws);
    expect(await client.closed).toBe(code);
    await vi.waitFor(() => expect(closes).toEqual([code]), { timeout: 30_000 });
  });

  it("says when what waited has sunk", async () => {
    const { promise, resolve } = Promise.withResolvers<ClientSocket>();
    const port = await serveSockets(resolve);
    const client = new WsClient(port);
    const socket = await promise;
    const drained = new Promise<void>((done) => {
      socket.ondrain = done;
    });
    client.ws.pause();
    const chunk = "x".repeat(1024 * 1024);
    while (socket.waiting < 16 * 1024 * 1024) socket.send(chunk);
    client.ws.resume();
    await drained;
    expect(socket.waiting).toBeLessThanOrEqual(1024 * 1024);
  });

  it("leaves who waits when the client went before", async () => {
    const left = Promise.withResolvers<string>();
    const port = await serveUpgrades((incoming, socket, head) => {
      const accept = async (): Promise<never> => Promise.reject(new Error("nobody is there"));
      const leave = async (): Promise<void> => left.resolve("left");
      socket.on("close", () => void acceptUpgrade({ incoming, socket, head }, { accept, leave }));
      socket.destroy();
    });
    rawClient(port, handshake("/")).answer.catch(() => {});
    expect(await left.promise).toBe("left");
  });

  it("refuses a header that would end the head, and leaves who waits", async () => {
    const failed = Promise.withResolvers<unknown>();
    const left = vi.fn<() => Promise<void>>(async () => {});
    const port = await serveUpgrades((incoming, socket, head) => {
      const headers = { "X-A": "b\r\nX-C: d" };
      acceptUpgrade(
        { incoming, socket, head, headers },
        { accept: async () => {}, leave: left },
      ).catch(failed.resolve);
    });
    const { answer } = rawClient(port, handshake("/"));
    expect(await failed.promise).toBeInstanceOf(TypeError);
    expect(left).toHaveBeenCalledOnce();
    expect(await answer).toBe("");
  });
});

describe("refuseUpgrade", () => {
  it("writes a whole response and closes", async () => {
    const port = await serveUpgrades((_, socket) => {
      const response = Response.json(
        { error: "é" },
        { status: 429, headers: { "retry-after": "3" } },
      );
      void refuseUpgrade(socket, response);
    });
    const answer = await rawClient(port, handshake("/")).answer;
    const [head = "", body] = answer.split("\r\n\r\n");
    expect(head.startsWith("HTTP/1.1 429 Too Many Requests\r\n")).toBe(true);
    expect(head).toContain("retry-after: 3");
    expect(head).toContain("content-length: 14");
    expect(body).toBe('{"error":"é"}');
  });
});

describe("createUpgradeHandler", () => {
  async function serveProxy(stage: ProxyStage, owner: string | undefined = "owner-1") {
    return serveUpgrades(createUpgradeHandler(stage.proxy, { owner: async () => owner }));
  }

  it("joins a client and its browser", async () => {
    const stage = new ProxyStage();
    const client = new WsClient(await serveProxy(stage), "/any?save_session=new");
    await client.opened;
    expect(client.headers["x-connection-id"]).toMatch(/^[\w-]+$/);
    client.ws.send('{"id":1,"method":"Page.enable"}');
    await vi.waitFor(() => expect(stage.channel.sent.length).toBe(1), { timeout: 30_000 });
    stage.channel.say('{"id":1,"result":{}}');
    await vi.waitFor(() => expect(client.heard).toEqual(['{"id":1,"result":{}}']), {
      timeout: 30_000,
    });
    client.ws.send('{"id":2,"method":"Browser.close"}');
    expect(await client.closed).toBe(1000);
    await vi.waitFor(() => expect(stage.leaks).toEqual({}), { timeout: 30_000 });
    expect(stage.saved.length).toBe(1);
    expect(client.heard[1]).toBe('{"id":2,"result":{}}');
  });

  it("answers refusals before the upgrade", async () => {
    const stage = new ProxyStage();
    const port = await serveProxy(stage);
    const answer = await rawClient(port, handshake("/?session_id=none")).answer;
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('"error":"not_found"');
  });

  it("answers 401 without an owner", async () => {
    const stage = new ProxyStage();
    const handler = createUpgradeHandler(stage.proxy, { owner: () => undefined });
    const answer = await rawClient(await serveUpgrades(handler), handshake("/")).answer;
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
    expect(stage.log).toEqual([]);
  });

  it.each([
    [{ "Sec-WebSocket-Version": "12" }, 426],
    [{ "Sec-WebSocket-Key": "short" }, 400],
    [{ Upgrade: "h2c" }, 400],
  ])("answers %j with %i, before anything is opened", async (headers, status) => {
    const stage = new ProxyStage();
    const answer = await rawClient(await serveProxy(stage), handshake("/", headers)).answer;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(stage.log).toEqual([]);
  });

  it.each(["end", "resetAndDestroy"] as const)(
    "undoes all when the client goes meanwhile (%s)",
    async (how) => {
      const stage = new ProxyStage();
      const { promise: waits, resolve: reached } = Promise.withResolvers<void>();
      const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
      stage.faults.set("take", () => {
        reached();
        return isThere;
      });
      const aborted = vi.spyOn(AbortController.prototype, "abort");
      const { socket, answer } = rawClient(
        await serveProxy(stage),
        handshake("/?save_session=new"),
      );
      answer.catch(() => {});
      await waits;
      aborted.mockClear();
      socket[how]();
      await vi.waitFor(() => expect(aborted).toHaveBeenCalled(), { timeout: 30_000 });
      arrive();
      await vi.waitFor(() => expect(stage.held.get("browser")).toBe(0), { timeout: 30_000 });
      await vi.waitFor(() => expect(stage.leaks).toEqual({}), { timeout: 30_000 });
      expect(stage.refunds).toEqual([true]);
      expect(stage.log).not.toContain("attach");
    },
  );
});

describe("versionAnswer", () => {
  it("leads clients of an http URL to the WebSocket", () => {
    const { webSocketDebuggerUrl } = versionAnswer(
      "https://host.test:8080/v1/browser-connect?country=de",
    );
    expect(webSocketDebuggerUrl).toBe("wss://host.test:8080/v1/browser-connect?country=de");
    expect(versionAnswer("http://a.test/x").webSocketDebuggerUrl).toBe("ws://a.test/x");
    expect(() => versionAnswer("file:///x")).toThrow(TypeError);
  });
});
