import type { ZodType } from "zod";
import { nearestName } from "../../core/index.ts";

/** Most names that an answer tells. */
const MOST_NAMES = 10;
/** Characters of a name in an answer's header; strangers choose it. */
const LONGEST_NAME = 64;

/** Names in the input that an object's schema does not know; none where it takes all. */
export function unknownFields(schema: ZodType, input: object): readonly string[] {
  const known = knownFields(schema);
  return known === undefined ? [] : Object.keys(input).filter((name) => !known.includes(name));
}

/**
 * The same for the header of an answer, each with the field that was probably meant:
 * `fromats; did you mean formats, wonder`. What is not plain is percent-encoded.
 */
export function tellUnknownFields(schema: ZodType, input: object): readonly string[] {
  const given = Object.keys(input);
  const free = knownFields(schema)?.filter((name) => !given.includes(name)) ?? [];
  const unknown = unknownFields(schema, input);
  const told = unknown.slice(0, MOST_NAMES).map((name) => {
    const meant = nearestName(name, free);
    return `${plain(name)}${meant === undefined ? "" : `; did you mean ${meant}`}`;
  });
  const more = unknown.length - told.length;
  return more > 0 ? [...told, `and ${more} more`] : told;
}

/** Undefined for a schema that is no object's, and for one that takes any field. */
function knownFields(schema: ZodType): readonly string[] | undefined {
  const inner: unknown = Reflect.get(schema.def, "in");
  if (schema.def.type === "pipe" && typeof inner === "object" && inner !== null) {
    return knownFields(inner as ZodType);
  }
  const takesAll = Reflect.get(schema.def, "catchall") !== undefined;
  const shape: unknown = Reflect.get(schema, "shape");
  return takesAll || typeof shape !== "object" || shape === null ? undefined : Object.keys(shape);
}

function plain(name: string): string {
  return encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed());
}
