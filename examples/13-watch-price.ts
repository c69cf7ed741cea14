// Watch a price: the value itself, not the page around it. From the command line the same is
//   dragline monitor add https://shop.example/lamp --field price=.price --every 1h
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";

let price = "1.299,00 €";
let isOpen = true;
await using shop = await createSite({
  "/lamp": (_, response) => {
    response.statusCode = isOpen ? 200 : 503;
    response.setHeader("content-type", "text/html; charset=utf-8");
    const seen = `<p>Seen by ${Math.floor(Math.random() * 1e6)} people`;
    response.end(`<title>Lamp</title><h1>Lamp</h1><p class="price">${price}</p>${seen}`);
  },
});

// #region monitor
// Pages come from a scraper of yours. Without records the monitors live in memory; with those of
// dragline/storage/sqlite or postgres they and their history stay.
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await using monitors = createMonitors({ acquirer: createAcquirer({ scraper }) });

const { id } = await monitors.add({
  url: shop.url("/lamp"),
  schedule: { every: 3_600_000 },
  watchMode: "specific_data",
  fields: { price: { selector: ".price", as: "number" } },
});
// #endregion

// `monitors.work({ signal })` checks by the schedule. Here each check is made by hand.
const look = async (): Promise<void> => {
  const run = await monitors.check(id);
  const change = run.changeId === null ? undefined : await monitors.compare(id);
  if (change?.diff.type !== "fields") console.log(run.status, "and nothing changed");
  else console.log(run.status, "and changed:", change.diff.before, "->", change.diff.after);
};

await look();
await look();
price = "1.149,00 €";
await look();

// A check that fails never counts as a change, and what is compared with stays.
isOpen = false;
await look();
const [failed] = await monitors.runs(id, { limit: 1 });
console.log(failed?.code, failed?.error);
