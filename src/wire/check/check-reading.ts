import { readRecipe } from "../../extractor/index.ts";
import { checkSelector } from "../../html/index.ts";
import type { Field, FieldRule, Reading } from "../format/step-schema.ts";
import { parsePath } from "../run/json-path.ts";
import { compilePattern } from "../../core/index.ts";
import { ruleOf } from "../reading/read-field.ts";
import { parseFilters } from "../run/template.ts";
import { checkSole, checkValue } from "./check-templates.ts";
import type { CheckScope, DocumentKind, Issues } from "./recipe-issue.ts";

/** Where a reading stands. */
interface ReadingCheck {
  readonly scope: CheckScope;
  readonly kind: DocumentKind;
  readonly issues: Issues;
}

/** Checks what is read from a document. */
export function checkReading(reading: Reading, { scope, kind, issues }: ReadingCheck): void {
  const { list, table, fields, recipe, empty_when: proof, limit } = reading;
  checkForm(reading, issues);
  if (recipe !== undefined) checkLearned(reading, { scope, kind, issues });
  else if (list !== undefined) checkList(list, kind, issues.at("list"));
  if (table !== undefined) checkElements(table, kind, issues.at("table"));
  if (proof?.css !== undefined) checkCss(proof.css, issues.at("empty_when", "css"));
  if (typeof limit === "string") checkSole(limit, scope, issues.at("limit"));
  if (fields === undefined) return;
  const inner = { ...scope, item: scope.item || list !== undefined };
  checkFields(fields, { scope: inner, kind, issues: issues.at("fields") });
}

function checkForm({ list, table, fields, recipe }: Reading, issues: Issues): void {
  if (list !== undefined && table !== undefined)
    issues.add("A reading cannot have both 'list' and 'table'.");
  if ((list ?? table ?? fields ?? recipe) === undefined) {
    issues.add("A reading without 'list' and 'table' needs 'fields'.");
  }
}

function checkLearned(
  { list, table, fields, recipe }: Reading,
  { kind, issues }: ReadingCheck,
): void {
  if ((table ?? fields) !== undefined)
    issues.add("'recipe' cannot be combined with 'table' or 'fields'.");
  if (kind === "json") issues.add("A recipe reads HTML, not JSON.");
  const learned = issues.at("recipe").try(() => readRecipe(recipe));
  if (learned === undefined || list === undefined) return;
  const isList = typeof list === "string" && Object.hasOwn(learned.lists, list);
  if (!isList) issues.at("list").add("With 'recipe', 'list' must be one of the recipe's lists.");
}

function checkList(list: NonNullable<Reading["list"]>, kind: DocumentKind, issues: Issues): void {
  if (typeof list === "object") {
    checkElements(list.css, kind, issues.at("css"));
    return;
  }
  checkPath(list, issues);
  if (kind === "markup") issues.add('A list in HTML or XML needs a selector: {"css": …}.');
}

function checkElements(css: string, kind: DocumentKind, issues: Issues): void {
  checkCss(css, issues);
  if (kind === "json") issues.add("JSON has no elements to select; use a path.");
}

/** Checks a path of JSON. */
export function checkPath(path: string, issues: Issues): void {
  if (parsePath(path) === undefined) {
    issues.add(`Expected a path such as a.b[0].c; got ${JSON.stringify(path)}.`);
  }
}

/** Checks a selector; it is looked for in all of the document, so that `:scope` means nothing. */
export function checkCss(selector: string, issues: Issues): void {
  issues.try(() => checkSelector(selector));
  if (selector.includes(":scope")) issues.add("':scope' is not supported in selectors.");
}

/** Checks a regular expression. */
export function checkPattern(pattern: string | undefined, issues: Issues): void {
  if (pattern === undefined) return;
  try {
    compilePattern(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    issues.add(`${JSON.stringify(pattern)} is not a valid RE2 regular expression: ${reason}.`);
  }
}

function checkFields(fields: Readonly<Record<string, Field>>, check: ReadingCheck): void {
  for (const [name, field] of Object.entries(fields)) {
    checkField(field, { ...check, issues: check.issues.at(name) });
  }
}

function checkField(field: Field, check: ReadingCheck): void {
  const { issues, kind } = check;
  if (typeof field === "string") {
    checkPath(ruleOf(field).path ?? "", issues);
    if (kind === "markup")
      issues.add("A field of HTML or XML needs a rule with 'css', not a path.");
    return;
  }
  checkSources(field, check);
  const { path, css, pattern, filters, first_of: rules, value, fields } = field;
  if (path !== undefined) checkPath(path, issues.at("path"));
  if (css !== undefined) checkCss(css, issues.at("css"));
  checkPattern(pattern, issues.at("pattern"));
  if (filters !== undefined) checkFilters(filters, issues.at("filters"));
  if (value !== undefined) checkValue(value, check.scope, issues.at("value"));
  for (const [index, rule] of (rules ?? []).entries()) {
    checkField(rule, { ...check, issues: issues.at("first_of", index) });
  }
  if (fields !== undefined) {
    const inner = field.json_ld === undefined ? kind : "json";
    checkFields(fields, { ...check, kind: inner, issues: issues.at("fields") });
  }
}

/** A rule says in one way where its value is, and in one that the document has. */
function checkSources(rule: FieldRule, { kind, issues }: ReadingCheck): void {
  const { path, css, json_ld: thing, value, first_of: rules, attribute, fields } = rule;
  const ways = [css, thing ?? path, value, rules].filter((way) => way !== undefined).length;
  if (ways > 1)
    issues.add("A rule must have exactly one of 'path', 'css', 'json_ld', 'value' and 'first_of'.");
  const isOfElement = [css, attribute, thing].some((way) => way !== undefined);
  if (kind === "json" && isOfElement) {
    issues.add("JSON is read by 'path', not by 'css', 'attribute' or 'json_ld'.");
  }
  if (kind === "markup" && path !== undefined && thing === undefined) {
    issues.add("HTML and XML are read by 'css', not by 'path'.");
  }
  if (rule.list === true && fields === undefined) issues.add("A rule with 'list' needs 'fields'.");
}

function checkFilters(filters: string, issues: Issues): void {
  const parsed = issues.try(() => parseFilters(filters)) ?? [];
  for (const { name, args } of parsed) {
    if (args.every((arg) => "json" in arg)) continue;
    issues.add(`The argument of filter '${name}' must be JSON in a field, not a path.`);
  }
}
