// Tell a webhook and a mail address when a price drops, and nobody when it rises. The two deliveries are
// stored in the same step as the change: a process that is killed sends them when it is back.
import { createServer } from "node:http";
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors, type CheckLedger } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite } from "dragline/testing";
import {
  createReceiver,
  createWebhooks,
  toNodeListener,
  type EventMailer,
} from "dragline/webhooks";
import { listen } from "./listen.ts";

let price = "79,90 €";
await using shop = await createSite({
  "/lamp": (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<title>Lamp</title><h1>Lamp</h1><p class="price">${price}</p>`);
  },
});

const secret = "whsec_for-the-example";
const [hooked, mailed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
const receiver = createReceiver({
  secrets: [secret],
  onDelivery: ({ event, body }) => {
    const { data } = JSON.parse(new TextDecoder().decode(body));
    console.log("webhook:", event, data);
    hooked.resolve();
  },
});
await using hooks = await listen(createServer(toNodeListener(receiver)));

// Where a mail goes out: your SMTP client, or your provider's API.
const mailer: EventMailer = {
  send: async ({ to, event }) => {
    await hooked.promise;
    console.log("mail to", to, event);
    mailed.resolve();
    return undefined;
  },
};

const records = new MemoryRecords();
await using webhooks = createWebhooks({ records, mailer }, { allow: ["127.0.0.1"] });

// #region ledger
const to = [{ url: hooks.url("/drops"), secret }, { url: "mailto:ada@example.com" }];
const ledger: CheckLedger = {
  begin: async () => ({ credits: 0, operations: [], refusal: "" }),
  end: async ({ monitor, change }, { signal }) => {
    const nothing = { creditsUsed: 0, operations: [], isTold: false };
    if (change?.diff.type !== "fields") return nothing;
    const { before, after } = change.diff;
    const [was, is] = [before["price"], after["price"]];
    if (typeof was !== "number" || typeof is !== "number" || is >= was) return nothing;
    const data = { url: monitor.url, was, is };
    const event = { account: "ada", type: "monitor.change", data, to };
    const { operations } = await webhooks.prepare(event, { signal });
    return { creditsUsed: 0, operations, isTold: true };
  },
  stored: () => webhooks.ring(),
};
// #endregion

await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await using monitors = createMonitors({ acquirer: createAcquirer({ scraper }), records, ledger });
const { id } = await monitors.add({
  url: shop.url("/lamp"),
  schedule: { every: 3_600_000 },
  watchMode: "specific_data",
  fields: { price: { selector: ".price", as: "number" } },
});

const stop = new AbortController();
const sending = webhooks.run({ signal: stop.signal });
for (const seen of ["79,90 €", "84,90 €", "69,90 €"]) {
  price = seen;
  const { status, changeId } = await monitors.check(id);
  console.log(seen, status, changeId === null ? "the same" : "changed");
}
await mailed.promise;
stop.abort();
await sending;

// #region remove
const kept = await monitors.snapshots(id);
console.log(
  kept.length,
  "snapshots:",
  kept.map(({ extractedData }) => extractedData),
);
await monitors.remove(id); // with its snapshots, changes, bodies and runs
console.log((await monitors.list()).length, "monitors left");
// #endregion
