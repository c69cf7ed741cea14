import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchmarkSize } from "./case.ts";
import { benchmarkPages } from "./pages.ts";

// A process of its own: serves the benchmark pages as /0, /1, … and tells its port and their count.
const pages = benchmarkPages(process.argv[2] as BenchmarkSize).map((html) => Buffer.from(html));
const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice(1))] ?? Buffer.from("none");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-length", page.byteLength);
  response.end(page);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, count: pages.length });
});
process.once("disconnect", () => process.exit(0));
