import { createHash } from "node:crypto";
import type { Json } from "../../storage/index.ts";

/** Hex SHA-256 of a text. */
export function hashOf(text: string): string {
  // Lone surrogates, which UTF-8 has no place for, differ too.
  const bytes = text.isWellFormed() ? Buffer.from(text) : Buffer.from(text, "utf16le");
  return createHash("sha256").update(bytes).digest("hex");
}

/** JSON with the members of objects in the order of their names, so that equal data is equal text. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, member: Json) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    const names = Object.keys(member).toSorted();
    return Object.fromEntries(names.map((name) => [name, (member as Record<string, Json>)[name]]));
  });
}
