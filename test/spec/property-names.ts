/** Names of an object schema's properties, through references and compositions. */
export function propertyNames(
  schema: object,
  document: Readonly<Record<string, unknown>>,
): string[] {
  const { $ref, properties, ...rest } = schema as Readonly<Record<string, unknown>>;
  const own = Object.keys((properties as object | undefined) ?? {});
  const referred = typeof $ref === "string" ? propertyNames(resolve($ref, document), document) : [];
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((name) => (rest[name] as object[]) ?? []);
  return [...own, ...referred, ...parts.flatMap((part) => propertyNames(part, document))];
}

function resolve(reference: string, document: Readonly<Record<string, unknown>>): object {
  let found: unknown = document;
  for (const name of reference.slice(2).split("/")) {
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found as object;
}
