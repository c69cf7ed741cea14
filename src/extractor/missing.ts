import type { Json } from "../storage/index.ts";
import { allProperties, type Property } from "./schema/property.ts";
import { isObject, type ValueSchema } from "./schema/value-schema.ts";

/** Whether there is no value. */
function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Paths of what has no value, of rows of lists too: `offers[1].price`, in the order of the schema and of
 * the page.
 * @param path where the value stands
 */
export function missingIn(property: Property, value: Json | undefined, path = ""): string[] {
  const { items, parts, schema } = property;
  if (schema.type === "object" && parts.length > 0) {
    return parts.flatMap((part) => {
      const own = path === "" ? part.key : `${path}.${part.key}`;
      return missingIn(part, memberOf(value, part.key), own);
    });
  }
  if (isMissing(value)) return [path];
  if (!Array.isArray(value) || items?.schema.type !== "object") return [];
  return (value as readonly Json[]).flatMap((each, at) => missingIn(items, each, `${path}[${at}]`));
}

/** The properties in one that have no value, and all in them. */
export function missingProperties(property: Property, value: Json | undefined): Property[] {
  const { parts, schema } = property;
  if (schema.type === "object" && parts.length > 0) {
    return parts.flatMap((part) => missingProperties(part, memberOf(value, part.key)));
  }
  return isMissing(value) ? [...allProperties(property)] : [];
}

/** A member of a value that is an object; undefined without one. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The part of a schema that has no value yet; undefined when all has one. Null is always allowed. */
export function missingSchema(property: Property, value: Json | undefined): object | undefined {
  const { parts, schema } = property;
  if (schema.type !== "object" || parts.length === 0) {
    return isMissing(value) ? writtenSchema(schema) : undefined;
  }
  const missing = parts.flatMap((part) => {
    const own = missingSchema(part, memberOf(value, part.key));
    return own === undefined ? [] : [[part.key, own] as const];
  });
  if (missing.length === 0) return undefined;
  return { type: ["object", "null"], properties: Object.fromEntries(missing) };
}

/** A schema as a model is told it. */
function writtenSchema(schema: ValueSchema): object {
  const { type, title, description, format, allowed, properties, items } = schema;
  const told = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
  if (allowed !== undefined) return { ...told, enum: [...new Set([...allowed, null])] };
  if (type === undefined) return told;
  const written = { ...told, type: [type, "null"], ...(format !== undefined && { format }) };
  if (type === "array") {
    return { ...written, ...(items !== undefined && { items: writtenSchema(items) }) };
  }
  if (type !== "object") return written;
  const inside = Object.entries(properties).map(
    ([name, part]) => [name, writtenSchema(part)] as const,
  );
  return { ...written, properties: Object.fromEntries(inside) };
}
