import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import type { ClientSocket, InteractiveSessions } from "dragline/cdp-proxy";
import { viewerToken } from "../../../../src/cdp-proxy/interactive/viewer-token.ts";

/** A server that serves the viewer of interactive sessions as a host would. */
export interface ViewerServer extends AsyncDisposable {
  /** The page of a session, with its token. */
  pageOf(started: { readonly id: string; readonly token: string }): string;
}

/** Serves pages at `/view/{id}` and streams below them. */
export async function openViewerServer(interactive: InteractiveSessions): Promise<ViewerServer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const viewerOf = (path: string, headers: Readonly<Record<string, unknown>>) => {
    const url = new URL(path, origin);
    const [, , id = ""] = url.pathname.split("/");
    const own = ["cookie", "origin"].filter((name) => typeof headers[name] === "string");
    const request = new Request(url, {
      headers: own.map((name): [string, string] => [name, String(headers[name])]),
    });
    const viewer = interactive.viewer(id, viewerToken(request, origin));
    return { viewer, page: new URL(`/view/${id}`, origin) };
  };
  server.on("request", ({ url = "", headers }, response) => {
    const { viewer, page } = viewerOf(url, headers);
    const made = viewer?.page({ url: page });
    response.writeHead(made === undefined ? 401 : 200, {
      "content-type": "text/html; charset=utf-8",
      ...made?.headers,
    });
    response.end(made?.html ?? "");
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const { viewer } = viewerOf(request.url ?? "", request.headers);
    if (viewer === undefined) socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    else sockets.handleUpgrade(request, socket, head, (ws) => void viewer.accept(adapt(ws)));
  });
  return {
    pageOf: ({ id, token }) => `${origin}/view/${id}?token=${token}`,
    async [Symbol.asyncDispose]() {
      for (const ws of sockets.clients) ws.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function adapt(ws: WebSocket): ClientSocket {
  const socket: ClientSocket = {
    onmessage: undefined,
    ondrain: undefined,
    onclose: undefined,
    get waiting() {
      return ws.bufferedAmount;
    },
    send: (text) => ws.send(String(text)),
    sendBytes: (bytes) => ws.send(bytes),
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    close: (code, reason) => ws.close(code, reason),
  };
  ws.on("message", (bytes: Buffer) => socket.onmessage?.(bytes));
  ws.on("close", (code, reason) => socket.onclose?.(code, String(reason)));
  return socket;
}
