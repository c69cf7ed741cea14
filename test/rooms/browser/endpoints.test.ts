import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createBrowser, createRemoteLauncher, type RemoteLauncherOptions } from "dragline/browser";
import { createSite, FakeBrowser, FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import type {
  DialTarget,
  SocketTransport,
} from "../../../src/browser/endpoints/socket-transport.ts";
import { createBrowserPool } from "../../../src/browser/pool/browser-pool.ts";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";
import { settle } from "./pool-subject.ts";

const path = await chromiumPath();
const never = new AbortController().signal;

/** Connections that are there without a socket. */
class FakeGrid {
  readonly clock = new FakeClock();
  readonly dialled: DialTarget[] = [];
  readonly open: { readonly url: string; end(reason: string): void }[] = [];
  /** Addresses that refuse. */
  readonly down = new Set<string>();
  /** Addresses that never answer. */
  readonly silent = new Set<string>();

  launcher(options: RemoteLauncherOptions) {
    const driver = { connect: async () => new FakeBrowser(0).driver };
    const collaborators = { driver, clock: this.clock, ids: new FakeIds(), dial: this.#dial };
    return createRemoteLauncher(collaborators, options);
  }

  readonly #dial = async (target: DialTarget, signal: AbortSignal): Promise<SocketTransport> => {
    this.dialled.push(target);
    if (this.down.has(target.url)) throw new Error(`connect ECONNREFUSED to ${target.url}`);
    if (this.silent.has(target.url)) {
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    }
    const end = Promise.withResolvers<string>();
    const close = (): void => end.resolve("closed");
    this.open.push({ url: target.url, end: end.resolve });
    return { send: () => {}, close, terminate: close, ended: end.promise };
  };
}

const [A, B] = ["ws://127.0.0.1:9001/a", "ws://127.0.0.1:9002/b"] as const;

describe("createRemoteLauncher", () => {
  it("takes the endpoint with the most room, and waits where all are full", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({
      endpoints: [
        { url: A, capacity: 1 },
        { url: B, capacity: 3 },
      ],
    });
    for (let count = 0; count < 4; count += 1) await launcher.launch(never);
    expect(grid.dialled.map(({ url }) => url)).toEqual([A, B, B, B]);
    expect(launcher.status().map(({ running, capacity }) => [running, capacity])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    const waiting = launcher.launch(never);
    await settle();
    expect(grid.dialled).toHaveLength(4);
    grid.open[0]?.end("gone");
    await waiting;
    expect(grid.dialled.at(-1)?.url).toBe(A);
    const stopped = new AbortController();
    const cancelled = launcher.launch(stopped.signal);
    stopped.abort(new Error("changed my mind"));
    await expect(cancelled).rejects.toThrow("changed my mind");
  });

  it("lets one that fails rest, longer each time, and asks the others", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({ endpoints: [A, B] });
    grid.down.add(A);
    await launcher.launch(never);
    expect(launcher.status()).toMatchObject([
      { url: A, state: "resting", failures: 1, running: 0 },
      { url: B, state: "ready", failures: 0, running: 1 },
    ]);
    await launcher.launch(never);
    expect(grid.dialled.map(({ url }) => url)).toEqual([A, B, B]);
    grid.down.delete(A);
    await grid.clock.advance(60_000);
    await launcher.launch(never);
    expect(launcher.status()).toMatchObject([{ state: "ready", failures: 0 }, {}]);
  });

  it("says of each why there is none, without what may be a secret", async () => {
    const grid = new FakeGrid();
    const secret = "ws://127.0.0.1:9003/c?token=hunter2";
    const launcher = grid.launcher({ endpoints: [A, secret], connectTimeoutMs: 500 });
    grid.silent.add(A);
    grid.down.add(secret);
    const launched = launcher.launch(never).catch((error: unknown) => error);
    await settle();
    await grid.clock.advance(500);
    const error = await launched;
    expect(error).toMatchObject({ code: "LAUNCH_FAILED" });
    expect(String(error)).toContain(`${A}: it did not answer within 500 ms`);
    expect(String(error)).toContain("ws://127.0.0.1:9003/c: connect ECONNREFUSED");
    expect(JSON.stringify([String(error), launcher.status()])).not.toContain("hunter2");
  });

  it("drains an endpoint: its browsers get no further page and end with their last", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({ endpoints: [A] });
    const { clock } = grid;
    await using pool = createBrowserPool({ launcher, clock, ids: new FakeIds() }, { maxPages: 2 });
    const lease = await pool.lease();
    launcher.drain(A);
    expect(launcher.status()).toMatchObject([{ state: "draining", running: 1 }]);
    await settle();
    expect(lease.signal.aborted).toBe(false);
    await lease[Symbol.asyncDispose]();
    await settle();
    expect(launcher.status()).toMatchObject([{ running: 0 }]);
    await expect(pool.lease()).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
    launcher.restore(A);
    await grid.clock.advance(10_000);
    await using again = await pool.lease();
    expect(again.signal.aborted).toBe(false);
    expect(() => launcher.drain("ws://127.0.0.1:1/")).toThrow("the address of an endpoint");
  });

  it("ends leases when an endpoint closes the connection", async () => {
    const grid = new FakeGrid();
    const { clock } = grid;
    const launcher = grid.launcher({ endpoints: [A] });
    await using pool = createBrowserPool({ launcher, clock, ids: new FakeIds() });
    await using lease = await pool.lease();
    grid.open[0]?.end("the endpoint closed the connection (1001, restart)");
    await settle();
    expect(lease.signal.reason).toMatchObject({ code: "BROWSER_LOST" });
    expect(String(lease.signal.reason)).toContain("restart");
  });

  it("refuses browsers elsewhere unless the guard is given up, and proxies of calls there", async () => {
    const grid = new FakeGrid();
    const endpoints = ["wss://chrome.example/?token=hunter2"];
    expect(() => grid.launcher({ endpoints })).toThrow("cannot go through the address guard");
    expect(() => grid.launcher({ endpoints })).not.toThrow("hunter2");
    const launcher = grid.launcher({ endpoints, unguarded: true });
    await using browser = createBrowser({ launcher, clock: grid.clock });
    await using lease = await browser.lease();
    expect(lease.signal.aborted).toBe(false);
    const proxied = browser.lease({ proxy: new URL("http://127.0.0.1:8080") });
    await expect(proxied).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it.each<[string, unknown]>([
    ["none", []],
    ["what is no list", "ws://127.0.0.1/"],
    ["what is no address", ["127.0.0.1:9222"]],
    ["another protocol", ["ftp://127.0.0.1/"]],
    ["one twice", [A, A]],
    ["no room", [{ url: A, capacity: 0 }]],
  ])("refuses %s", (_, endpoints) => {
    const options = { endpoints } as RemoteLauncherOptions;
    expect(() => createRemoteLauncher({}, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("dialling an endpoint", () => {
  it("sends headers, tells a refusal, and has contexts end with the connection", async () => {
    const heard: string[] = [];
    let headers: IncomingHttpHeaders = {};
    const server = createServer((_, response) => response.writeHead(401).end());
    const sockets = new WebSocketServer({ noServer: true });
    server.on("upgrade", (request, socket, head) => {
      headers = request.headers;
      sockets.handleUpgrade(request, socket, head, (ws) => {
        ws.on("message", (data: Buffer) => {
          heard.push(data.toString());
          ws.close(1001, "full");
        });
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const driver = {
      connect: async (transport: { send(message: string): void }) => {
        transport.send('{"id":1,"method":"Target.createBrowserContext","params":{"a":1}}');
        return new FakeBrowser(0).driver;
      },
    };
    const endpoint = { url: `ws://127.0.0.1:${port}/`, headers: { authorization: "Bearer x" } };
    const launcher = createRemoteLauncher({ driver }, { endpoints: [endpoint] });
    const browser = await launcher.launch(never);
    expect(await browser.ended).toBe("the endpoint closed the connection (1001, full)");
    expect(headers.authorization).toBe("Bearer x");
    expect(heard.map((text) => JSON.parse(text) as unknown)).toEqual([
      { id: 1, method: "Target.createBrowserContext", params: { a: 1, disposeOnDetach: true } },
    ]);
    await browser[Symbol.asyncDispose]();
    const http = createRemoteLauncher({ driver }, { endpoints: [`http://127.0.0.1:${port}`] });
    await expect(http.launch(never)).rejects.toThrow("/json/version answered with 401");
  });
});

describe.skipIf(path === undefined)(
  `${browserTitle("An endpoint", path)} that is a Chromium`,
  () => {
    it("shows pages through the guard, keeps its other pages, and is left as it was", async () => {
      const profile = await mkdtemp(join(tmpdir(), "dragline-endpoint-"));
      const child = spawn(
        path ?? "",
        [
          ...testSwitches,
          "--headless=new",
          "--no-first-run",
          "--remote-debugging-port=0",
          `--user-data-dir=${profile}`,
          ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ],
        { stdio: ["ignore", "ignore", "pipe"] },
      );
      onTestFinished(async () => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      });
      let url = "";
      for await (const line of createInterface({ input: child.stderr })) {
        url = /DevTools listening on (ws:\S+)/.exec(line)?.[1] ?? "";
        if (url !== "") break;
      }
      await using site = await createSite({ "/": "<title>Tides</title><h1>Tides</h1>" });
      const targets = async (): Promise<unknown[]> =>
        (await (await fetch(`http://${new URL(url).host}/json/list`)).json()) as unknown[];
      const before = (await targets()).length;
      for (const endpoint of [url, `http://${new URL(url).host}`]) {
        const launcher = createRemoteLauncher({}, { endpoints: [endpoint] });
        {
          await using browser = createBrowser({ launcher }, { allow: ["127.0.0.1"] });
          const page = await browser.visit(site.url("/"));
          expect(page.html).toContain("<h1>Tides</h1>");
          expect(launcher.status()).toMatchObject([{ running: 1 }]);
          await using guarded = createBrowser({ launcher });
          await expect(guarded.visit(site.url("/"))).rejects.toMatchObject({
            code: "ADDRESS_NOT_ALLOWED",
          });
        }
        expect(launcher.status()).toMatchObject([{ running: 0 }]);
      }
      expect(await targets()).toHaveLength(before);
      expect(child.exitCode).toBe(null);
    }, 60_000);
  },
);
