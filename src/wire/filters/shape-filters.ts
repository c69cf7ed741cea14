import { isPlainObject, parsePath, readPath } from "../run/json-path.ts";
import { asList, asText, FilterFault, type Filter } from "./filter.ts";

type Members = Readonly<Record<string, unknown>>;

/** Filters that give lists and objects another shape. */
export const shapeFilters: Readonly<Record<string, Filter>> = {
  rows: { arity: [0, 0], apply: (value) => rows(asObject(value)) },
  named: {
    arity: [1, 1],
    apply: (value, [names]) => asList(value).map((row) => named(asList(row), asList(names))),
  },
  pick: {
    arity: [1, 1],
    apply: (value, [names]) => eachObject(value, (object) => pick(object, asList(names))),
  },
  rename: {
    arity: [1, 1],
    apply: (value, [names]) => eachObject(value, (object) => rename(object, asObject(names))),
  },
  where: { arity: [2, 2], apply: (value, [path, wanted]) => where(asList(value), path, wanted) },
};

/** Equally long lists, one a member, as a list of objects. */
function rows(columns: Members): Members[] {
  const entries = Object.entries(columns).map(([name, list]) => [name, asList(list)] as const);
  const length = entries[0]?.[1].length ?? 0;
  if (entries.some(([, list]) => list.length !== length)) {
    throw new FilterFault("lists of one length", columns);
  }
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(entries.map(([name, list]) => [name, list[at] ?? null])),
  );
}

/** A row's values under names; a row that has fewer is refused, further ones are left. */
function named(row: readonly unknown[], names: readonly unknown[]): Members {
  if (row.length < names.length) throw new FilterFault(`rows of ${names.length} values`, row);
  return Object.fromEntries(names.map((name, at) => [asText(name), row[at] ?? null]));
}

function pick(object: Members, names: readonly unknown[]): Members {
  return Object.fromEntries(
    names.map((name) => [asText(name), memberOf(object, asText(name)) ?? null]),
  );
}

function rename(object: Members, names: Members): Members {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [asText(memberOf(names, name) ?? name), value]),
  );
}

/** The objects whose member is equal; text is compared without regard to case. */
function where(list: readonly unknown[], path: unknown, wanted: unknown): unknown[] {
  const steps = parsePath(asText(path));
  if (steps === undefined) throw new FilterFault("a path as its argument", path);
  const key = comparable(wanted);
  return list.filter((item) => comparable(readPath(item, steps).value) === key);
}

function comparable(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : (JSON.stringify(value) ?? "null");
}

function eachObject(value: unknown, change: (object: Members) => Members): unknown {
  return Array.isArray(value)
    ? value.map((item) => change(asObject(item)))
    : change(asObject(value));
}

function memberOf(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function asObject(value: unknown): Members {
  if (isPlainObject(value)) return value;
  throw new FilterFault("an object", value);
}
