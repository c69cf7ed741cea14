// Writes the JSON Schemas of the files of a catalog, for editors.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogSchemas } from "../src/wire/format/json-schema.ts";

const root = join(import.meta.dirname, "..");

for (const [name, schema] of Object.entries(catalogSchemas())) {
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  writeFileSync(join(root, "src", "wire", `${name}.schema.json`), text);
}
