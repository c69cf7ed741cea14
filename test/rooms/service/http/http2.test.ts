import { once } from "node:events";
import { connect, createServer, type ClientHttp2Session, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toNodeHandler } from "../../../../src/service/http/to-node-handler.ts";
import { createRig, GOOD_KEY } from "./rig.ts";

describe("toNodeHandler under node:http2", () => {
  let server: Http2Server;
  let client: ClientHttp2Session;
  let authority: string;

  beforeAll(async () => {
    // Its requests and responses are made to be used like those of HTTP/1.
    server = createServer(toNodeHandler({ fetch: createRig().app }) as never);
    await once(server.listen(0, "127.0.0.1"), "listening");
    authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = connect(`http://${authority}`);
  });

  afterAll(async () => {
    client.close();
    await once(client, "close");
    server.close();
    await once(server, "close");
  });

  async function ask(method: string, path: string, body?: string): Promise<[number, object]> {
    const type = { "content-type": "application/json" };
    const headers = { ":method": method, ":path": path, "x-api-key": GOOD_KEY, ...type };
    const stream = client.request(headers, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const [answer] = (await once(stream, "response")) as [{ ":status": number }];
    let text = "";
    for await (const chunk of stream.setEncoding("utf8")) text += chunk;
    return [answer[":status"], JSON.parse(text) as object];
  }

  it("knows the host that was asked", async () => {
    const [status, json] = await ask("GET", "/v1/map/a");
    expect(status).toBe(200);
    expect(json).toMatchObject({ params: { id: "a" }, baseUrl: `http://${authority}/v1` });
  });

  it("reads bodies, empty ones as {}", async () => {
    expect((await ask("POST", "/v1/map", '{"url":"u"}'))[1]).toMatchObject({ body: { url: "u" } });
    expect(await ask("POST", "/v1/map", "")).toEqual([
      400,
      { error: "invalid_request", message: "url: is required" },
    ]);
  });
});
