// Webhooks in an Express app with its own database: the event is stored in the step that stores the
// order, so neither is there without the other. Without DATABASE_URL the example runs in memory.
import { createServer } from "node:http";
import express from "express";
import { collection, inserting } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { createReceiver, createWebhooks, toExpress } from "dragline/webhooks";
import { listen } from "./listen.ts";

const { DATABASE_URL: connectionString } = process.env;
const records =
  connectionString === undefined
    ? new MemoryRecords()
    : await createPostgresRecords({}, { connectionString, schema: "dragline_example" });

const orders = collection({
  name: "orders",
  fields: { id: "string", item: "string" },
  key: ["id"],
});
const call = { signal: AbortSignal.timeout(60_000) };
await records.ensure([orders], call);
await records.remove(orders, {}, call);

// #region webhooks
await using webhooks = createWebhooks(
  { records },
  { allow: ["127.0.0.1"], events: ["order.placed", "webhook.test"], headerPrefix: "X-Shop-" },
);
// #endregion

const received = Promise.withResolvers<void>();
const app = express();

// Receiving: in front of express.json(), which would take the bytes that are signed.
const { secret } = await webhooks.secrets.get("shop");
const receiver = createReceiver(
  {
    secrets: secret,
    onDelivery: ({ body }) => {
      const { type, data } = JSON.parse(new TextDecoder().decode(body));
      console.log("received", type, JSON.stringify(data));
      received.resolve();
    },
  },
  { headerPrefix: "X-Shop-" },
);
app.post("/hooks", toExpress(receiver));

// Sending.
// #region orders
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 sees to what it throws
app.post("/orders/:id", express.json(), async (request, response) => {
  const order = { id: request.params.id, item: String(request.body.item) };
  const event = await webhooks.prepare({
    account: "shop",
    type: "order.placed",
    data: order,
    to: [{ url: site.url("/hooks") }],
  });
  const operations = [inserting(orders, [order]), ...event.operations];
  const { applied } = await records.atomic(operations, call);
  response.status(applied ? 201 : 409).end();
});
// #endregion
await using site = await listen(createServer(app));

const stop = new AbortController();
const running = webhooks.run({ signal: stop.signal });

for (const attempt of ["first", "second"]) {
  const { status } = await fetch(site.url("/orders/17"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ item: "rope" }),
  });
  console.log(attempt, status);
}
await received.promise;
stop.abort();
await running;
const log = await webhooks.deliveries.list("shop", { limit: 1 });
console.log(log.map(({ event, status, attempts }) => `${event} ${status} ${attempts}`).join());
await records.close();
