/** A step of a path in JSON. */
export type Step = string | number;

/** A value in JSON that is neither an object nor a list, with its path. */
export interface Leaf {
  readonly path: readonly Step[];
  readonly value: string | number | boolean;
}

/** A list in JSON, and where it is. */
interface FoundList {
  readonly path: readonly Step[];
  readonly items: readonly unknown[];
}

/** Values of one document that are looked at, items of a list within it, and its depth. */
const MOST_LEAVES = 50_000;
const MOST_ITEMS = 200;
const MOST_DEPTH = 12;

/** The values of JSON, in its order. */
export function leavesOf(json: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  walk(json, [], (value, path) => {
    const isLeaf = ["string", "number", "boolean"].includes(typeof value);
    if (isLeaf) leaves.push({ path, value: value as Leaf["value"] });
    return leaves.length < MOST_LEAVES;
  });
  return leaves;
}

/** The lists of JSON that have items, outer ones first. */
export function listsOf(json: unknown): FoundList[] {
  const lists: FoundList[] = [];
  walk(json, [], (value, path) => {
    if (Array.isArray(value) && value.length > 0) lists.push({ path, items: value });
    return lists.length < MOST_LEAVES;
  });
  return lists;
}

/** The objects of JSON, outer ones first. */
export function objectsOf(
  json: unknown,
): { readonly path: readonly Step[]; readonly value: object }[] {
  const objects: { path: readonly Step[]; value: object }[] = [];
  walk(json, [], (value, path) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      objects.push({ path, value });
    }
    return objects.length < MOST_LEAVES;
  });
  return objects;
}

function walk(
  json: unknown,
  path: readonly Step[],
  look: (value: unknown, path: readonly Step[]) => boolean,
): boolean {
  if (!look(json, path)) return false;
  if (path.length >= MOST_DEPTH || typeof json !== "object" || json === null) return true;
  const members: [Step, unknown][] = Array.isArray(json)
    ? json.slice(0, MOST_ITEMS).map((item: unknown, at) => [at, item])
    : Object.entries(json);
  return members.every(([step, value]) => walk(value, [...path, step], look));
}

/** A path as recipes write it; `$` is the whole. */
export function pathText(path: readonly Step[]): string {
  const text = path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[^.[\]"'\s|(){},$-][^.[\]"'\s|(){},]*$/.test(step)
        ? `.${step}`
        : `[${JSON.stringify(step)}]`;
    })
    .join("");
  if (text === "") return "$";
  return text.startsWith(".") ? text.slice(1) : `$${text}`;
}
