import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { RequestFacts } from "../service/index.ts";
import { apiKey } from "../service/internal.ts";
import type { Backend, McpCaller } from "./backend.ts";
import { loadSdk } from "./load-sdk.ts";
import { isMcpError } from "./mcp-error.ts";
import { refuseOrigin, withCors } from "./origins.ts";
import { protocolServer, type ServerParts } from "./protocol-server.ts";
import { pickTools } from "./tools/pick-tools.ts";
import { refuseTooMany, type RequestLimitParts } from "./request-limit.ts";
import type { Tool } from "./tools/tool.ts";

/** What proxies say of a client. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"];

type Parts = Omit<ServerParts, "backend"> & { readonly limit: RequestLimitParts };

/** Answers requests of Streamable HTTP; nothing is kept between them. */
export function createHttp(
  parts: Parts,
  backendOf: (caller: McpCaller) => Backend,
): (request: Request, facts?: RequestFacts) => Promise<Response> {
  let loading: Promise<McpHttpHandler> | undefined;
  const made = async (): Promise<McpHttpHandler> => {
    const { createMcpHandler } = await loadSdk();
    return createMcpHandler(({ authInfo, era }) => {
      const given = authInfo?.extra?.["parts"] as ServerParts;
      return protocolServer(era === "legacy" ? goingOn(given) : given);
    });
  };
  return async (request, facts = {}) => {
    const { origins } = parts.settings;
    const refused = refuseOrigin(request, origins);
    if (refused !== undefined) return refused;
    const { tools, unknown } = toolsOf(parts, request);
    if (unknown !== undefined) return problem(400, `Query 'tools': ${unknown}`);
    const caller = callerOf(request, facts);
    const backend = backendOf(caller);
    const account = await backend.account(request.signal);
    const tooMany = await refuseTooMany(parts.limit, { request, caller, account });
    if (tooMany !== undefined) return withCors(request, tooMany);
    const mine: ServerParts = { ...parts, tools, backend };
    try {
      loading ??= made();
      const handler = await loading;
      const extra = { parts: mine };
      const authInfo = { token: caller.key, clientId: "", scopes: [], extra };
      return withCors(request, await handler.fetch(request, { authInfo }));
    } catch (error) {
      loading = undefined;
      if (isMcpError(error)) return problem(501, error.message);
      throw error;
    }
  };
}

/** Of older revisions a connection that is lost cancels nothing, and this is all that is heard of a client. */
function goingOn(parts: ServerParts): ServerParts {
  return { ...parts, backend: { ...parts.backend, stop: async () => {} } };
}

/** A client may ask for fewer tools than the host offers. */
function toolsOf(
  { tools }: Parts,
  request: Request,
): { readonly tools: readonly Tool[]; readonly unknown?: string } {
  const asked = new URL(request.url).searchParams.get("tools");
  if (asked === null || asked === "") return { tools };
  const picked = pickTools(asked.split(","));
  return { ...picked, tools: tools.filter((tool) => picked.tools.includes(tool)) };
}

function callerOf(request: Request, facts: RequestFacts): McpCaller {
  const { headers, url } = request;
  const forwarded = FORWARDED.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { key: apiKey(headers), facts, origin: new URL(url).origin, forwarded };
}

function problem(status: number, message: string): Response {
  const error = { code: -32_600, message };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status });
}
