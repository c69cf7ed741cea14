import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { browserTitle, chromiumPath } from "../chromium.ts";
import { serve } from "../served.ts";
import { documentText, root } from "../sources.ts";
import { inFolder, isInstalled, runTool, toolTitle } from "./tools.ts";

const chromium = await chromiumPath();

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when something listens there. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Proxy extends AsyncDisposable {
  readonly origin: string;
}

async function running(child: ChildProcess, port: number): Promise<Proxy> {
  await listening(port, child);
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** The nginx of deploy before a port; the file as it is, but for where it listens and leads to. */
async function nginx(backend: number, folder: string): Promise<Proxy> {
  const port = await freePort();
  const site = documentText("deploy/nginx.conf")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${backend};`);
  await writeFile(join(folder, "dragline.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
    events {} http { access_log off; ${paths.join(" ")} include ${folder}/dragline.conf; }`;
  const file = join(folder, "nginx.conf");
  await writeFile(file, main);
  const path = `${process.env["PATH"] ?? ""}:/usr/sbin`;
  const args = ["-p", folder, "-e", "stderr", "-c", file];
  const stdio = ["ignore", "ignore", "inherit"] as const;
  return running(spawn("nginx", args, { env: { PATH: path }, stdio: [...stdio] }), port);
}

/** The Caddy of deploy likewise. */
async function caddy(backend: number, folder: string): Promise<Proxy> {
  const port = await freePort();
  const file = join(folder, "Caddyfile");
  // Its administration has a port that others use.
  await writeFile(file, `{\n\tadmin off\n}\n${documentText("deploy/Caddyfile")}`);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    DRAGLINE_SITE: `http://127.0.0.1:${port}`,
    DRAGLINE_UPSTREAMS: `127.0.0.1:${backend}`,
  };
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  return running(spawn("caddy", args, { env, stdio: "ignore" }), port);
}

/** A server behind a proxy, and what it was asked. */
async function backend(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.on("message", (data) => socket.send(data)));
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe.each([
  { name: "nginx", start: nginx, title: toolTitle("nginx", "nginx") },
  { name: "caddy", start: caddy, title: toolTitle("caddy", "caddy") },
])("the configuration of deploy for $title", ({ name, start }) => {
  const isHere = isInstalled(name);

  it.skipIf(!isHere)("is one that it understands", () =>
    inFolder(async (folder) => {
      if (name === "caddy") {
        const config = join(root, "deploy/Caddyfile");
        const args = ["validate", "--adapter", "caddyfile", "--config", config];
        const { code, text: said } = await runTool(name, args);
        expect([code, said]).toEqual([0, expect.stringContaining("Valid configuration")]);
        return;
      }
      const main = join(folder, "nginx.conf");
      const site = join(root, "deploy/nginx.conf");
      await writeFile(main, `pid ${folder}/p; events {} http { access_log off; include ${site}; }`);
      const { code, text: said } = await runTool(name, ["-t", "-e", "stderr", "-c", main]);
      expect([code, said]).toEqual([0, expect.stringContaining("test is successful")]);
    }),
  );

  it.skipIf(!isHere)("passes paths as they are, large bodies, and the client's address", () =>
    inFolder(async (folder) => {
      await using server = await backend((request, response) => {
        void text(request).then((body) => {
          const { "x-forwarded-for": address, "x-forwarded-proto": scheme, host } = request.headers;
          const facts = { url: request.url, bytes: body.length, address, scheme, host };
          response.end(JSON.stringify(facts));
        });
      });
      await using proxy = await start(server.port, folder);
      const path = "/v1/sessions/a%2Fb?u=http%3A%2F%2Fx%2F";
      const answer = await fetch(`${proxy.origin}${path}`, {
        method: "POST",
        headers: { "x-forwarded-for": "203.0.113.9" },
        body: "x".repeat(8_000_000),
      });
      expect(await answer.json()).toEqual({
        url: path,
        bytes: 8_000_000,
        // What a client says of itself does not come through.
        address: "127.0.0.1",
        scheme: "http",
        host: proxy.origin.slice("http://".length),
      });
    }),
  );

  it.skipIf(!isHere)("passes events of a stream as they are written", () =>
    inFolder(async (folder) => {
      const open = Promise.withResolvers<ServerResponse>();
      await using server = await backend((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: first\n\n");
        open.resolve(response);
      });
      await using proxy = await start(server.port, folder);
      const { body } = await fetch(`${proxy.origin}/v1/ai/evaluate/stream`);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      // The second is not written before the first is here.
      expect(await reader?.read()).toMatchObject({ value: "data: first\n\n" });
      (await open.promise).end("data: second\n\n");
      expect(await reader?.read()).toMatchObject({ value: "data: second\n\n" });
      expect(await reader?.read()).toMatchObject({ done: true });
    }),
  );

  it.skipIf(!isHere)("waits longer than the longest request takes", () => {
    const config = documentText(name === "nginx" ? "deploy/nginx.conf" : "deploy/Caddyfile");
    const waits = [...config.matchAll(/(?:read|send|write|response_header)_timeout (\d+)s/g)];
    expect(waits.length).toBeGreaterThanOrEqual(2);
    // A task in a browser may take 330 s.
    for (const [, seconds] of waits) expect(Number(seconds)).toBeGreaterThan(330);
  });

  it.skipIf(!isHere || chromium === undefined)(
    `for real: ${browserTitle("leads WebSockets to a browser of a real service", chromium)}`,
    () =>
      inFolder(async (folder) => {
        const argv = ["serve", "--port=0", "--trust-proxy=127.0.0.1", `--data=${folder}/data`];
        const service = await serve(argv, folder);
        const port = Number(new URL(service.origin).port);
        {
          await using proxy = await start(port, folder);
          const health = await fetch(`${proxy.origin}/v1/health`);
          expect(await health.json()).toMatchObject({ status: "ok" });
          const url = `${proxy.origin.replace("http", "ws")}/v1/browser-connect`;
          const socket = new WebSocket(url, { headers: { "x-api-key": service.key } });
          await once(socket, "open");
          socket.send(JSON.stringify({ id: 1, method: "Browser.getVersion" }));
          const [answer] = (await once(socket, "message")) as [Buffer];
          expect(JSON.parse(answer.toString())).toMatchObject({
            id: 1,
            result: { product: expect.stringMatching(/Chrom/) as string },
          });
          socket.close();
          await once(socket, "close");
        }
        expect(await service.stop()).toBe(0);
      }),
    60_000,
  );
});
