import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { emptyRoute } from "./empty-route.ts";

// An empty route of Hono until its parent disconnects; sends its port first.
const server = createServer(emptyRoute()).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once("disconnect", () => process.exit());
