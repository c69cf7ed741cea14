type Written = Readonly<Record<string, unknown>>;

/** Keywords whose schemas are of the same value as the schema that has them. */
const SAME_VALUE = ["not", "if", "then", "else"] as const;
const LISTS_OF_SAME = ["allOf", "anyOf", "oneOf"] as const;
const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"] as const;
/** Characters of a pointer that is told. */
const LONGEST_TOLD = 100;

/**
 * Where a schema comes back to itself without going down into the value, which is never done with:
 * `{"$ref": "#"}`. Local references by pointer, anchor and `$id` are followed.
 * @returns the reference, undefined when there is none
 */
export function endlessReference(root: object): string | undefined {
  return new Walk(root as Written).find();
}

class Walk {
  readonly #root: Written;
  /** Schemas by anchor and `$id`. */
  readonly #named = new Map<string, Written>();
  readonly #all: Written[] = [];
  readonly #done = new Set<Written>();
  readonly #above = new Set<Written>();

  constructor(root: Written) {
    this.#root = root;
    const seen = new Set<object>();
    const open: unknown[] = [root];
    for (let at = open.pop(); open.length > 0 || at !== undefined; at = open.pop()) {
      if (typeof at !== "object" || at === null || seen.has(at)) continue;
      seen.add(at);
      if (!Array.isArray(at)) this.#name(at as Written);
      for (const inner of Object.values(at)) if (typeof inner === "object") open.push(inner);
    }
  }

  find(): string | undefined {
    for (const schema of this.#all) {
      const found = this.#follow(schema, "");
      if (found !== undefined) return found.slice(0, LONGEST_TOLD);
    }
    return undefined;
  }

  #name(schema: Written): void {
    this.#all.push(schema);
    const { $id, $anchor, $dynamicAnchor } = schema;
    if (typeof $id === "string") this.#named.set($id, schema);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") this.#named.set(`#${anchor}`, schema);
    }
  }

  #follow(schema: Written, by: string): string | undefined {
    if (this.#above.has(schema)) return by;
    if (this.#done.has(schema)) return undefined;
    this.#above.add(schema);
    for (const [next, reference] of this.#ofSameValue(schema)) {
      const found = this.#follow(next, reference === "" ? by : reference);
      if (found !== undefined) return found;
    }
    this.#above.delete(schema);
    this.#done.add(schema);
    return undefined;
  }

  /** Schemas of the same value as this one, each with the reference that leads there, if one does. */
  #ofSameValue(schema: Written): readonly (readonly [Written, string])[] {
    const referred = REFERENCES.flatMap((name) => {
      const reference = schema[name];
      const target = typeof reference === "string" ? this.#target(reference) : undefined;
      return isSchema(target) ? [[target, String(reference)] as const] : [];
    });
    const { dependentSchemas } = schema;
    const inner = [
      ...SAME_VALUE.map((name) => schema[name]),
      ...LISTS_OF_SAME.flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : [])),
      ...(isSchema(dependentSchemas) ? Object.values(dependentSchemas) : []),
    ];
    return [...referred, ...inner.filter(isSchema).map((part) => [part, ""] as const)];
  }

  #target(reference: string): unknown {
    if (reference === "#" || reference === "") return this.#root;
    if (!reference.startsWith("#/")) return this.#named.get(reference);
    let at: unknown = this.#root;
    for (const step of reference.slice(2).split("/")) {
      const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Written)[name];
    }
    return at;
  }
}

function isSchema(value: unknown): value is Written {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
