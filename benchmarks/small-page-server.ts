import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Serves a page of 2 KB under every path until its parent disconnects; sends its port first.
const page = `<!doctype html><title>Page</title>${"<p>Some words of a small page.</p>\n".repeat(56)}`;
const headers = { "content-type": "text/html; charset=utf-8", "content-length": page.length };

const server = createServer((_, response) => response.writeHead(200, headers).end(page));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
