import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { ClientSocket, InteractiveViewer } from "dragline/cdp-proxy";
import { openViewerServer } from "../../../../src/node/login/viewer-server.ts";

/** A viewer of the session `one`, whose token is `right`; it greets and hangs up. */
const interactive = {
  viewer(id: string, token: string): InteractiveViewer | undefined {
    if (id !== "one" || token !== "right") return undefined;
    return {
      expiresAt: 0,
      page: ({ url }) => ({ html: `page of ${url.href}`, headers: { "x-own": "1" } }),
      accept: async (socket: ClientSocket) => {
        socket.send("hello");
        socket.close(4000, "bye");
      },
    };
  },
};

async function get(url: string, headers: Record<string, string> = {}) {
  const asking = request(url, { headers }).end();
  const [response] = await once(asking, "response");
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode as number, text: Buffer.concat(chunks).toString() };
}

describe("openViewerServer", () => {
  it("serves the page by its token or cookie, under the address that it was asked by", async () => {
    const server = await openViewerServer(interactive, 0);
    const { port } = new URL(server.url);
    const path = `${server.url}/login/one`;
    expect(await get(`${path}?token=right`)).toEqual({ status: 200, text: `page of ${path}` });
    const forwarded = { host: "localhost:9999", cookie: "dragline_viewer=right" };
    expect(await get(path, forwarded)).toEqual({
      status: 200,
      text: "page of http://localhost:9999/login/one",
    });
    expect(port).not.toBe("0");
    await server.close(0);
  });

  it("answers nothing to a wrong token, and to names that only lead here", async () => {
    const server = await openViewerServer(interactive, 0);
    const path = `${server.url}/login/one`;
    for (const url of [path, `${path}?token=wrong`, `${server.url}/login/two?token=right`]) {
      expect((await get(url)).status).toBe(404);
    }
    const host = `evil.test:${new URL(server.url).port}`;
    expect((await get(`${path}?token=right`, { host })).status).toBe(404);
    await server.close(0);
  });

  it("opens the stream likewise", async () => {
    const server = await openViewerServer(interactive, 0);
    const stream = `${server.url.replace("http", "ws")}/login/one/stream`;
    const good = new WebSocket(`${stream}?token=right`);
    const [[message], [code]] = await Promise.all([once(good, "message"), once(good, "close")]);
    expect([String(message), code]).toEqual(["hello", 4000]);
    const cookie = "dragline_viewer=right";
    const bad = new WebSocket(stream, { headers: { cookie, origin: "http://evil.test" } });
    const [error] = await once(bad, "error");
    expect(String(error)).toContain("404");
    await server.close(0);
  });
});
