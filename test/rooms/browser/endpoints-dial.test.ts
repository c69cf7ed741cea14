import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createBrowser, createRemoteLauncher } from "dragline/browser";
import { createSite, FakeBrowser } from "dragline/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import type { DialTarget } from "../../../src/browser/endpoints/socket-transport.ts";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";

const path = await chromiumPath();
const never = new AbortController().signal;

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

  it("finds the browser of an address with a login and a token, and tells neither", async () => {
    const asked: unknown[] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.end('{"webSocketDebuggerUrl":"ws://localhost:9222/devtools/browser/x"}');
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const dialled: string[] = [];
    const dial = async ({ url }: DialTarget): Promise<never> => {
      dialled.push(url);
      throw new Error(`no ${url} with Bearer hunter3`);
    };
    const url = `http://me:hunter1@127.0.0.1:${port}/?token=hunter2`;
    const endpoint = { url, headers: { "x-key": "hunter3" } };
    const launcher = createRemoteLauncher({ dial }, { endpoints: [endpoint] });
    const error: unknown = await launcher.launch(never).catch((failure: unknown) => failure);
    expect(asked).toEqual([["/json/version?token=hunter2", "Basic bWU6aHVudGVyMQ=="]]);
    expect(dialled).toEqual([`ws://me:hunter1@127.0.0.1:${port}/devtools/browser/x?token=hunter2`]);
    const { cause, message, stack } = error as Error;
    const told = [message, stack, String(cause), (cause as Error).stack, JSON.stringify(error)];
    expect(told.join(" ")).not.toMatch(/hunter\d/);
    expect(launcher.status()).toMatchObject([{ url: `http://127.0.0.1:${port}/`, failures: 1 }]);
    launcher.drain(`http://127.0.0.1:${port}/`);
    expect(launcher.status()).toMatchObject([{ state: "draining" }]);
  });

  it("survives what is no message of the protocol, and drops what pages print", async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on("connection", (socket) => {
      socket.send(`{"method":"Runtime.consoleAPICalled","params":"${"x".repeat(100_000)}"}`);
      socket.send("session expired");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const heard: string[] = [];
    const driver = {
      connect: async (transport: { onmessage?: (message: string) => void }) => {
        // As puppeteer does, whatever the type says.
        const listen: unknown = async (message: string): Promise<void> => {
          heard.push(message);
          JSON.parse(message);
        };
        transport.onmessage = listen as (message: string) => void;
        return new FakeBrowser(0).driver;
      },
    };
    const launcher = createRemoteLauncher({ driver }, { endpoints: [`ws://127.0.0.1:${port}`] });
    const browser = await launcher.launch(never);
    expect(await browser.ended).toContain("closed the connection");
    expect(heard).toEqual(["session expired"]);
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
