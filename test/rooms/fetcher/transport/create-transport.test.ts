import { createTransport } from "dragline/fetcher";
import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();
const body = new TextEncoder().encode('{"a":1}');

describe("createTransport", () => {
  it("posts a body, over connections that are kept", async () => {
    const bodies: string[] = [];
    await using site = await createSite({
      "/in": (request, response) => {
        let text = "";
        request.on("data", (chunk: Buffer) => (text += chunk.toString()));
        request.on("end", () => {
          bodies.push(`${request.method} ${request.headers["content-length"]} ${text}`);
          response.end("ok");
        });
      },
    });
    await using transport = createTransport({}, { allow: ["127.0.0.1"] });
    for (let round = 0; round < 2; round += 1) {
      const url = new URL(site.url("/in"));
      const response = await transport.send({ url, method: "POST", headers: {}, body }, signal);
      expect(response.status).toBe(200);
      for await (const chunk of response.body) expect(chunk.length).toBe(2);
    }
    expect(bodies).toEqual(['POST 7 {"a":1}', 'POST 7 {"a":1}']);
    expect(site.connections).toBe(1);
  });

  it("refuses what is not public", async () => {
    await using transport = createTransport();
    const request = {
      url: new URL("http://127.0.0.1:1/"),
      method: "POST",
      headers: {},
      body,
    } as const;
    await expect(transport.send(request, signal)).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
  });

  describe("with a body that only the end of the connection ends", () => {
    const get = (url: string) => ({ url: new URL(url), method: "GET", headers: {} }) as const;
    const site = () =>
      createRawSite((socket) => {
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\npart"));
      });

    it("survives that its reader leaves", async () => {
      await using endless = await site();
      await using transport = createTransport({}, { allow: ["127.0.0.1"] });
      const { body: chunks } = await transport.send(get(endless.url("/")), signal);
      for await (const chunk of chunks) {
        expect(chunk.length).toBe(4);
        break;
      }
      await endless.idle();
    });

    it("survives that it is cancelled", async () => {
      const control = new AbortController();
      await using endless = await site();
      await using transport = createTransport({}, { allow: ["127.0.0.1"] });
      const response = await transport.send(get(endless.url("/")), control.signal);
      const chunks = response.body[Symbol.asyncIterator]();
      await chunks.next();
      const next = chunks.next();
      control.abort("enough");
      await expect(next).rejects.toBe("enough");
      await endless.idle();
    });

    it("does not take its own disposal for that end", async () => {
      await using endless = await site();
      const transport = createTransport({}, { allow: ["127.0.0.1"] });
      const response = await transport.send(get(endless.url("/")), signal);
      const chunks = response.body[Symbol.asyncIterator]();
      await chunks.next();
      const next = expect(chunks.next()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
      await transport[Symbol.asyncDispose]();
      await next;
    });
  });

  it("never sends a POST twice by itself", async () => {
    let requests = 0;
    await using site = await createRawSite((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        else socket.destroy();
      });
    });
    await using transport = createTransport({}, { allow: ["127.0.0.1"] });
    const request = { url: new URL(site.url("/")), method: "POST", headers: {}, body } as const;
    const first = await transport.send(request, signal);
    for await (const chunk of first.body) expect(chunk.length).toBe(0);
    await expect(transport.send(request, signal)).rejects.toMatchObject({
      code: "CONNECTION_LOST",
    });
    expect(requests).toBe(2);
  });
});
