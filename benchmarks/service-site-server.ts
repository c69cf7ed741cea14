import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A site of linked pages of 5 KB, each a little different, and a receiver under /hook, until its
// parent disconnects; sends its port first.
const words = "<p>Some words of a page that is neither small nor large.</p>\n".repeat(75);

function pageOf(url: string): string {
  const number = Number(/\d+$/.exec(url)?.[0] ?? 0);
  const links = Array.from({ length: 10 }, (_, step) => (number * 7 + step * 13 + 1) % 1000);
  const list = links.map((link) => `<li><a href="/page/${link}">Page ${link}</a>`).join("");
  return `<!doctype html><title>Page ${url}</title><h1>Page ${url}</h1><ul>${list}</ul>${words}`;
}

const server = createServer((request, response) => {
  const { url = "/" } = request;
  request.resume();
  if (url === "/hook") response.writeHead(204).end();
  else if (url === "/robots.txt" || url.includes("sitemap")) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(pageOf(url));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
