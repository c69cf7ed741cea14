/** A schema of the description. */
type Schema = Readonly<Record<string, unknown>>;

/** Levels of an example; a schema may hold itself. */
const DEEPEST = 5;

/** Examples of text, by format. */
const formatted: ReadonlyMap<string, string> = new Map([
  ["uri", "https://example.com/"],
  ["uuid", "6f1c2b9e-8d3a-4c55-9a40-2f6a7c1b0d11"],
]);

/**
 * A body that a schema of the description takes, as short as it can be: what is required, and what the
 * schema gives an example of.
 * @param schemas the description's own schemas, by name
 */
export function exampleBody(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  depth = 0,
): unknown {
  const at = resolved(schema, schemas);
  const said = at["example"] ?? at["const"] ?? [at["enum"]].flat()[0];
  if (said !== undefined) return said;
  if (depth > DEEPEST) return null;
  const [first] = [at["anyOf"], at["oneOf"], at["allOf"]].find(Array.isArray) ?? [];
  if (first !== undefined) return exampleBody(first as Schema, schemas, depth + 1);
  if (at["default"] !== undefined) return at["default"];
  if (at["type"] === "object") return exampleObject(at, schemas, depth);
  if (at["type"] === "array") {
    return [exampleBody((at["items"] ?? {}) as Schema, schemas, depth + 1)];
  }
  return exampleScalar(at);
}

function exampleScalar(at: Schema): unknown {
  const type = [at["type"]].flat()[0];
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return at["minimum"] ?? 1;
  return formatted.get(String(at["format"])) ?? "text";
}

function exampleObject(
  at: Schema,
  schemas: Readonly<Record<string, Schema>>,
  depth: number,
): Record<string, unknown> {
  const fields = (at["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  const required = new Set((at["required"] ?? []) as readonly string[]);
  const shown = Object.entries(fields).filter(([name, field]) => {
    const { default: value } = resolved(field, schemas);
    return required.has(name) && value === undefined;
  });
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleBody(field, schemas, depth + 1)]),
  );
}

function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema["$ref"]))?.[1];
  return name === undefined ? schema : (schemas[name] ?? {});
}
