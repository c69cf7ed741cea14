// Keep a recipe as JSON, and read pages by it: what fits, what is doubtful, what is refused.
import { createExtractor, learnRecipe, readRecipe } from "dragline/extractor";
import { parse } from "dragline/html";

const lamp = (name: string, price: string) => ({
  url: `https://shop.example/lamps/${name.toLowerCase()}`,
  html: `<title>${name}</title><h1 class="product-title">${name} lamp</h1><b class="price">${price}</b>`,
});
const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
};

// #region learn
const page = lamp("Opal", "79.90 €");
const values = { name: "Opal lamp", price: 79.9 };
const recipe = learnRecipe([{ url: page.url, tree: parse(page.html), values }], schema);
const json = JSON.stringify(recipe);
// #endregion

// #region read
const kept = readRecipe(JSON.parse(json));
const extractor = createExtractor();
for (const each of [lamp("Brass", "1,249.00 €"), lamp("Paper", "ask us")]) {
  const { data, missing, warnings } = await extractor.extract(each, kept.schema, { recipe: kept });
  console.log(data, missing, ...warnings);
}
// #endregion
const other = { url: "https://shop.example/imprint", html: "<h1>Imprint</h1><p>Lamp shop, Quay 4" };
console.log((await extractor.extract(other, kept.schema, { recipe: kept })).warnings);
