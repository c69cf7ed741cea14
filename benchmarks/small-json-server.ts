import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Serves a list of twenty things as JSON under every path until its parent disconnects; sends its port first.
const things = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  title: `Thing number ${at + 1}`,
  price: "19.90",
  created_at: "2026-01-01T12:00:00Z",
  url: `https://things.example/${at + 1}`,
}));
const body = JSON.stringify({ total: things.length, things });
const headers = { "content-type": "application/json", "content-length": body.length };

const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
