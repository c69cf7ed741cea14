import type { z } from "zod";

/** A document with one change. */
export interface Changed<T> {
  readonly value: T;
  /** For a person. */
  readonly title: string;
  /** The member that was changed. */
  readonly names: string;
}

type JsonValue = z.core.util.JSONType;

/** A place in JSON; `*` is each item of an array. */
type Path = readonly string[];

/** Places of a document that are changed. */
const MOST_PLACES = 80;

/**
 * JSON with a member removed, one after another, in each item of a list alike; and with each array
 * replaced by an object and by null. Only members whose name stands in the recipe.
 */
export function jsonChanges(json: JsonValue, words: ReadonlySet<string>): Changed<JsonValue>[] {
  const places = new Map<string, { path: Path; isArray: boolean }>();
  collect(json, [], places);
  const read = [...places.values()].filter(({ path }) => isRead(path, words));
  return read.slice(0, MOST_PLACES).flatMap(({ path, isArray }) => {
    const change = (
      title: string,
      to: (value: JsonValue) => JsonValue | undefined,
    ): Changed<JsonValue> => ({
      value: changeAt(json, path, to) ?? null,
      title: `${pathText(path)} ${title}`,
      names: path.findLast((part) => part !== "*") ?? "array",
    });
    const removed = path.length === 0 ? [] : [change("removed", () => undefined)];
    if (!isArray) return removed;
    return [...removed, change("an object", () => ({})), change("null", () => null)];
  });
}

/** JSON with a list emptied, for each of these that is there; a list is named as recipes name it. */
export function emptiedLists(json: JsonValue, lists: readonly string[]): Changed<JsonValue>[] {
  const places = new Map<string, { path: Path; isArray: boolean }>();
  collect(json, [], places);
  const wanted = new Set(
    lists.map((list) => list.replace(/^\$\.?/, "").replaceAll(/[.[\]]+/g, ".")),
  );
  return [...places.values()]
    .filter(({ path, isArray }) => isArray && wanted.has(path.join(".")))
    .map(({ path }) => ({
      value: changeAt(json, path, () => []) ?? null,
      title: `${pathText(path)} emptied`,
      names: path.findLast((part) => part !== "*") ?? "item",
    }));
}

/** Every member, and every array; what is in the items of an array is one place. */
function collect(
  value: unknown,
  path: Path,
  places: Map<string, { path: Path; isArray: boolean }>,
): void {
  if (typeof value !== "object" || value === null) return;
  const isArray = Array.isArray(value);
  if (isArray) note(places, path, true);
  for (const [key, inner] of Object.entries(value)) {
    const next = [...path, isArray ? "*" : key];
    if (!isArray) note(places, next, Array.isArray(inner));
    collect(inner, next, places);
  }
}

function note(
  places: Map<string, { path: Path; isArray: boolean }>,
  path: Path,
  isArray: boolean,
): void {
  const key = path.join("\n");
  places.set(key, { path, isArray: isArray || places.get(key)?.isArray === true });
}

/** Whether the member's name stands in the recipe. */
function isRead(path: Path, words: ReadonlySet<string>): boolean {
  const name = path.findLast((part) => part !== "*");
  return name === undefined || words.has(name);
}

/** What is undefined is removed. */
function changeAt(
  value: JsonValue,
  path: Path,
  to: (value: JsonValue) => JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to(value);
  if (Array.isArray(value)) {
    return key === "*" ? value.map((item) => changeAt(item, rest, to) ?? null) : value;
  }
  const inner = typeof value === "object" && value !== null ? value[key] : undefined;
  if (inner === undefined) return value;
  const changed = changeAt(inner, rest, to);
  if (changed !== undefined) return { ...(value as Record<string, JsonValue>), [key]: changed };
  const { [key]: _, ...others } = value as Record<string, JsonValue>;
  return others;
}

function pathText(path: Path): string {
  if (path.length === 0) return "the whole";
  return path
    .map((part) => (part === "*" ? "[*]" : `.${part}`))
    .join("")
    .replace(/^\./, "");
}
