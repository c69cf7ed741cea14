// Tell a phone and a chat when a price changes: the messages are stored in the same step as the change,
// and a test message shows that a target is right.
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors } from "dragline/monitor";
import { createNotifier, tellChanges } from "dragline/notifier";
import { createScraper } from "dragline/scraper";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite } from "dragline/testing";

let price = "1,299 €";
const told: string[] = [];
await using site = await createSite({
  "/lamp": (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<title>Lamp</title><h1>Lamp</h1><p class="price">${price}</p>`);
  },
  // A server of ntfy, which shows what it is told.
  "/": (request, response) => {
    request.setEncoding("utf8").on("data", (json: string) => {
      const { topic, title = "", message = "" } = JSON.parse(json) as Record<string, string>;
      told.push(
        `${topic}: ${title.replace(site.origin.slice(7), "shop")}\n  ${message.split(/\n| at/, 1)[0]}`,
      );
      response.end("{}");
    });
  },
});

// #region notifier
const records = new MemoryRecords(); // or SqliteRecords, PostgresRecords
await using notifier = createNotifier({ records }, { allow: ["127.0.0.1"] });

const phone = `ntfy://127.0.0.1:${site.port}/phone`; // of your own: ntfy://a-topic-nobody-guesses
const { isSent, error } = await notifier.targets.test({ url: phone });
console.log(isSent ? "the target is right" : error);

await notifier.targets.set("phone", phone);
await notifier.targets.set("team", {
  url: `ntfy://127.0.0.1:${site.port}/team`,
  template: "{before.price} was the price, now it is {after.price} at {url}",
  values: ["price"],
});
// #endregion

// #region monitors
await using scraper = createScraper({ fetcher: createFetcher({}, { allow: ["127.0.0.1"] }) });
const acquirer = createAcquirer({ scraper });
await using monitors = createMonitors({ acquirer, records, ledger: tellChanges(notifier) });
const { id } = await monitors.add({
  url: site.url("/lamp"),
  schedule: { every: 3_600_000 },
  watchMode: "specific_data",
  fields: { price: ".price" },
});
// #endregion

for (const seen of ["1,299 €", "1,149 €"]) {
  price = seen;
  await monitors.check(id);
}
// In a program that runs on: notifier.run({ signal }) beside monitors.work({ signal }).
await notifier.sendDue();
console.log(told.toSorted((a, b) => (a < b ? -1 : 1)).join("\n"));

// #region log
const sent = await notifier.messages.list({ status: "sent" });
console.log(sent.length, "messages sent");
// #endregion
