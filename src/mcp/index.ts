/**
 * The web-data API as tools for models, over the Model Context Protocol: scrape, extract, crawl, search,
 * research, tasks in a browser, actions on websites, monitors; over standard input and output, or HTTP.
 *
 * Loads the client of the API; `@modelcontextprotocol/server`, an optional peer, at the first request.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createMcp } from "dragline/mcp";
 * import { createService, toNodeHandler } from "dragline/service";
 *
 * const service = createService();
 * const mcp = createMcp({ service });
 * const isMcp = ({ url }: Request) => new URL(url).pathname === "/mcp";
 * const fetch = (request: Request, facts?: object) =>
 *   isMcp(request) ? mcp.fetch(request, facts) : service.fetch(request, facts);
 * createServer(toNodeHandler({ fetch })).listen(3000);
 * await service.run({ signal: new AbortController().signal });
 * ```
 * @packageDocumentation
 */
export { createMcp, type Mcp, type McpCollaborators, type McpStreams } from "./create-mcp.ts";
export type { McpService } from "./backend.ts";
export { isMcpError, McpError } from "./mcp-error.ts";
export type { McpOptions } from "./mcp-options.ts";
