// The web-data API as tools for a model, mounted beside the API in one server; and what a model's
// program does with them: it lists tools, calls one, and reads the rest of a long page by its cursor.
import { createServer } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcp } from "dragline/mcp";
import { createService, toNodeHandler, type RequestFacts } from "dragline/service";
import { listen } from "./listen.ts";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();
await using service = createService({}, { allow: ["127.0.0.1"], engine: "http" });
const { id } = await service.accounts.create({ name: "Ada" });
const { key } = await service.keys.create(id);
const stop = new AbortController();
const running = service.run({ signal: stop.signal });

// #region mount
const mcp = createMcp({ service }, { tools: ["read"], maxChars: 2000 });
const fetch = (request: Request, facts?: RequestFacts) =>
  new URL(request.url).pathname === "/mcp"
    ? mcp.fetch(request, facts)
    : service.fetch(request, facts);
await using site = await listen(createServer(toNodeHandler({ fetch })));
// #endregion

// #region client
const model = new Client({ name: "example", version: "1.0.0" });
const requestInit = { headers: { authorization: `Bearer ${key}` } };
await model.connect(new StreamableHTTPClientTransport(new URL(site.url("/mcp")), { requestInit }));
const { tools } = await model.listTools();
console.log(tools.map(({ name }) => name).join(", "));

let asked = { name: "scrape", arguments: { url: pages.url("/harbour.html") } as object };
for (let part = 1; ; part += 1) {
  const { structuredContent } = await model.callTool(asked as { name: string });
  const { status, text, next } = structuredContent as Readonly<Record<string, string | undefined>>;
  console.log(`part ${part}: ${status}, begins with ${text?.split("\n")[1]?.slice(0, 40)}`);
  if (next === undefined) break;
  asked = { name: "job", arguments: { cursor: next } };
}
await model.close();
// #endregion

stop.abort();
await running;
