import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, type Dialer } from "../../../src/net/index.ts";
import { heardBy, openDoor, proxied } from "./open-door.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });
const MB = 1_000_000;

/** Writes without end, as fast as the other side takes it, and counts. */
function flood(socket: Socket): { sent: number } {
  const count = { sent: 0 };
  const chunk = Buffer.alloc(65_536, "x");
  const pour = (): void => {
    let more = true;
    while (more && socket.writable) {
      count.sent += chunk.length;
      more = socket.write(chunk);
    }
  };
  socket.on("drain", pour);
  pour();
  return count;
}

/** Reads slowly, and gives the most that was under way between writer and reader. */
async function readSlowly(stream: Readable, until: number, sent: () => number): Promise<number> {
  let [received, most] = [0, 0];
  stream.pause();
  while (received < until) {
    for (let count = 0; count < 3; count += 1) await turn();
    const chunk: unknown = stream.read();
    if (chunk instanceof Buffer) received += chunk.length;
    most = Math.max(most, sent() - received);
  }
  return most;
}

/** A site on TCP that hands out its first connection. */
async function openTcp() {
  const { promise: socket, resolve } = Promise.withResolvers<Socket>();
  const site = await createRawSite(resolve);
  return { site, socket, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

describe("a door", () => {
  it("holds a fast website back for a slow browser, in responses and in tunnels", async () => {
    await using open = await openDoor({ connector });
    for (const way of ["response", "tunnel"]) {
      await using tcp = await openTcp();
      const client =
        way === "tunnel" ? (await open.tunnel(`127.0.0.1:${tcp.site.port}`)).client : open.dial();
      if (way === "response") client.write(proxied(tcp.site.url("/")));
      const site = await tcp.socket;
      if (way === "response") site.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1000 * MB}\r\n\r\n`);
      const count = flood(site);
      expect(await readSlowly(client, 60 * MB, () => count.sent)).toBeLessThan(30 * MB);
      client.destroy();
      await tcp.site.idle();
    }
  });

  it("holds a fast browser back for a slow website", async () => {
    await using open = await openDoor({ connector });
    await using tcp = await openTcp();
    const client = open.dial();
    client.write(proxied(tcp.site.url("/"), `Content-Length: ${1000 * MB}`).replace("GET", "POST"));
    const count = flood(client);
    const site = await tcp.socket;
    expect(await readSlowly(site, 60 * MB, () => count.sent)).toBeLessThan(30 * MB);
    site.resetAndDestroy();
    expect((await heardBy(client)).said).toBe("");
  });

  it("passes the end of one side on, and the other goes on", async () => {
    await using open = await openDoor({ connector });
    for (const first of ["browser", "website"]) {
      await using tcp = await openTcp();
      const { client } = await open.tunnel(`127.0.0.1:${tcp.site.port}`);
      const site = await tcp.socket;
      const [ending, lasting] = first === "browser" ? [client, site] : [site, client];
      for (const socket of [ending, lasting]) socket.allowHalfOpen = true;
      const last = text(ending);
      ending.end("all");
      expect(await text(lasting)).toBe("all");
      lasting.write("still ");
      lasting.end("here");
      expect(await last).toBe("still here");
      await tcp.site.idle();
    }
  });

  it("breaks the other side of a tunnel when one breaks", async () => {
    await using open = await openDoor({ connector });
    for (const first of ["browser", "website"]) {
      await using tcp = await openTcp();
      const { client } = await open.tunnel(`127.0.0.1:${tcp.site.port}`);
      const site = await tcp.socket;
      const [breaking, other] = first === "browser" ? [client, site] : [site, client];
      const heard = heardBy(other);
      breaking.write("half", () => breaking.resetAndDestroy());
      expect((await heard).broken).toBe(true);
      await tcp.site.idle();
    }
  });

  it("stops asking a website when the browser has left", async () => {
    await using open = await openDoor({ connector });
    await using site = await createSite({ "/silent": () => {}, "/upload": () => {} });
    const silent = open.dial();
    silent.write(proxied(site.url("/silent")));
    await site.seen("/silent");
    silent.destroy();
    await site.idle();
    const upload = open.dial();
    upload.write(proxied(site.url("/upload"), "Content-Length: 9").replace("GET", "POST"));
    upload.write("half");
    await site.seen("/upload");
    upload.destroy();
    await site.idle();
    expect(site.connections).toBe(2);
  });

  it.each([
    ["a request", (host: string) => proxied(`http://${host}/`)],
    ["a tunnel", (host: string) => `CONNECT ${host}:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      "an upgrade",
      (host: string) =>
        `GET http://${host}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
  ])("stops connecting for %s when the browser has left", async (_, request) => {
    for (const leaving of ["end", "destroy", "resetAndDestroy"] as const) {
      const begun = Promise.withResolvers<AbortSignal>();
      const dialer: Dialer = {
        dial(__, signal) {
          begun.resolve(signal);
          return new Promise((___, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          });
        },
      };
      await using open = await openDoor({ connector: createConnector({ dialer }) });
      const client = open.dial();
      client.write(request("1.1.1.1"));
      const signal = await begun.promise;
      client[leaving]();
      await once(signal, "abort");
      expect(open.door.failureOf("1.1.1.1")).toBeUndefined();
      client.destroy();
    }
  });

  it("passes on what a website answers before it has read a body", async () => {
    await using open = await openDoor({ connector });
    await using site = await createRawSite((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge");
      });
    });
    const client = open.dial();
    client.write(proxied(site.url("/"), `Content-Length: ${20 * MB}`).replace("GET", "POST"));
    client.write(Buffer.alloc(20 * MB));
    let said = "";
    client.setEncoding("latin1");
    for await (const chunk of client) {
      said += String(chunk);
      if (said.endsWith("large")) break;
    }
    expect(said).toContain("HTTP/1.1 413 Too Large");
  });

  it("breaks off for the website what the browser breaks off", async () => {
    await using open = await openDoor({ connector });
    const { promise: heard, resolve } = Promise.withResolvers<string>();
    await using site = await createSite({
      "/": (request) => void text(request).then(resolve, ({ message }: Error) => resolve(message)),
    });
    const client = open.dial();
    client.write(proxied(site.url("/"), "Transfer-Encoding: chunked").replace("GET", "POST"));
    client.write("4\r\nhalf\r\n");
    await site.seen("/");
    client.destroy();
    expect(await heard).toBe("aborted");
  });
});
