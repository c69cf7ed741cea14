// The values of a JSON Schema out of a page, without a model.
// #region extract
import { extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";

const html = `<h1>Heron</h1><dl><dt>Seats<dd>4<dt>Price per hour<dd>£18.50</dl>`;
const schema = readSchema({
  type: "object",
  properties: { name: { type: "string" }, seats: { type: "integer" }, price: { type: "number" } },
});
const { value, evidence } = extractValues(
  { tree: parse(html), url: "https://quay.example/" },
  schema,
);
console.log(value, evidence["price"]?.text);
// #endregion
