import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { ProxyHost } from "./proxy-host.ts";
import { startProgram } from "./start-program.ts";

/** How clients are killed. */
export interface KillPlan {
  readonly count: number;
  /** How many there are at once. */
  readonly atOnce: number;
  /** Milliseconds that a client may live at most. */
  readonly lifeMs: number;
  /** The page that they open. */
  readonly page: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Has clients connect and kills each in the middle of what it does. Every other one saves. */
export async function killClients(host: ProxyHost, plan: KillPlan): Promise<void> {
  const waiting = Array.from({ length: plan.count }, (_, at) => at);
  const worker = async (): Promise<void> => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const url = host.url(at % 2 === 0 ? { save_session: `session ${plan.atOnce}-${at}` } : {});
      await (at % 4 === 3 ? dropSocket(url, plan) : killProgram(url, at, plan));
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, worker));
}

async function killProgram(url: string, at: number, plan: KillPlan): Promise<void> {
  const library = at % 4 === 0 ? "puppeteer" : "playwright";
  await using client = startProgram("killed-client.ts", [library, url, plan.page]);
  // A third gets to work first.
  if (plan.random() < 0.33) await client.said;
  await pause(plan.random() * plan.lifeMs);
}

/** A client that goes without a word, perhaps before it was answered. */
async function dropSocket(url: string, { random, lifeMs }: KillPlan): Promise<void> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  socket.on("open", () => {
    for (let id = 1; id < 50; id += 1) {
      const params = { url: "about:blank" };
      socket.send(JSON.stringify({ id, method: "Target.createTarget", params }));
    }
  });
  await pause(random() * lifeMs);
  socket.terminate();
}
