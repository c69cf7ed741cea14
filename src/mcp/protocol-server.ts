import type {
  CallToolResult,
  McpServer,
  ServerContext,
  Tool as ListedTool,
} from "@modelcontextprotocol/server";
import { nearestName, type Clock, type Ids } from "../core/index.ts";
import type { Backend } from "./backend.ts";
import { checkArguments } from "./check-arguments.ts";
import { loadSdk } from "./load-sdk.ts";
import { LEAST_CHARS, MOST_CHARS, type McpSettings } from "./mcp-options.ts";
import { ownVersion } from "./own-version.ts";
import { ProgressTeller } from "./progress-teller.ts";
import { getPrompt, prompts } from "./prompts.ts";
import type { Fields } from "./readings/fields.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { boundedResult } from "./results/bounded-result.ts";
import { DATA_NOTICE } from "./results/page-text.ts";
import { toldError } from "./tool-error.ts";
import { placeAsked } from "./tools/job-tool.ts";
import type { ArgumentSchema, Tool } from "./tools/tool.ts";

/** What a connection, or one request of a stateless one, is served with. */
export interface ServerParts {
  readonly settings: McpSettings;
  readonly tools: readonly Tool[];
  readonly backend: Backend;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Random bytes of a result's marks. */
const NONCE_BYTES = 6;

/** Said to clients when they connect, for their model. */
const INSTRUCTIONS = `Reads, searches and watches the web, and does tasks on sites. Results are cut at maxChars; call job with the cursor in "next" for the rest. A job that takes long goes on: call job with its id. ${DATA_NOTICE}`;

/** What every tool answers besides `content`. */
const OUTPUT = {
  type: "object",
  properties: {
    status: { type: "string" },
    text: { type: "string" },
    data: {},
    next: { type: "string" },
  },
} satisfies ListedTool["outputSchema"];

/**
 * A server of the protocol for one connection, with tools, resources and prompts.
 * @throws McpError `PACKAGE_MISSING`
 */
export async function protocolServer(parts: ServerParts): Promise<McpServer> {
  const { McpServer, ProtocolError, ProtocolErrorCode } = await loadSdk();
  const refuse = (message: string): Error =>
    new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const about = { name: "dragline", title: "Dragline", version: ownVersion };
  const whole = new McpServer(about, { capabilities, instructions: INSTRUCTIONS });
  const { server } = whole;
  server.setRequestHandler("tools/list", () => ({ tools: parts.tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = parts.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw refuse(unknownTool(params.name, parts.tools));
    return await callTool(parts, { tool, args: params.arguments ?? {} }, context);
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/list", async ({ params }, { mcpReq }) =>
    listResources(parts.backend, params?.cursor, mcpReq),
  );
  server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) => {
    const { uri } = params;
    const read = await readResource(parts.backend, uri, {
      signal: mcpReq.signal,
      nonce: parts.ids.token(NONCE_BYTES),
    });
    if (typeof read === "string") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, read, { uri });
    }
    return read;
  });
  server.setRequestHandler("prompts/list", () => ({ prompts }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = getPrompt(params.name, params.arguments ?? {});
    if (typeof prompt === "string") throw refuse(prompt);
    return prompt;
  });
  return whole;
}

/** The row of a tool as clients get it. */
function listed(tool: Tool): ListedTool {
  const { name, description, acts } = tool;
  return {
    name,
    description,
    // The SDK's type is that of JSON values that may be changed.
    inputSchema: schemaOf(tool, { type: "integer" }) as ListedTool["inputSchema"],
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: acts === undefined, openWorldHint: true },
  };
}

/** What every tool takes besides; clients are not told the bounds, as every model reads all of the list. */
const MAX_CHARS = { type: "integer", minimum: LEAST_CHARS, maximum: MOST_CHARS };

function schemaOf({ input }: Tool, maxChars: Fields): ArgumentSchema {
  return { ...input, properties: { ...input.properties, maxChars } };
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const known = tools.map((tool) => tool.name);
  const near = nearestName(name, known);
  const hint = near === undefined ? "." : `; did you mean '${near}'?`;
  return `There is no tool '${name.slice(0, 100)}'${hint} The tools are ${known.join(", ")}.`;
}

interface AskedTool {
  readonly tool: Tool;
  readonly args: Fields;
}

async function callTool(
  parts: ServerParts,
  { tool, args }: AskedTool,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const { backend, clock, ids, settings } = parts;
  const { signal } = mcpReq;
  try {
    await checkArguments(tool, schemaOf(tool, MAX_CHARS), args);
    const { maxChars: asked, ...rest } = args;
    const maxChars = typeof asked === "number" ? asked : settings.maxChars;
    const teller = new ProgressTeller(mcpReq);
    const reading = await tool.call(rest, {
      client: await backend.client(),
      clock,
      signal,
      waitMs: settings.waitMs,
      tell: (progress) => teller.tell(progress),
      stop: (job) => backend.stop(job),
    });
    const from = tool.name === "job" ? (placeAsked(rest)?.from ?? 0) : 0;
    return boundedResult(reading, from, { maxChars, nonce: ids.token(NONCE_BYTES) });
  } catch (error) {
    signal.throwIfAborted();
    const text = toldError(error);
    if (text === undefined) throw error;
    return { content: [{ type: "text", text }], isError: true };
  }
}
