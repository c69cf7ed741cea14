import { isJsonObject } from "../ai/internal.ts";
import type { Json } from "../storage/index.ts";

/** What an action gives: one object, or a list, which may stand in an object as its only member. */
export type Shape =
  | { readonly kind: "object"; readonly value: Readonly<Record<string, Json>> }
  | {
      readonly kind: "list";
      /** The member of the object that is the list; undefined where the list is the result. */
      readonly member: string | undefined;
      readonly items: readonly Json[];
    };

/** The shape of a result; undefined for one that nothing can be read for. */
export function shapeOf(result: Json): Shape | undefined {
  if (Array.isArray(result)) {
    const items = result as readonly Json[];
    return items.length === 0 ? undefined : { kind: "list", member: undefined, items };
  }
  if (!isJsonObject(result)) return undefined;
  const [first, ...more] = Object.entries(result);
  if (first === undefined) return undefined;
  const [member, value] = first;
  if (more.length > 0 || !Array.isArray(value)) return { kind: "object", value: result };
  const items = value as readonly Json[];
  return items.length === 0 ? undefined : { kind: "list", member, items };
}
