import type { IncomingMessage, ServerResponse } from "node:http";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { WebSocketServer } from "ws";
import { pages } from "./pages.ts";

/** A site that has one of everything, under two host names that are two sites to a browser. */
export interface CompatSite extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The same pages as `http://localhost:PORT`: another site. */
  readonly other: string;
  /** A WebSocket that sends back what it is sent. */
  readonly echo: string;
  readonly requests: Site["requests"];
}

/** Opens it on loopback. */
export async function openCompatSite(): Promise<CompatSite> {
  const site = await createSite({ ...pages, ...answers });
  const echo = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => echo.once("listening", resolve));
  echo.on("connection", (socket) => {
    socket.on("message", (text: Buffer) => socket.send(`echo ${text.toString()}`));
  });
  const address = echo.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    origin: site.origin,
    other: `http://localhost:${site.port}`,
    echo: `ws://127.0.0.1:${port}/`,
    requests: site.requests,
    async [Symbol.asyncDispose]() {
      for (const socket of echo.clients) socket.terminate();
      await new Promise((resolve) => echo.close(resolve));
      await site[Symbol.asyncDispose]();
    },
  };
}

const answers: Readonly<Record<string, SiteRoute>> = {
  "/hop": { status: 302, headers: { location: "/hop-2" } },
  "/hop-2": { status: 301, headers: { location: "/plain" } },
  "/lost": { status: 404, body: "<title>Lost</title>not here" },
  "/json": {
    headers: { "content-type": "application/json", "x-site": "compat" },
    body: '{"answer":42}',
  },
  "/set-cookie": {
    headers: { "set-cookie": ["seen=yes; Path=/; Max-Age=3600", "quiet=1; Path=/; HttpOnly"] },
    body: "<title>Cookie</title>",
  },
  "/headers": (request, response) => json(response, request.headers),
  "/method": (request, response) => json(response, { method: request.method }),
  "/secret": secret,
  "/file": {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="report.bin"',
    },
    body: new Uint8Array(20_000).fill(7),
  },
  "/hang": () => {},
  "/cut": (request) => {
    request.socket.destroy();
  },
  "/sheet.css": {
    headers: { "content-type": "text/css" },
    body: ".on{color:red} .off{color:blue}",
  },
  "/code.js": {
    headers: { "content-type": "text/javascript" },
    body: "function used(){return 1}\nfunction unused(){return 2}\nused();",
  },
  "/worker.js": {
    headers: { "content-type": "text/javascript" },
    body: "self.onmessage = (e) => postMessage(e.data * 2);",
  },
  "/service-worker.js": {
    headers: { "content-type": "text/javascript" },
    body: `self.addEventListener("install", () => self.skipWaiting());
      self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));`,
  },
  "/dot.svg": {
    headers: { "content-type": "image/svg+xml" },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  },
};

function json(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

function secret(request: IncomingMessage, response: ServerResponse): void {
  const expected = `Basic ${Buffer.from("ann:pass").toString("base64")}`;
  if (request.headers.authorization === expected) {
    response.setHeader("content-type", "text/html");
    response.end("<title>Inside</title>");
    return;
  }
  response.statusCode = 401;
  response.setHeader("www-authenticate", 'Basic realm="compat"');
  response.end("who are you?");
}
