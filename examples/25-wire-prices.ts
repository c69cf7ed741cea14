// The price table of a shop on Shopify, by an action of the catalog. From the command line the same is
//   dragline wire search "price table of a shopify shop"
//   dragline wire run shopify.list_prices --param site=shop.example
import { createFetcher } from "dragline/fetcher";
import { builtInCatalog, createRunner } from "dragline/wire";
import { serveStorefront } from "./serve-storefront.ts";

await using shop = await serveStorefront();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
// #region run
const runner = createRunner({ fetcher });

const catalog = await builtInCatalog();
const [action] = catalog.resolve({ text: "price table of a shopify shop" });
if (action === undefined) throw new Error("no action does that");
console.log(`${action.info.action_id}: ${action.info.name}`);

const result = await runner.run(action, { params: { site: shop.url("/"), limit: 50 } });
if (result.status === "failed") throw new Error(result.error.message);

// The shape is the action's `output_schema`, which every run is checked by.
const { prices, has_more } = result.data as unknown as { prices: Price[]; has_more: boolean };
for (const { product, variant, price, compare_at_price, currency, available } of prices) {
  const before = compare_at_price === null ? "" : ` (was ${compare_at_price})`;
  console.log(
    `${product}, ${variant}: ${price} ${currency}${before}${available ? "" : ", sold out"}`,
  );
}
console.log(has_more ? "there are more" : "that is all");
// #endregion

// What is not a known shop, or answers something else, never gives an empty table.
const other = await runner.run(action, { params: { site: `${shop.url("/")}elsewhere` } });
console.log(other.status === "failed" ? other.error.message.replace(/:\d+/g, "") : "");

interface Price {
  readonly product: string;
  readonly variant: string;
  readonly price: number;
  readonly compare_at_price: number | null;
  readonly currency: string;
  readonly available: boolean;
}
