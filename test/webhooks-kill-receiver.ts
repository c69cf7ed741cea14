import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OuterPoint } from "./webhooks-kill-plan.ts";

/** One request that came. */
export interface SeenAttempt {
  readonly delivery: string;
  /** Number of the life that sent it. */
  readonly life: number;
  /** Of the body, and its signature. */
  readonly content: string;
  /** Undefined until it was answered. */
  status: number | undefined;
}

/**
 * A receiver on loopback whose paths say what it does: `/ok` takes what comes, `/later` refuses it
 * twice, `/gone` for good, `/drop` closes the first connection of each delivery.
 */
export class KillReceiver {
  readonly seen: SeenAttempt[] = [];
  /** Is told of what happens, and to whom; 0 where that is not known yet. */
  onPoint: (point: OuterPoint, life: number) => void = () => {};
  readonly #server: Server;
  readonly #times = new Map<string, number>();

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
    this.#server.on("connection", () => this.onPoint("accept", 0));
  }

  async listen(): Promise<readonly string[]> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return ["ok", "later", "gone", "drop"].map((path) => `http://127.0.0.1:${port}/${path}`);
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const life = Number((headers["user-agent"] ?? "").replace("life-", ""));
    this.onPoint("request", life);
    const hash = createHash("sha256");
    try {
      for await (const piece of request) hash.update(piece as Buffer);
    } catch {
      // Killed while it sent.
      return;
    }
    const delivery = String(headers["x-service-delivery-id"]);
    const content = `${hash.digest("hex")} ${String(headers["x-service-signature"])}`;
    const attempt: SeenAttempt = { delivery, life, content, status: undefined };
    this.seen.push(attempt);
    const times = (this.#times.get(delivery) ?? 0) + 1;
    this.#times.set(delivery, times);
    const status = statusOf(request.url ?? "", times);
    if (status === undefined) {
      response.destroy();
      return;
    }
    attempt.status = status;
    response.writeHead(status).end("thanks", () => this.onPoint("written", life));
  }
}

/** Undefined: the connection is closed. */
function statusOf(path: string, times: number): number | undefined {
  if (path === "/gone") return 410;
  if (path === "/later") return times <= 2 ? 503 : 200;
  return path === "/drop" && times === 1 ? undefined : 200;
}
