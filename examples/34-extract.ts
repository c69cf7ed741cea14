// The values of a JSON Schema from a page, each with the place that it was read from.
import { createExtractor } from "dragline/extractor";

const url = "https://shop.example/lamps/opal";
const html = `<!doctype html><html lang="en"><title>Opal lamp | Lamp shop</title>
  <main><h1>Opal lamp</h1><p class="price">79.90 €</p>
    <table><tr><th>Material<td>Opal glass<tr><th>Weight<td>800 g</table>
    <a href="/lamps/opal.pdf">Manual</a></main></html>`;

// #region extract
const extractor = createExtractor();
const { data, missing, evidence } = await extractor.extract(
  { html, url },
  {
    type: "object",
    properties: {
      name: { type: "string" },
      price: { type: "number" },
      currency: { type: "string" },
      material: { type: "string" },
      weightKg: { type: "number" },
      designer: { type: "string" },
    },
  },
);
console.log(data);
console.log("missing:", missing);
console.log(evidence["price"]);
// #endregion
