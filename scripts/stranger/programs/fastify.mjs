import Fastify from "fastify";
import { toFastify } from "dragline/service";
import { tryApi } from "./api.mjs";

await tryApi(async (service) => {
  const app = Fastify();
  await app.register(toFastify(service), { prefix: "/web" });
  await app.ready();
  return app.server;
});
