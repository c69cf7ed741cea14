import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createService } from "dragline/service";
import { onTestFinished } from "vitest";

const call = { signal: new AbortController().signal };

/** What a service answered. */
export interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

export type Tenant = Awaited<ReturnType<typeof openTenants>>["attacker"];

/** How a test site answers. */
export type Site = (request: IncomingMessage, response: ServerResponse) => void;

const article = `<title>Hafen</title><h1>Hafen</h1><p>Built in 1888.</p>`;

/** A site of the test's own, on loopback. */
export async function openSite(answer: Site = (_, response) => void response.end(article)) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A running service in memory with two accounts. */
export async function openTenants(
  options: Parameters<typeof createService>[1] = {},
  collaborators: Parameters<typeof createService>[0] = {},
) {
  const service = createService(collaborators, {
    allow: ["127.0.0.1"],
    allowCallbacks: ["127.0.0.1", "localhost"],
    engine: "http",
    limits: { "*": Infinity },
    ...options,
  });
  const stop = new AbortController();
  const running = service.run({ signal: stop.signal }).catch(() => undefined);
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await running;
    await service[Symbol.asyncDispose]();
  });
  const tenant = async () => {
    const { id: account } = await service.accounts.create({ credits: 1_000_000 }, call);
    const { key } = await service.keys.create(account, {}, call);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await service.fetch(new Request(`http://service.test/v1${path}`, init));
      const json = (await response.json()) as Record<string, unknown>;
      return { status: response.status, json };
    };
    return { account, key, ask };
  };
  return { service, open: tenant, attacker: await tenant(), other: await tenant() };
}
