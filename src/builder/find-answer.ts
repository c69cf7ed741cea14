import { isDeepStrictEqual } from "node:util";
import {
  isExtractorError,
  learnRecipe,
  runRecipe,
  schemaOfValue,
  type Recipe,
  type SourcePage,
} from "../extractor/index.ts";
import { parse, toText, wholePage, type Tree } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import { readCsv } from "../wire/index.ts";
import type { Exchange } from "./exchange.ts";
import { isCsv, isHtml, jsonOf } from "./exchange-text.ts";
import { leavesOf, pathText } from "./json-leaves.ts";
import { mapJson } from "./map-json.ts";
import type { Shape } from "./result-shape.ts";

/** An answer that has a result in it, and how it is read. */
export interface FoundAnswer {
  readonly exchange: Exchange;
  /** Members of a reading of a recipe's step. */
  readonly reading: Readonly<Record<string, Json>>;
  /** Items of the result that are in it. */
  readonly matched: number;
  /** Items that it has. */
  readonly size: number;
}

/** The answers that have a result in them, or some of its items, the last and fullest first. */
export function findAnswers(exchanges: readonly Exchange[], shape: Shape): FoundAnswer[] {
  const found = exchanges.flatMap((exchange) => answerIn(exchange, shape) ?? []);
  return found.toReversed().toSorted((a, b) => b.matched - a.matched);
}

function answerIn(exchange: Exchange, shape: Shape): FoundAnswer | undefined {
  const json = isCsv(exchange) ? readCsv(exchange.text ?? "") : jsonOf(exchange);
  if (json !== undefined) {
    const mapped = mapJson(json, shape);
    if (mapped === undefined) return undefined;
    const { list, fields, matched, size } = mapped;
    const reading = {
      ...(list !== undefined && { list: pathText(list) }),
      ...(fields !== undefined && { fields: fields as Json }),
    };
    return { exchange, reading, matched, size };
  }
  return isHtml(exchange) ? learned(exchange, shape) : undefined;
}

/** The name of the list in what is learned of a page. */
const ITEMS = "items";

/** A recipe that reads from a page what was seen. */
function learned(exchange: Exchange, shape: Shape): FoundAnswer | undefined {
  const page = { tree: parse(exchange.text ?? ""), url: exchange.finalUrl };
  const values =
    shape.kind === "object" ? shape.value : { [ITEMS]: itemsOn(page.tree, shape.items) };
  const recipe = learnFrom(page, values);
  if (recipe === undefined) return undefined;
  const reading = runRecipe(recipe, page);
  if (reading.faults.length > 0) return undefined;
  const own = { ...recipe, urlPattern: anyOf(recipe.urlPattern) } as unknown as Json;
  if (shape.kind === "object") {
    const isWhole = isDeepStrictEqual(reading.values, values);
    return isWhole ? { exchange, reading: { recipe: own }, matched: 1, size: 1 } : undefined;
  }
  const items = (reading.values[ITEMS] ?? []) as readonly Json[];
  const matched = shape.items.filter((item) => items.some((one) => isDeepStrictEqual(one, item)));
  if (matched.length === 0) return undefined;
  const facts = { matched: matched.length, size: items.length };
  return { exchange, reading: { list: ITEMS, recipe: own }, ...facts };
}

function learnFrom(page: SourcePage, values: Readonly<Record<string, Json>>): Recipe | undefined {
  const schema = schemaOfValue(values) as Readonly<Record<string, Json>>;
  try {
    const whole = { ...schema, required: Object.keys(values) };
    return learnRecipe([{ ...page, values }], whole, { areListsBegun: true });
  } catch (error) {
    if (isExtractorError(error)) return undefined;
    throw error;
  }
}

/** Items of a list whose texts a page has: others are on other pages of the list. */
function itemsOn(tree: Tree, items: readonly Json[]): Json[] {
  const text = fold(toText(wholePage(tree, {})));
  return items.filter((item) =>
    leavesOf(item).every(({ value }) => typeof value !== "string" || text.includes(fold(value))),
  );
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Which page answers is the request's matter: its path goes by parameters. */
function anyOf(pattern: string): string {
  return `${new URL(pattern).origin}/*`;
}
