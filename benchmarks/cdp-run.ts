import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { descendants } from "../src/browser/chromium/pid-table.ts";
import { startChild } from "./service-run.ts";

/** What stands between the client and Chromium. */
export type EndpointKind =
  | "direct"
  | "ws relay"
  | "dragline"
  | "dragline, cold"
  | "dragline, unrecorded";

/** A client of CDP that costs next to nothing. */
export class CdpClient {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: Record<string, unknown>) => void>();
  /** Hears every event. */
  onevent: ((method: string, params: Record<string, unknown>) => void) | undefined;
  #last = 0;
  #sessionId: string | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (message: Buffer) => this.#hear(message.toString()));
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId: this.#sessionId }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Opens a page; all that follows is said to it. */
  async open(): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const attached = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#sessionId = String(attached["sessionId"]);
    await this.send("Page.enable");
  }

  /** Leads the page to a URL and waits until it is loaded. */
  async goto(url: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onevent = (method) => {
      if (method === "Page.loadEventFired") resolve();
    };
    await this.send("Page.navigate", { url });
    await promise;
    this.onevent = undefined;
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, "close");
    this.#socket.close();
    await closed;
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as {
      id?: number;
      method?: string;
      params?: Record<string, unknown>;
      result?: Record<string, unknown>;
      error?: object;
    };
    const { id, method, params = {}, result = {}, error } = message;
    if (error !== undefined) throw new Error(`Chromium answers ${JSON.stringify(error)}`);
    if (id === undefined) this.onevent?.(method ?? "", params);
    else this.#waiting.get(id)?.(result);
    if (id !== undefined) this.#waiting.delete(id);
  }
}

/** Connects and waits for the upgrade. */
export async function connect(url: string): Promise<CdpClient> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  return new CdpClient(socket);
}

/** Runs `work` against an endpoint of a process of its own. */
export async function withEndpoint<Result>(
  kind: EndpointKind,
  work: (url: string, pid: number) => Promise<Result>,
): Promise<Result> {
  using endpoint = await startChild<string>("cdp-endpoint.ts", [kind]);
  return await work(endpoint.first, endpoint.child.pid ?? 0);
}

/** Waits until the proxy has a browser ready, and what the last connection left is gone. */
export async function isReady(url: string): Promise<void> {
  const status = url.replace("ws:", "http:");
  while ((await (await fetch(status)).text()) === "0") await pause(50);
  await pause(1000);
}

/** Seconds of processor time of a process and all that descend from it. */
export function cpuSeconds(pid: number): number {
  const ticks = descendants(pid).map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** Milliseconds of the p-th part, from 0 to 1. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
