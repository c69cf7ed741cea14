/**
 * A Chromium whose CDP is reached by a WebSocket, in a process of its own: `cdp-endpoint.ts KIND`
 * sends its URL. `/warm` of the same server says how many browsers wait.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteBrowsers, findChromium } from "dragline/browser";
import { chromiumSwitches } from "../src/browser/chromium/switches.ts";
import { createCdpProxy, createRecorder, createUpgradeHandler } from "dragline/cdp-proxy";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { WebSocket, WebSocketServer } from "ws";
import type { EndpointKind } from "./cdp-run.ts";

const kind = process.argv[2] as EndpointKind;
const folder = mkdtempSync(join(tmpdir(), "dragline-benchmark-"));
process.on("disconnect", () => process.exit());
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

if (kind === "direct") process.send?.(await chromium());
else if (kind === "ws relay") process.send?.(await relay(await chromium()));
else process.send?.(await dragline());

async function dragline(): Promise<string> {
  const warm = kind === "dragline, cold" ? 0 : 1;
  const browsers = createRemoteBrowsers({}, { warm, eager: warm > 0, allow: ["127.0.0.1"] });
  const stores = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
  const recorder = kind === "dragline, unrecorded" ? undefined : createRecorder(stores);
  const proxy = createCdpProxy({ browsers, recorder });
  const server = createServer((_, response) => response.end(String(browsers.status().warm)));
  server.on("upgrade", createUpgradeHandler(proxy, { owner: () => "benchmark" }));
  return await listen(server);
}

/** The switches of the proxy's own browsers, but for the way to the network. */
async function chromium(): Promise<string> {
  const network = /^--(?:remote-debugging|proxy-|host-resolver|no-startup-window)/;
  const switches = chromiumSwitches({
    identity: "natural",
    sandbox: process.getuid?.() !== 0,
    windowSize: [1366, 850],
    platform: process.platform,
    extra: [],
  }).filter((text) => !network.test(text));
  const own = ["--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"];
  const path = (await findChromium(process.env)) ?? "chromium";
  const child = spawn(path, [...switches, ...own], { stdio: ["ignore", "ignore", "pipe"] });
  process.on("exit", () => child.kill("SIGKILL"));
  let text = "";
  for await (const chunk of child.stderr) {
    text += String(chunk);
    const url = /listening on (ws:\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`Chromium ended: ${text.slice(-500)}`);
}

/** The least that a relay can do. */
async function relay(target: string): Promise<string> {
  const clients = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    const browser = new WebSocket(target, { perMessageDeflate: false });
    browser.once("open", () => {
      clients.handleUpgrade(request, socket, head, (client) => {
        client.on("message", (message) => browser.send(message as Buffer, { binary: false }));
        browser.on("message", (message) => client.send(message as Buffer, { binary: false }));
        client.on("close", () => browser.close());
      });
    });
  });
  return await listen(server);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
