import { readSchema } from "../../../extractor/index.ts";
import type { Json } from "../../../storage/index.ts";

/** Values by a schema, as they are watched. */
interface SchemaValues {
  /** By the names of the schema's properties; null for one that has none. */
  readonly values: Readonly<Record<string, Json>>;
  /** Names without a value: of those that the schema requires, or of all where it requires none. */
  readonly lacking: readonly string[];
}

/** What was found of a schema, with null for what was not. */
export function schemaValues(
  schema: Readonly<Record<string, Json>>,
  found: Readonly<Record<string, Json>>,
): SchemaValues {
  const { properties, required } = readSchema(schema);
  const names = Object.keys(properties);
  const valueOf = (name: string): Json =>
    Object.hasOwn(found, name) ? (found[name] ?? null) : null;
  const needed = required.length > 0 ? required : names;
  return {
    values: Object.fromEntries(names.map((name) => [name, valueOf(name)])),
    lacking: needed.filter((name) => valueOf(name) === null),
  };
}
