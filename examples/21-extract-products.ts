// A shop's product pages to CSV, by a recipe that is learned from one page. From the command line:
//   dragline extract https://shop.example/lamps/opal --schema lamp.json --learn recipe.json --values opal.json
//   dragline extract https://shop.example/lamps/brass --recipe recipe.json
import { createExtractor, learnRecipe } from "dragline/extractor";
import { createFetcher } from "dragline/fetcher";
import { parse } from "dragline/html";
import { createScraper } from "dragline/scraper";
import { serveShop } from "./serve-shop.ts";

await using shop = await serveShop();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });

const schema = {
  type: "object",
  required: ["name", "price"],
  properties: {
    name: { type: "string" },
    price: { type: "number", description: "what it costs now" },
    currency: { type: "string" },
    material: { type: "string" },
  },
};

async function load(url: string) {
  const page = await scraper.scrape(url, { formats: ["html", "links"] });
  if (page.status === "failed") throw new Error(page.error);
  return { url: page.finalUrl, html: page.html ?? "", links: page.links ?? [] };
}

// #region recipe
// What a person sees on one page. `dragline/ai` can know it too: see the next example.
const first = await load(shop.url("/lamps/opal"));
const values = {
  name: "Opal lamp",
  price: 79.9,
  currency: "EUR",
  material: "Mouth-blown opal glass",
};
const recipe = learnRecipe([{ url: first.url, tree: parse(first.html), values }], schema);
console.log("learned:", Object.keys(recipe.fields), "but not:", recipe.unlearned);

// A recipe is plain JSON: keep it, and read as many pages as you like, without a model.
const extractor = createExtractor();
const columns = Object.keys(schema.properties);
console.log(columns.join(","));
for (const { href } of (await load(shop.url("/"))).links) {
  const { data, warnings } = await extractor.extract(await load(href), schema, { recipe });
  const [refusal] = warnings;
  // Never a guess: a page of another kind is refused.
  if (refusal !== undefined) console.log(`# ${new URL(href).pathname}: ${refusal.kind}`);
  else console.log(columns.map((name) => csv(data[name])).join(","));
}
// #endregion

function csv(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
