import type { Json } from "../../storage/index.ts";

/** Values and characters that are compared in a millisecond or two. */
const MOST_VALUES = 1000;
const MOST_CHARACTERS = 20_000;

/** Whether a document is so small that a thread is not worth its while; looks at no more than that. */
export function isSmallJson(document: Json): boolean {
  const waiting: Json[] = [document];
  let [values, characters] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values += 1;
    if (typeof next === "string") characters += next.length;
    if (typeof next === "object" && next !== null) {
      const parts: Json[] = Array.isArray(next) ? next : Object.values(next);
      // Not spread: a document may hold more than there is room for on the stack.
      if (values + waiting.length + parts.length > MOST_VALUES) return false;
      waiting.push(...parts);
    }
    if (values > MOST_VALUES || characters > MOST_CHARACTERS) return false;
  }
  return true;
}
