import type { Json } from "../../storage/index.ts";

/**
 * The JSON Schema of a value as it is: types of its members, of a list those of its first item.
 * @example
 * ```ts
 * import { schemaOfValue } from "dragline/extractor";
 *
 * console.log(schemaOfValue({ name: "Opal lamp", price: 79.9 }));
 * ```
 */
export function schemaOfValue(value: Json): Json {
  if (value === null) return {};
  if (Array.isArray(value)) {
    const [first = null] = value as readonly Json[];
    return { type: "array", items: schemaOfValue(first) };
  }
  if (typeof value !== "object") return { type: typeof value };
  const members = Object.entries(value).map(([name, member]) => {
    return [name, schemaOfValue(member)] as const;
  });
  return { type: "object", properties: Object.fromEntries(members) };
}
