// With nothing but the platform's own server.
import { createServer } from "node:http";
import { toNodeHandler } from "dragline/service";
import { tryApi } from "./api.mjs";

const withBrowser = !process.argv.includes("--no-browser");
await tryApi((service) => createServer(toNodeHandler(service, { basePath: "/web" })), {
  withBrowser,
});
