import { dataForms } from "./recipe.ts";

/** Bounds of a recipe that is read: more is refused. */
export const recipeBounds = Object.freeze({
  /** Fields, and lists, by dotted path; fields of a list as well. */
  paths: 500,
  /** Locators of a value. */
  locators: 12,
  /** Characters of a selector, a path, a label. */
  text: 500,
  /** Characters of all of it as JSON. */
  whole: 1_000_000,
});

const text = { type: "string", minLength: 1, maxLength: recipeBounds.text } as const;
const count = { type: "integer", minimum: 0 } as const;
const names = { type: "array", maxItems: 2 * recipeBounds.paths, items: text } as const;

const locator = {
  type: "object",
  additionalProperties: false,
  properties: {
    data: { enum: dataForms },
    type: text,
    path: text,
    label: text,
    css: text,
    attribute: text,
    always: { type: "boolean" },
    within: text,
    column: count,
    above: { type: "boolean" },
    step: count,
    follow: { type: "array", minItems: 1, maxItems: 20, items: text },
    first: { type: "boolean" },
    way: text,
    part: text,
    after: text,
    before: text,
  },
  oneOf: [
    { required: ["data", "path"], properties: { css: false, label: false, column: false } },
    { required: ["label"], properties: { data: false, css: false, column: false } },
    { required: ["css"], properties: { data: false, label: false, column: false } },
    { required: ["column"], properties: { data: false, label: false, css: false } },
  ],
} as const;

const locators = {
  type: "array",
  minItems: 1,
  maxItems: recipeBounds.locators,
  items: { $ref: "#/$defs/locator" },
} as const;

const field = {
  type: "object",
  additionalProperties: false,
  required: ["locators", "isList", "isRequired"],
  properties: {
    locators,
    isList: { type: "boolean" },
    isRequired: { type: "boolean" },
    range: { type: "array", minItems: 2, maxItems: 2, items: { type: "number" } },
    lengths: { type: "array", minItems: 2, maxItems: 2, items: count },
  },
} as const;

const fields = {
  type: "object",
  maxProperties: recipeBounds.paths,
  propertyNames: { minLength: 1, maxLength: recipeBounds.text },
  additionalProperties: { $ref: "#/$defs/field" },
} as const;

const innermost = {
  type: "object",
  additionalProperties: false,
  required: ["records", "isTogether", "needs", "fields", "isRequired"],
  properties: {
    records: locators,
    isTogether: { type: "boolean" },
    needs: names,
    fields,
    isRequired: { type: "boolean" },
  },
} as const;

/** A list whose records have lists. */
const listOf = (name: string) =>
  ({
    ...innermost,
    properties: { ...innermost.properties, lists: listsOf(name) },
  }) as const;

/** A list, and how it is read where its records are absent. */
const withOther = (name: string) => {
  const list = listOf("inner");
  const otherwise = { $ref: `#/$defs/${name}` };
  return { ...list, properties: { ...list.properties, otherwise } } as const;
};

const listsOf = (name: string) =>
  ({ ...fields, additionalProperties: { $ref: `#/$defs/${name}` } }) as const;

/** The JSON Schema (2020-12) of a {@link Recipe}. */
export const recipeSchema = Object.freeze({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Dragline recipe",
  type: "object",
  additionalProperties: false,
  required: ["version", "schema", "urlPattern", "pages", "fields", "lists", "unlearned"],
  properties: {
    version: { const: 1 },
    schema: { type: "object" },
    urlPattern: { ...text, pattern: "^https?://" },
    pages: { type: "integer", minimum: 1 },
    fields,
    lists: listsOf("outer"),
    unlearned: names,
  },
  // Lists in lists are of three levels at most, so that no recipe is too deep to read.
  $defs: {
    locator,
    field,
    outer: withOther("list"),
    list: listOf("inner"),
    inner: listOf("innermost"),
    innermost,
  },
} as const);
