import { extractValues, readSchema } from "../../../extractor/index.ts";
import { isObject } from "../../../extractor/internal.ts";
import type { Tree } from "../../../html/index.ts";
import type { ContentOutcome, SourcePage, ValueRules, Values } from "../content.ts";
import { chooseView, parsePage } from "../make-body.ts";
import type { Json } from "../../../storage/index.ts";
import { refusalOf } from "../refused-page.ts";
import { readFields } from "./read-fields.ts";
import { schemaValues } from "./schema-values.ts";

type Failed = Extract<ContentOutcome<Values>, { readonly status: "failed" }>;

/** Characters of a text that a message quotes. */
const LONGEST_QUOTE = 100;

/**
 * The values of a page, by the fields or the schema of the rules. Failures: `SELECTOR_GONE`,
 * `NOT_A_NUMBER`, `NOT_EXTRACTED`, `TOO_LARGE`, `LOGIN_REQUIRED`, `ERROR_PAGE`.
 */
export function makeValues(page: SourcePage, rules: ValueRules): ContentOutcome<Values> {
  const tree = parsePage(page.html);
  if (tree === undefined) return failed("TOO_LARGE", "The page is longer than the limit.");
  const refusal = refusalOf(tree, page);
  if (refusal !== undefined) return { status: "failed", ...refusal };
  return rules.fields === null ? bySchema(tree, page, rules) : byFields(tree, page, rules);
}

function byFields(
  tree: Tree,
  { url }: SourcePage,
  { fields, filters }: ValueRules,
): ContentOutcome<Values> {
  const view = chooseView(tree, url, { ...filters, main: false });
  if (view === undefined) {
    return failed("SELECTOR_GONE", `Nothing on the page matches ${filters.include?.join(", ")}.`);
  }
  const { include = [], remove = [] } = filters;
  const page = { view, isWhole: include.length === 0, remove };
  const { values, missing, unread } = readFields(page, fields ?? {});
  if (unread !== undefined) {
    const quoted = JSON.stringify(unread.text.slice(0, LONGEST_QUOTE));
    return failed("NOT_A_NUMBER", `The text of ${unread.name} has no number: ${quoted}.`);
  }
  const isGone = missing.length > 0 && Object.values(values).every(isNothing);
  if (isGone) return failed("SELECTOR_GONE", `Not on the page: ${missing.join(", ")}.`);
  return { status: "made", values };
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function bySchema(tree: Tree, { url }: SourcePage, rules: ValueRules): ContentOutcome<Values> {
  const schema = rules.schema ?? {};
  const { value } = extractValues({ tree, url }, readSchema(schema));
  const found = isObject(value) ? (value as Readonly<Record<string, Json>>) : {};
  const { values, lacking } = schemaValues(schema, found);
  if (lacking.length === 0 && Object.keys(values).length > 0) return { status: "made", values };
  const what = lacking.slice(0, 10).join(", ") || "no property is named";
  return failed("NOT_EXTRACTED", `Not found on the page: ${what}.`);
}

function failed(code: Failed["code"], error: string): Failed {
  return { status: "failed", code, error };
}
