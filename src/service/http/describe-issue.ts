import { nearestName } from "../../core/index.ts";

/** The members of a zod issue that messages use. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: unknown;
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly format?: unknown;
  readonly errors?: readonly (readonly { readonly message: string }[])[];
}

/** Characters of a field's name or a value in a message; strangers choose both. */
const LONGEST_PART = 64;

/** The path of a field as one writes it: `formats[1]`, `actions[0].type`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${cut(String(part))}`))
    .join("")
    .replace(/^\./, "");
}

/** What is wrong with a value, in plain words; the schema's own words go before these. */
export function describeIssue(issue: Issue): string {
  return descriptions[issue.code ?? ""]?.(issue) ?? "is not valid";
}

const descriptions: Readonly<Record<string, (issue: Issue) => string>> = {
  invalid_type: wrongType,
  invalid_value: ({ values = [], input }) => oneOf(values, input),
  too_small: (issue) => bound("at least", issue.minimum, issue),
  too_big: (issue) => bound("at most", issue.maximum, issue),
  invalid_format: ({ format }) => `must be a valid ${String(format)}`,
  invalid_union: unfit,
};

/** A discriminated union reports its discriminator; any other reports its first form's issue. */
function unfit(issue: Issue): string {
  if (issue.options !== undefined) return oneOf(issue.options, discriminator(issue));
  return issue.errors?.[0]?.[0]?.message ?? "does not match any allowed form";
}

function wrongType({ expected, input }: Issue): string {
  if (input === undefined) return "is required";
  const wanted = expected === "int" ? "an integer" : withArticle(String(expected));
  return `expected ${wanted}; got ${shown(input)}`;
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const allowed = values.map(String);
  const all = `xpected one of ${allowed.join(", ")}`;
  if (input === undefined) return `is required; e${all}`;
  const near = typeof input === "string" ? nearestName(input, allowed) : undefined;
  const hint = near === undefined ? "e" : `did you mean '${near}'? E`;
  return `unknown value ${shown(input)}; ${hint}${all}`;
}

function bound(side: string, limit: unknown, { origin, inclusive, input }: Issue): string {
  const exact = inclusive === false ? ", exclusive" : "";
  const units: Readonly<Record<string, string>> = { string: " characters", array: " entries" };
  const unit = units[String(origin)] ?? "";
  const got = unit === "" ? shown(input) : (input as ArrayLike<unknown>).length;
  return `must ${unit === "" ? "be" : "have"} ${side} ${String(limit)}${unit}${exact}; got ${got}`;
}

function discriminator({ input, path }: Issue): unknown {
  const name = path?.at(-1);
  const isObject = typeof input === "object" && input !== null;
  return isObject && name !== undefined ? Reflect.get(input, name) : input;
}

/** A value as far as a message may show it: short, and never the inside of something. */
function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `'${cut(value)}'`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value;
}

function cut(text: string): string {
  return text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART)}…` : text;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
