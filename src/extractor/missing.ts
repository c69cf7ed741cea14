import type { Json } from "../storage/index.ts";
import { allProperties, type Property } from "./property.ts";
import { isObject, type ValueSchema } from "./value-schema.ts";

/** Dotted paths of properties that have no value, in the order of the schema. */
export function missingPaths(property: Property, value: Json | undefined): string[] {
  const { parts, schema, path } = property;
  if (schema.type === "object" && parts.length > 0) {
    return parts.flatMap((part) => missingPaths(part, memberOf(value, part.key)));
  }
  const isMissing =
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return isMissing ? [path] : [];
}

/** The properties in one that have no value, and all in them. */
export function missingProperties(property: Property, value: Json | undefined): Property[] {
  const { parts, schema } = property;
  if (schema.type === "object" && parts.length > 0) {
    return parts.flatMap((part) => missingProperties(part, memberOf(value, part.key)));
  }
  return missingPaths(property, value).length === 0 ? [] : [...allProperties(property)];
}

/** A member of a value that is an object; undefined without one. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The part of a schema that has no value yet; undefined when all has one. Null is always allowed. */
export function missingSchema(property: Property, value: Json | undefined): object | undefined {
  const { parts, schema } = property;
  if (schema.type !== "object" || parts.length === 0) {
    return missingPaths(property, value).length === 0 ? undefined : writtenSchema(schema);
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
