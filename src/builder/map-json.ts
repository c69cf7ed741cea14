import type { Json } from "../storage/index.ts";
import { leavesOf, listsOf, objectsOf, pathText, type Leaf, type Step } from "./json-leaves.ts";
import { sameValue, type Reshaping } from "./same-value.ts";
import { isJsonObject } from "../ai/internal.ts";
import type { Shape } from "./result-shape.ts";

/** A field of a recipe's reading. */
export type FieldSpec =
  | string
  | {
      readonly path: string;
      readonly type?: string;
      readonly filters?: string;
      readonly optional?: boolean;
      readonly list?: boolean;
      readonly fields?: Readonly<Record<string, FieldSpec>>;
    };

/** How JSON is read so that it gives a result. */
interface JsonMapping {
  /** Where the list is; undefined for an object. */
  readonly list: readonly Step[] | undefined;
  /** Undefined for a list of single values. */
  readonly fields: Readonly<Record<string, FieldSpec>> | undefined;
  /** How many items of a list were found; 1 for an object. */
  readonly matched: number;
  /** How many items the list has. */
  readonly size: number;
}

/** How a result can be read from JSON; undefined where it is not there. */
export function mapJson(body: unknown, shape: Shape): JsonMapping | undefined {
  if (shape.kind === "list") return mapList(body, shape.items);
  const fields = mapObject(body, shape.value);
  return fields && { list: undefined, fields, matched: 1, size: 1 };
}

function mapList(body: unknown, wanted: readonly Json[]): JsonMapping | undefined {
  const mapped = listsOf(body).flatMap(({ path, items }): JsonMapping[] => {
    const pairs = wanted.flatMap((item) => {
      const found = items.filter((own) => holds(own, item));
      return found.length === 0 ? [] : [{ item, own: found }];
    });
    if (pairs.length === 0) return [];
    const of = { list: path, matched: pairs.length, size: items.length };
    if (!pairs.every(({ item }) => isJsonObject(item))) return [{ ...of, fields: undefined }];
    const fields = fieldsOf(pairs as Pair[], items);
    return fields === undefined ? [] : [{ ...of, fields }];
  });
  return mapped.toSorted((a, b) => b.matched - a.matched)[0];
}

interface Pair {
  readonly item: Readonly<Record<string, Json>>;
  readonly own: readonly unknown[];
}

/** Whether an element has all that an item has. */
function holds(own: unknown, item: Json): boolean {
  if (!isJsonObject(item)) return sameValue(item, own) !== undefined;
  const leaves = leavesOf(own);
  return Object.values(item).every(
    (value) =>
      value === null || leavesOf(value).every((one) => findLeaf(leaves, one.value) !== undefined),
  );
}

function findLeaf(leaves: readonly Leaf[], value: Json): Leaf | undefined {
  return leaves.find((leaf) => sameValue(value, leaf.value) !== undefined);
}

/** For each field the path that leads to it in every item. */
function fieldsOf(
  pairs: readonly Pair[],
  all: readonly unknown[],
): Record<string, FieldSpec> | undefined {
  const names = [...new Set(pairs.flatMap(({ item }) => Object.keys(item)))];
  const fields: Record<string, FieldSpec> = {};
  for (const name of names) {
    const given = pairs.filter(({ item }) => item[name] != null);
    if (given.length === 0) continue;
    const field = fieldIn(name, given, all);
    if (field === undefined) return undefined;
    fields[name] = field;
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function fieldIn(
  name: string,
  given: readonly Pair[],
  all: readonly unknown[],
): FieldSpec | undefined {
  const [first] = given as [Pair];
  const value = first.item[name] as Json;
  if (typeof value === "object") return nestedIn(value, first.own[0]);
  const candidates = first.own.flatMap((own) => candidatesFor(value, own));
  const fitting = candidates.filter(({ path }) =>
    given.every(({ item, own }) =>
      own.some((one) => sameValue(item[name] as Json, valueAt(one, path)) !== undefined),
    ),
  );
  const best = closest(name, fitting);
  if (best === undefined) return undefined;
  const isOptional = all.some((one) => valueAt(one, best.path) == null);
  return fieldSpec(best, isOptional);
}

/** A list or an object within an item. */
function nestedIn(value: Json, own: unknown): FieldSpec | undefined {
  if (Array.isArray(value)) {
    const found = mapList(own, value as readonly Json[]);
    if (found === undefined || found.matched < value.length) return undefined;
    const path = pathText(found.list ?? []);
    if (found.fields === undefined) return path;
    return { path, list: true, fields: found.fields };
  }
  const fields = isJsonObject(value) ? mapObject(own, value) : undefined;
  return fields && { path: "$", fields };
}

interface Candidate extends Reshaping {
  readonly path: readonly Step[];
}

function candidatesFor(value: Json, own: unknown): Candidate[] {
  return leavesOf(own).flatMap((leaf) => {
    const same = sameValue(value, leaf.value);
    return same === undefined ? [] : [{ path: leaf.path, ...same }];
  });
}

/** The path that is called most like the field, the shortest of those. */
function closest(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.toSorted(
    (a, b) => likeness(name, b.path) - likeness(name, a.path) || a.path.length - b.path.length,
  )[0];
}

function likeness(name: string, path: readonly Step[]): number {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const [own, last] = [plain(name), plain(path.findLast((step) => typeof step === "string") ?? "")];
  if (own === last) return 3;
  return last !== "" && (own.includes(last) || last.includes(own)) ? 2 : 1;
}

function fieldSpec({ path, type, filters }: Candidate, isOptional: boolean): FieldSpec {
  const text = pathText(path);
  if (type === undefined && (filters === undefined || filters === "trim")) {
    return isOptional ? `${text}?` : text;
  }
  return {
    path: text,
    ...(type !== undefined && { type }),
    ...(filters !== undefined && { filters }),
    ...(isOptional && { optional: true }),
  };
}

/** The fields of an object that has all values, the smallest there is. */
function mapObject(
  body: unknown,
  wanted: Readonly<Record<string, Json>>,
): Record<string, FieldSpec> | undefined {
  const given = Object.entries(wanted).filter(([, value]) => value !== null);
  if (given.length === 0) return undefined;
  const holders = objectsOf(body).filter(({ value }) => holds(value, wanted));
  for (const { path, value: holder } of holders.toReversed()) {
    const fields: Record<string, FieldSpec> = {};
    for (const [name, value] of given) {
      const field = fieldIn(name, [{ item: { [name]: value }, own: [holder] }], [holder]);
      if (field !== undefined) fields[name] = below(path, field);
    }
    if (Object.keys(fields).length === given.length) return fields;
  }
  return undefined;
}

/** A field of an object as one of the whole. */
function below(path: readonly Step[], field: FieldSpec): FieldSpec {
  const join = (inner: string): string => {
    const base = pathText(path);
    if (base === "$" || inner === "$") return inner === "$" ? base : inner;
    return inner.startsWith("$") ? `${base}${inner.slice(1)}` : `${base}.${inner}`;
  };
  return typeof field === "string" ? join(field) : { ...field, path: join(field.path) };
}

/** What a path leads to. */
function valueAt(json: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof at !== "object" || at === null) return undefined;
    return Object.hasOwn(at, step) ? (at as Record<Step, unknown>)[step] : undefined;
  }, json);
}
