import type { StructuredValue } from "./structured-value.ts";
import type { Allowance } from "./allowance.ts";

/** Levels of linked data; what is deeper is left out. */
const DEEPEST = 64;

/** What each value costs besides its characters. */
const VALUE = 4;

/**
 * A copy of parsed JSON that can be written again whatever a page put into it: not too deep, and not
 * more than may be spent; undefined when nothing of it is.
 */
export function plainJson(
  value: unknown,
  characters: Allowance,
  depth = 0,
): StructuredValue | undefined {
  if (!characters.take(VALUE)) return undefined;
  switch (typeof value) {
    case "string":
      return characters.take(value.length) ? value : undefined;
    case "number":
    case "boolean":
      return value;
    case "object":
      if (value === null) return value;
      return depth === DEEPEST ? undefined : copyOf(value, characters, depth + 1);
    default:
      return undefined;
  }
}

function copyOf(value: object, characters: Allowance, depth: number): StructuredValue {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const copy = plainJson(item, characters, depth);
      return copy === undefined ? [] : [copy];
    });
  }
  const members: [string, StructuredValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (!characters.take(name.length)) break;
    const copy = plainJson(member, characters, depth);
    if (copy !== undefined) members.push([name, copy]);
  }
  // Not by assignment, which takes `__proto__` for something else.
  return Object.fromEntries(members);
}
