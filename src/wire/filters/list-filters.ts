import { parsePath, readPath, isPlainObject } from "../run/json-path.ts";
import { asInteger, asList, asText, FilterFault, type Filter } from "./filter.ts";

const none = [0, 0] as const;

/** Characters that joined text may have; longer results are refused. */
const LONGEST_JOIN = 10_000_000;

/** Filters of lists and objects; some take text as well. */
export const listFilters: Readonly<Record<string, Filter>> = {
  join: { arity: [1, 1], apply: (value, [separator]) => join(asList(value), asText(separator)) },
  first: { arity: none, apply: (value) => listOrText(value)[0] ?? null },
  last: { arity: none, apply: (value) => listOrText(value).at(-1) ?? null },
  length: { arity: none, apply: (value) => lengthOf(value) },
  slice: {
    arity: [1, 2],
    apply: (value, [from, to]) =>
      listOrText(value).slice(asInteger(from), to == null ? undefined : asInteger(to)),
  },
  map: {
    arity: [1, 1],
    apply: (value, [table]) => {
      if (!isPlainObject(table)) throw new FilterFault("an object as its argument", table);
      const key = asText(value);
      return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
    },
  },
  keys: { arity: none, apply: (value) => Object.keys(asObject(value)) },
  values: { arity: none, apply: (value) => Object.values(asObject(value)) },
  entries: {
    arity: none,
    apply: (value) => Object.entries(asObject(value)).map(([key, each]) => ({ key, value: each })),
  },
  compact: {
    arity: none,
    apply: (value) => asList(value).filter((item) => item !== null && item !== ""),
  },
  unique: { arity: none, apply: (value) => unique(asList(value)) },
  flatten: { arity: none, apply: (value) => asList(value).flat() },
  pluck: { arity: [1, 1], apply: (value, [path]) => pluck(asList(value), asText(path)) },
};

function listOrText(value: unknown): readonly unknown[] | string {
  if (Array.isArray(value) || typeof value === "string") return value;
  throw new FilterFault("a list or text", value);
}

function lengthOf(value: unknown): number {
  return isPlainObject(value) ? Object.keys(value).length : listOrText(value).length;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value;
  throw new FilterFault("an object", value);
}

function join(list: readonly unknown[], separator: string): string {
  const texts = list.filter((item) => item !== null).map((item) => asText(item));
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  if (length > LONGEST_JOIN) {
    throw new FilterFault(`a list of at most ${LONGEST_JOIN} characters`, list);
  }
  return texts.join(separator);
}

function unique(list: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = JSON.stringify(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The value of a path in each item; what an item lacks is refused, and null when the path ends with `?`. */
function pluck(list: readonly unknown[], path: string): unknown[] {
  const optional = path.endsWith("?");
  const steps = parsePath(optional ? path.slice(0, -1) : path);
  if (steps === undefined) throw new FilterFault("a path as its argument", path);
  return list.map((item, index) => {
    const { value } = readPath(item, steps);
    if (value !== undefined) return value;
    if (optional) return null;
    throw new FilterFault(`a list whose items all have '${path}'; items[${index}] has none`, list);
  });
}
