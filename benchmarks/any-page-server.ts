import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generatedPage } from "./generated-site.ts";

// Serves pages of 28 to 61 KB under every path, by the number at its end, until its parent
// disconnects; sends its port first.
const PAGES = 200;
const site = { pages: PAGES, size: "usual" } as const;
const made = Array.from({ length: PAGES }, (_, at) => Buffer.from(generatedPage(at, site)));

const server = createServer(({ url = "" }, response) => {
  const page = made[Number(/\d+$/.exec(url)?.[0] ?? 0) % PAGES] ?? Buffer.alloc(0);
  const headers = { "content-type": "text/html; charset=utf-8", "content-length": page.length };
  response.writeHead(200, headers).end(page);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
