import type { Readable, Writable } from "node:stream";
import type { Client } from "../client/index.ts";
import {
  checkArgument,
  checkCollaborators,
  CoreError,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../core/index.ts";
import { MemoryRateLimiter, type RateLimiter } from "../rate-limiter/index.ts";
import type { RequestFacts } from "../service/index.ts";
import { trustedProxies } from "../service/internal.ts";
import {
  clientBackend,
  serviceBackend,
  type Backend,
  type McpCaller,
  type McpService,
} from "./backend.ts";
import { createHttp } from "./http.ts";
import { mcpDefaults, mcpSettings, type McpOptions } from "./mcp-options.ts";
import { serveStreams } from "./serve-streams.ts";
import { pickTools } from "./tools/pick-tools.ts";

/** Whose tools are offered: a service in this process, or the client of one elsewhere. */
export interface McpCollaborators {
  /** A service in this process: each call is made in the name of its key or account. */
  readonly service?: McpService | undefined;
  /** A client: all calls are made with its key. */
  readonly client?: Client | undefined;
  /**
   * Counts requests to `fetch`; several processes share one, which may be the service's own. In memory
   * when absent.
   */
  readonly limiter?: RateLimiter | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** Marks of page text. @default systemIds */
  readonly ids?: Ids | undefined;
}

/** Two streams that a client speaks over. */
export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** The web-data API as tools for models. */
export interface Mcp {
  /**
   * Answers a request of Streamable HTTP: mount it at `/mcp`. Nothing is kept between requests. The key
   * is in `Authorization: Bearer …` or `X-API-Key`; lists are answered without one. More requests than
   * `requestsPerMinute` are answered 429.
   * @param facts what the host knows of the request; `account` stands for a key
   * @example if (new URL(request.url).pathname === "/mcp") return await mcp.fetch(request);
   */
  fetch(request: Request, facts?: RequestFacts): Promise<Response>;
  /**
   * Serves one client over two streams, such as standard input and output, until the input ends or the
   * signal aborts.
   * @param call.account the account in whose name calls are made, of a `service`
   * @throws McpError `PACKAGE_MISSING`; CoreError `INVALID_ARGUMENT`
   * @example await mcp.serve({ input: process.stdin, output: process.stdout }, { signal });
   */
  serve(
    streams: McpStreams,
    call: { readonly signal: AbortSignal; readonly account?: string | undefined },
  ): Promise<void>;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof McpCollaborators, true>> = Object.freeze({
  service: true,
  client: true,
  limiter: true,
  clock: true,
  ids: true,
});

/**
 * Makes the tools of a service. The package `@modelcontextprotocol/server` is loaded by the first request.
 * @throws CoreError `INVALID_OPTION`, `INVALID_ARGUMENT`
 */
export function createMcp(collaborators: McpCollaborators, options?: McpOptions): Mcp {
  checkCollaborators(collaborators, mcpDefaults, collaboratorNames);
  const settings = mcpSettings(options);
  const { service, client, clock = systemClock, ids = systemIds } = collaborators;
  const backendOf = backends(service, client);
  const { tools } = pickTools(settings.tools);
  const parts = { settings, tools, clock, ids };
  const limit = {
    limiter: collaborators.limiter ?? new MemoryRateLimiter({ clock }),
    perMinute: settings.requestsPerMinute,
    isTrusted: trustedProxies(settings.trustedProxies),
  };
  return {
    fetch: createHttp({ ...parts, limit }, backendOf),
    serve: async (streams, call) => {
      checkArgument("input of serve({ input, output })", streams?.input, "object");
      checkArgument("output of serve({ input, output })", streams?.output, "object");
      checkArgument("signal of serve(streams, { signal })", call?.signal, "signal");
      const facts = { account: call.account };
      const caller = { key: "", facts, origin: "http://localhost", forwarded: [] };
      await serveStreams({ ...parts, backend: backendOf(caller) }, streams, call.signal);
    },
  };
}

function backends(
  service: McpService | undefined,
  client: Client | undefined,
): (caller: McpCaller) => Backend {
  if (service !== undefined && client === undefined) {
    checkArgument("service of createMcp({ service })", service, "object");
    return (caller) => serviceBackend(service, caller);
  }
  if (client !== undefined && service === undefined) {
    checkArgument("client of createMcp({ client })", client, "object");
    return () => clientBackend(client);
  }
  const message = "createMcp needs a service or a client, one of both.";
  throw new CoreError("INVALID_ARGUMENT", { message, details: { argument: "service" } });
}
