import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  arrivedBody,
  incomingBody,
  parsedBodyText,
} from "../../../../src/service/http/incoming-body.ts";

/** A body of a thousand pieces; `sent` counts those that were asked for. */
function sender() {
  const seen = { sent: 0 };
  const incoming = new Readable({
    highWaterMark: 1,
    read() {
      seen.sent += 1;
      this.push(seen.sent > 1000 ? null : Buffer.from("x"));
    },
  });
  return { incoming, seen, body: incomingBody(incoming as IncomingMessage) };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}

describe("incomingBody", () => {
  it("takes no more than is read", async () => {
    const { body, seen } = sender();
    const reader = body.getReader();
    await reader.read();
    await turns(2000);
    expect(seen.sent).toBeLessThan(20);
    await reader.cancel();
  });

  it("gives the whole body", async () => {
    const { body } = sender();
    expect(await new Response(body).text()).toBe("x".repeat(1000));
  });

  it("only stops reading when it is cancelled: the answer goes over the same connection", async () => {
    const { incoming, body, seen } = sender();
    await body.cancel();
    await turns(100);
    expect(incoming.destroyed).toBe(false);
    expect(seen.sent).toBeLessThan(20);
    for (const event of ["data", "end", "error", "close"]) {
      expect(incoming.listenerCount(event), event).toBe(0);
    }
  });

  it("fails with its connection, also when that was lost before", async () => {
    const { incoming, body } = sender();
    const read = new Response(body).text();
    incoming.destroy();
    await expect(read).rejects.toThrow("the connection was lost");
    const late = incomingBody(incoming as IncomingMessage);
    await expect(new Response(late).text()).rejects.toThrow("the connection was lost");
  });
});

describe("arrivedBody", () => {
  /** What a server has of a request when it hears of it. */
  async function arrived(text: string): Promise<string | undefined> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(() => {
      socket.destroy();
      server.close();
    });
    const heard = Promise.withResolvers<Promise<Uint8Array | undefined>>();
    server.on("request", (incoming) => heard.resolve(arrivedBody(incoming)));
    socket.write(text);
    const bytes = await heard.promise;
    return bytes && Buffer.from(bytes).toString();
  }

  const post = (...headers: string[]): string =>
    ["POST / HTTP/1.1", "host: h.example", ...headers, "", ""].join("\r\n");

  it("is the body that came with the head", async () => {
    expect(await arrived(`${post("content-length: 7")}{"a":1}`)).toBe('{"a":1}');
    const long = "x".repeat(20_000);
    expect(await arrived(`${post("content-length: 20000")}${long}`)).toBe(long);
  });

  it.each([
    ["has not come", post("content-length: 7")],
    ["has come in part", `${post("content-length: 7")}{"a"`],
    ["is not announced", `${post("transfer-encoding: chunked")}7\r\n{"a":1}\r\n0\r\n\r\n`],
    ["is empty", post("content-length: 0")],
  ])("is none where it %s", async (_, text) => {
    expect(await arrived(text)).toBeUndefined();
  });

  it("is none where somebody has read of it", async () => {
    const incoming = Readable.from([Buffer.from("ab")]);
    const headers = { "content-length": "2" };
    incoming.resume();
    await once(incoming, "end");
    const request = Object.assign(incoming, { headers, complete: true });
    expect(await arrivedBody(request as unknown as IncomingMessage)).toBeUndefined();
  });
});

describe("parsedBodyText", () => {
  it.each([
    [{ a: [1] }, '{"a":[1]}'],
    ["text", "text"],
    [null, "null"],
    [7, "7"],
    [Buffer.from("ab"), new Uint8Array([97, 98])],
  ])("of %j is %j", (parsed, text) => {
    expect(parsedBodyText(parsed)).toEqual(text);
  });
});
