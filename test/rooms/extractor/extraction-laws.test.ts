import { createExtractor } from "dragline/extractor";
import { parse } from "dragline/html";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPageValues } from "../../../src/extractor/extract-values.ts";
import { memberOf } from "../../../src/extractor/missing.ts";
import { rootProperty, type Property } from "../../../src/extractor/schema/property.ts";
import { isCurrency } from "../../../src/extractor/values/read-currency.ts";
import { isAddress } from "../../../src/extractor/choose/read-leaf.ts";
import { readSchema } from "../../../src/extractor/schema/value-schema.ts";
import type { Json } from "../../../src/storage/index.ts";

const url = "https://site.test/a";
const words =
  "price name brand sku author date rating image url tags offers address email constructor toString __proto__ hasOwnProperty 価格 datePublished";
const word = fc.constantFrom(...words.split(" "));
const value = fc.oneof(
  word,
  fc.constantFrom(
    "5 €",
    "$1,234.50",
    "3 May 2026",
    "19:30",
    "4.5/5",
    "a@b.test",
    "/x.jpg",
    "☃",
    "",
  ),
  fc.string({ maxLength: 20 }),
);

/** Pieces of HTML with labels, classes, tables, lists and data, put together at random. */
const piece = fc.oneof(
  fc.tuple(word, value).map(([name, text]) => `<p>${name}: ${text}</p>`),
  fc.tuple(word, value).map(([name, text]) => `<b class="${name}">${text}</b>`),
  fc.tuple(word, value).map(([name, text]) => `<dl><dt>${name}<dd>${text}</dl>`),
  fc.tuple(word, value).map(([name, text]) => `<h2>${name}</h2><p>${text}</p>`),
  fc.tuple(word, value).map(([name, text]) => `<ul class=${name}><li>${text}<li>x</ul>`),
  fc.tuple(word, value).map(([name, text]) => `<i data-${name}="${text}" aria-label="${name}">`),
  fc.array(fc.tuple(word, value), { minLength: 2, maxLength: 3 }).map((cells) => {
    const heads = cells.map(([name]) => `<th>${name}`).join("");
    return `<table><tr>${heads}${`<tr>${cells.map(([, text]) => `<td>${text}`).join("")}`.repeat(2)}</table>`;
  }),
  fc
    .dictionary(word, fc.oneof(value, fc.integer(), fc.array(value, { maxLength: 3 })))
    .map((data) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`),
  fc.constantFrom(
    "<div>",
    "</div>",
    "<s>",
    "</s>",
    "<table>",
    "<tr><td>",
    "\uE000",
    "\uE001",
    "<",
    "&",
  ),
  fc.string({ maxLength: 30 }),
);
const page = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(""));

const leaf = fc.constantFrom(
  { type: "string" },
  { type: "number" },
  { type: "integer" },
  { type: "boolean" },
  { type: "string", format: "date" },
  { type: "string", format: "uri" },
  { enum: ["red", "blue", 5, null] },
  {},
);
const { part } = fc.letrec<{ part: object }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant("array"), items: tie("part") }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(word, tie("part"), { maxKeys: 4 }),
      required: fc.array(word, { maxLength: 1 }),
    }),
  ),
}));
const schema = fc
  .dictionary(word, part, { minKeys: 1, maxKeys: 6 })
  .map((properties) => ({ type: "object", properties }));

/** The leaves of a value with their properties; a member that no property has is told as such. */
function leaves(property: Property, given: Json): (readonly [Property, Json] | string)[] {
  const { parts, items, schema: own } = property;
  if (own.type === "array" && items !== undefined && Array.isArray(given)) {
    return (given as readonly Json[]).flatMap((each) => leaves(items, each));
  }
  if (own.type !== "object" || typeof given !== "object" || given === null) {
    return [[property, given]];
  }
  return Object.keys(given).flatMap((key) => {
    const named = parts.find((each) => each.key === key);
    const member = memberOf(given, key);
    return named === undefined || member === undefined ? [`extra ${key}`] : leaves(named, member);
  });
}

/** Texts that have their own ways onto a page: addresses are made whole, codes follow from signs. */
const isPlainText = (property: Property, given: Json): boolean =>
  typeof given === "string" &&
  property.schema.type === "string" &&
  property.schema.format === undefined &&
  property.schema.allowed === undefined &&
  !isAddress(property) &&
  !isCurrency(property);

describe("extractValues", () => {
  it("gives properties of the schema alone, and texts that stand on the page", () => {
    fc.assert(
      fc.property(page, schema, (html, written) => {
        const root = rootProperty(readSchema(written));
        const found = readPageValues({ tree: parse(html), url }, root);
        const told = found.value === undefined ? [] : leaves(root, found.value);
        expect(told.filter((each) => typeof each === "string")).toEqual([]);
        const unproven = told.filter(
          (each) =>
            typeof each !== "string" &&
            isPlainText(...each) &&
            found.page.proof.of(...each) === undefined,
        );
        expect(unproven.map(([, given]) => given)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same again", () => {
    fc.assert(
      fc.property(page, schema, (html, written) => {
        const read = () =>
          readPageValues({ tree: parse(html), url }, rootProperty(readSchema(written)));
        const [one, other] = [read(), read()];
        expect([one.value, one.evidence]).toEqual([other.value, other.evidence]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("createExtractor", () => {
  it("names as missing exactly what has no value", async () => {
    const extractor = createExtractor();
    const law = fc.asyncProperty(page, schema, async (html, written) => {
      const { data, missing } = await extractor.extract({ html, url }, written as never);
      for (const key of Object.keys(written.properties)) {
        const isThere = Object.hasOwn(data, key);
        const isNamed = missing.some((path) => path === key || path.startsWith(`${key}.`));
        if (!isThere && !isNamed && !isHollow(written, key)) throw new Error(`${key} is not told`);
        if (isThere && missing.includes(key)) throw new Error(`${key} is not missing`);
      }
    });
    const { failed, counterexample } = await fc.check(law, { numRuns: 100 });
    expect([failed, counterexample]).toEqual([false, null]);
  });
});

/** Whether a property is an object without parts, of which none can be missing. */
function isHollow({ properties }: { readonly properties: object }, key: string): boolean {
  const own = (properties as Record<string, { properties?: object }>)[key];
  return own?.properties !== undefined && Object.keys(own.properties).length === 0;
}
