// A page is watched, its price changes, and a webhook tells it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createService, toNodeHandler } from "dragline/service";
import { createReceiver, toNodeListener } from "dragline/webhooks";
import { listen } from "./api.mjs";

let price = "79.90";
const shop = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end(`<title>Lamp</title><h1>Opal lamp</h1><p>Price: ${price} EUR</p>`);
});
const url = `${await listen(shop)}/lamp`;

const options = { allow: ["127.0.0.1"], allowCallbacks: ["127.0.0.1"] };
const service = createService({}, options);
const base = await listen(createServer(toNodeHandler(service)));
const { id } = await service.accounts.create();
const { key } = await service.keys.create(id);
void service.run({ signal: new AbortController().signal });
const headers = { "x-api-key": key, "content-type": "application/json" };
const ask = async (method, path, body) => {
  const init = { method, headers, body: body && JSON.stringify(body) };
  const answer = await fetch(`${base}/v1${path}`, init);
  return await answer.json();
};

const told = Promise.withResolvers();
let secret = "not known yet";
const hooks = createServer((request, response) => {
  const receiver = createReceiver({
    secrets: [secret],
    onDelivery: ({ body }) => told.resolve(JSON.parse(new TextDecoder().decode(body))),
  });
  toNodeListener(receiver)(request, response);
});
const monitor = await ask("POST", "/monitors", {
  url,
  intervalMinutes: 60,
  alertWebhookUrl: `${await listen(hooks)}/changed`,
});
secret = monitor.alertWebhookSecret;
assert.ok(secret, JSON.stringify(monitor));

const seen = async (count) => {
  for (;;) {
    const { runs } = await ask("GET", `/monitors/${monitor.id}/runs`);
    const ended = runs.filter(({ status }) => status === "completed" || status === "failed");
    if (ended.length >= count) return ended;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const before = (await ask("GET", `/monitors/${monitor.id}/runs`)).runs.length;
if (before === 0) await ask("POST", `/monitors/${monitor.id}/run`);
await seen(1);
price = "59.90";
await ask("POST", `/monitors/${monitor.id}/run`);
const event = await told.promise;
console.log(`${event.event ?? event.type}, signature valid`);
process.exit(0);
