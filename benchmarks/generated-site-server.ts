import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generatedPage, type GeneratedSite } from "./generated-site.ts";

// A process of its own: serves a generated site as /page/0, /page/1, … until its parent
// disconnects; sends its port first. server.ts PAGES SIZE. Usual pages are made before it listens,
// small ones when they are asked for.
const site: GeneratedSite = {
  pages: Number(process.argv[2]),
  size: process.argv[3] === "small" ? "small" : "usual",
};
const made =
  site.size === "small"
    ? []
    : Array.from({ length: site.pages }, (_, at) => Buffer.from(generatedPage(at, site)));

const server = createServer(({ url = "" }, response) => {
  const at = /^\/page\/(\d+)$/.exec(url)?.[1];
  if (at === undefined || Number(at) >= site.pages) {
    response.writeHead(404).end();
    return;
  }
  const page = made[Number(at)] ?? Buffer.from(generatedPage(Number(at), site));
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": page.byteLength,
  });
  response.end(page);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
