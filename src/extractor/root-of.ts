import { ExtractorError } from "./extractor-error.ts";
import { rootProperty, type Property } from "./property.ts";
import { isObject, readSchema } from "./value-schema.ts";

/**
 * The property that a schema of an object is.
 * @throws ExtractorError `INVALID_SCHEMA` when it is none, or has no properties
 */
export function rootOf(schema: unknown): Property {
  const read = isObject(schema) ? readSchema(schema) : undefined;
  if (read?.type === "object" && Object.keys(read.properties).length > 0) return rootProperty(read);
  throw new ExtractorError("INVALID_SCHEMA", {
    message: "Expected a JSON Schema of an object with properties.",
  });
}
