import { checkSelectors, invalidField } from "./check-filters.ts";
import type { FieldRule } from "./field-rule.ts";

/** Fields of a monitor. */
const MOST = 50;

/** Characters of a name, of an attribute too. */
const LONGEST = 200;

const KNOWN: ReadonlySet<string> = new Set(["selector", "attribute", "all", "as"]);

/**
 * Refuses fields that are not valid: 1 to 50, with names of 1 to 200 characters.
 * @throws MonitorError `INVALID_DEFINITION` with the `field` in its details: `fields.price`
 */
export function checkFields(fields: Readonly<Record<string, FieldRule>>): void {
  const given: unknown = fields;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidField("fields", "an object", given);
  }
  const names = Object.keys(given);
  if (names.length === 0 || names.length > MOST) {
    throw invalidField("fields", `1 to ${MOST} fields`, names.length);
  }
  for (const name of names) {
    const isName = name !== "" && name.length <= LONGEST;
    if (!isName) throw invalidField("fields", `names of 1 to ${LONGEST} characters`, name);
    checkRule(`fields.${name}`, fields[name]);
  }
}

function checkRule(field: string, given: unknown): void {
  const rule: unknown = typeof given === "string" ? { selector: given } : given;
  if (typeof rule !== "object" || rule === null) {
    throw invalidField(field, "a selector, or an object with one", rule);
  }
  for (const name of Object.keys(rule)) {
    if (!KNOWN.has(name)) throw invalidField(field, "selector, attribute, all and as", name);
  }
  const { selector, ...options } = rule as Record<string, unknown>;
  checkSelectors(`${field}.selector`, [selector as string]);
  checkOptions(field, options);
}

function checkOptions(field: string, options: Readonly<Record<string, unknown>>): void {
  const { attribute = "text", all = false, as = "text" } = options;
  if (typeof attribute !== "string" || attribute === "") {
    throw invalidField(`${field}.attribute`, "the name of an attribute", attribute);
  }
  if (typeof all !== "boolean") throw invalidField(`${field}.all`, "true or false", all);
  if (as !== "text" && as !== "number") throw invalidField(`${field}.as`, "text or number", as);
}
