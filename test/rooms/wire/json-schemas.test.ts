import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { catalogSchemas } from "../../../src/wire/format/json-schema.ts";
import { root } from "../../sources.ts";
import { listPlants, site } from "./sample-catalog.ts";

const schemas = catalogSchemas();
const validatorOf = (name: keyof typeof schemas) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(schemas[name]);

describe("the JSON Schemas of a catalog's files", () => {
  it.each(Object.entries(schemas))("of %s is the one that is shipped", (name, schema) => {
    const file = join(root, "src/wire", `${name}.schema.json`);
    expect(JSON.parse(readFileSync(file, "utf8")), "run: npm run schemas").toEqual(schema);
  });

  it("take files as they are written, with their $schema", () => {
    expect(validatorOf("site")({ $schema: "../site.schema.json", ...site })).toBe(true);
    expect(validatorOf("action")(listPlants)).toBe(true);
    const step = { kind: "each", id: "a", in: "{{params.x}}", max: 2, steps: listPlants.steps };
    expect(validatorOf("action")({ ...listPlants, steps: [{ ...step, output: 1 }] })).toBe(true);
  });

  it("refuse what the format refuses", () => {
    expect(validatorOf("site")({ ...site, slug: "No Slug" })).toBe(false);
    expect(validatorOf("action")({ ...listPlants, titel: "x" })).toBe(false);
    const inner = { ...listPlants.steps[0], urll: "x" };
    const step = { kind: "each", id: "a", in: "{{params.x}}", max: 2, steps: [inner], output: 1 };
    expect(validatorOf("action")({ ...listPlants, steps: [step] })).toBe(false);
    expect(validatorOf("case")({ format: 1 })).toBe(false);
  });
});
