import type { Json } from "../../storage/index.ts";

/** JSON with the members of objects in the order of their names, so that equal data is equal text. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, member: Json) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    const names = Object.keys(member).toSorted();
    return Object.fromEntries(names.map((name) => [name, (member as Record<string, Json>)[name]]));
  });
}
