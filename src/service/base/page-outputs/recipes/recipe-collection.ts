import { collection, type Row } from "../../../../storage/index.ts";

/** Recipes of accounts, for a site and a schema. */
export const recipeRows = collection({
  name: "service_recipes",
  fields: {
    id: "string",
    account: "string",
    // Of the pages: scheme, host and port.
    origin: "string",
    // The hash of the schema.
    schema: "string",
    // Of account, schema and the pattern that it was made with, so that two who learn make one.
    slot: "string",
    urlPattern: "string",
    version: "number",
    // Null while the pages at hand do not make a sure one.
    recipe: "json?",
    // Learned from.
    pages: "number",
    // The blob with the newest pages whose values are known, at most 5.
    samples: "string",
    // Pages in a row that it did not fit.
    refused: "number",
    used: "number",
    createdAt: "number",
    updatedAt: "number",
  },
  key: ["id"],
  unique: [["slot"]],
  indexes: [["account", "createdAt"], ["updatedAt"], ["account", "schema", "origin"]],
});

/** A row of {@link recipeRows}. */
export type RecipeRow = Row<typeof recipeRows>;
