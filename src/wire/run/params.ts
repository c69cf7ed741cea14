import type { Json } from "../../storage/index.ts";
import { shownValue } from "../filters/filter.ts";
import type { Parameter } from "../format/parameter-schema.ts";
import { isPlainObject } from "./json-path.ts";
import { jsonFault } from "./json-bounds.ts";
import { matchesWhole } from "../../core/index.ts";
import { paramsFault, RunFault } from "./run-fault.ts";
import { readFormat } from "./text-formats.ts";

/** Parameters of a run, checked, with their defaults. */
export type Params = Readonly<Record<string, Json>>;

/** Characters and items at most, where a parameter says nothing. */
const MAX_LENGTH = 1_000;
const MAX_ITEMS = 100;
/** Of a parameter that is an object, as JSON. */
const OBJECT_BOUNDS = { maxBytes: 100_000, maxDepth: 20 } as const;

/**
 * Parameters as a run sees them: defaults filled in, sites and URLs in one form. Null counts as not
 * given.
 * @throws RunFault `INVALID_PARAMS`, with `missingFields` when required ones are not given
 */
export function checkParams(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, Json>>,
): Params {
  if (!isPlainObject(given)) throw paramsFault("Parameters must be an object.");
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) throw paramsFault(unknownText(unknown, [...names]));
  const missing = parameters.filter((each) => each.required && isMissing(each, given));
  if (missing.length > 0) throw missingFault(missing);
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = valueOf(parameter, given);
      return value === undefined ? [] : [[parameter.name, value]];
    }),
  );
}

function valueOf(parameter: Parameter, given: Readonly<Record<string, Json>>): Json | undefined {
  const { name, default: fallback } = parameter;
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value !== undefined && value !== null) return checkValue(parameter, value);
  return fallback == null ? undefined : checkValue(parameter, fallback);
}

function isMissing({ name, default: fallback }: Parameter, given: Readonly<Record<string, Json>>) {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return (value == null || value === "") && fallback == null;
}

function missingFault(missing: readonly Parameter[]): RunFault {
  const missingFields = missing.map(({ name }) => name);
  const [first] = missing;
  const message =
    missing.length === 1 && first !== undefined
      ? `Parameter '${first.name}' is missing: ${first.description}`
      : `Parameters ${missingFields.map((name) => `'${name}'`).join(", ")} are missing.`;
  return new RunFault({ code: "INVALID_PARAMS", message, missingFields });
}

function unknownText(name: string, known: readonly string[]): string {
  const shown = shownValue(name.slice(0, 60));
  return known.length === 0
    ? `There is no parameter ${shown}: the action has no parameters.`
    : `There is no parameter ${shown}; expected one of ${known.map((each) => `'${each}'`).join(", ")}.`;
}

/**
 * One value as a run sees it.
 * @throws RunFault `INVALID_PARAMS`
 */
function checkValue(parameter: Parameter, value: Json): Json {
  const { type } = parameter;
  if (type === "array") return checkArray(parameter, value);
  if (type === "object") return checkObject(parameter, value);
  const checked = checkScalar(parameter, type, value);
  checkEnum(parameter, checked);
  return checked;
}

function checkScalar(
  parameter: Parameter,
  type: "string" | "integer" | "number" | "boolean",
  value: Json,
): Json {
  if (type === "string") return checkText(parameter, value);
  if (type !== "boolean") return checkNumber(parameter, type, value);
  if (typeof value === "boolean") return value;
  throw wrong(parameter, "true or false", value);
}

function checkText(parameter: Parameter, value: Json): string {
  const { format, pattern, max_length: longest = MAX_LENGTH } = parameter;
  if (typeof value !== "string") throw wrong(parameter, "a string", value);
  if (Array.from(value).length > longest) {
    throw wrong(parameter, `at most ${longest} characters`, `${value.length} of them`);
  }
  if (!value.isWellFormed() || value.includes("\0")) {
    throw wrong(parameter, "text without lone surrogates or NUL", value);
  }
  const read = format === undefined ? { value } : readFormat(format, value);
  if ("expected" in read) throw wrong(parameter, read.expected, value);
  if (pattern !== undefined && !matchesWhole(pattern, read.value)) {
    throw wrong(parameter, `text that matches the pattern ${pattern}`, value);
  }
  return read.value;
}

function checkNumber(parameter: Parameter, type: "integer" | "number", value: Json): number {
  const { minimum = -Infinity, maximum = Infinity } = parameter;
  const isRight = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== "number" || !isRight) {
    throw wrong(parameter, type === "integer" ? "a whole number" : "a number", value);
  }
  if (value >= minimum && value <= maximum) return value;
  const bounds = [
    ...(minimum === -Infinity ? [] : [`at least ${minimum}`]),
    ...(maximum === Infinity ? [] : [`at most ${maximum}`]),
  ];
  throw wrong(parameter, bounds.join(" and "), value);
}

function checkArray(parameter: Parameter, value: Json): Json {
  const { items = "string", max_items: most = MAX_ITEMS } = parameter;
  if (!Array.isArray(value)) throw wrong(parameter, "a list", value);
  if (value.length > most) throw wrong(parameter, `at most ${most} items`, value);
  return value.map((item: Json) => {
    const checked = checkScalar(parameter, items, item);
    checkEnum(parameter, checked);
    return checked;
  });
}

function checkObject(parameter: Parameter, value: Json): Json {
  if (!isPlainObject(value)) throw wrong(parameter, "an object", value);
  const fault = jsonFault(value, OBJECT_BOUNDS);
  if (fault !== undefined) throw wrong(parameter, fault, value);
  return value;
}

function checkEnum(parameter: Parameter, value: Json): void {
  const { enum: allowed } = parameter;
  if (allowed === undefined || allowed.some((each) => each === value)) return;
  const shown = allowed.slice(0, 20).map((each) => JSON.stringify(each));
  const more = allowed.length > 20 ? ` or ${allowed.length - 20} others` : "";
  throw wrong(parameter, `one of ${shown.join(", ")}${more}`, value);
}

function wrong({ name, secret }: Parameter, expected: string, value: unknown): RunFault {
  const got = secret === true ? "" : `; got ${shownValue(value)}`;
  return paramsFault(`Parameter '${name}' must be ${expected}${got}.`);
}
