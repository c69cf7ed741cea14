// The API under /web in a Fastify app, with its WebSocket refusing a stranger.
import Fastify from "fastify";
import { createService, toFastify, toNodeUpgrade } from "dragline/service";

await using service = createService();

// #region mount
const app = Fastify();
app.get("/", async () => "the app's own page");
await app.register(toFastify(service), { prefix: "/web" });
app.server.on("upgrade", toNodeUpgrade(service, { basePath: "/web" }));
// #endregion

const origin = await app.listen({ port: 0, host: "127.0.0.1" });
const health = await fetch(`${origin}/web/v1/health`);
console.log("health:", health.status);
const nowhere = await fetch(`${origin}/web/v1/nowhere`);
console.log("nowhere:", nowhere.status, (await nowhere.json()).error);
await app.close();
