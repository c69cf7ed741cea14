import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Takes every delivery after a latency (its argument, in milliseconds) until its parent disconnects;
// sends its port first.
const latency = Number(process.argv[2] ?? 0);

const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    if (latency === 0) response.writeHead(204).end();
    else setTimeout(() => response.writeHead(204).end(), latency);
  });
});
server.listen(0, "0.0.0.0", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
