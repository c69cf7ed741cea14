import { ExtractorError } from "../extractor-error.ts";
import { rootProperty, type Property } from "./property.ts";
import { schemaFault } from "./schema-fault.ts";
import { isObject, readSchema } from "./value-schema.ts";

/**
 * The property that a schema of an object is.
 * @throws ExtractorError `INVALID_SCHEMA` when it is none, has no properties, refers to nowhere, or has
 *   a type that there is not or a pattern that cannot be used
 */
export function rootOf(schema: unknown): Property {
  const fault = isObject(schema) ? schemaFault(schema) : undefined;
  if (fault !== undefined) {
    throw new ExtractorError("INVALID_SCHEMA", { message: `The schema cannot be used: ${fault}.` });
  }
  const read = isObject(schema) ? readSchema(schema) : undefined;
  if (read?.type === "object" && Object.keys(read.properties).length > 0) return rootProperty(read);
  throw new ExtractorError("INVALID_SCHEMA", {
    message: "Expected a JSON Schema of an object with properties.",
  });
}
