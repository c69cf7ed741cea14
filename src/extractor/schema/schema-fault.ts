import { compileScriptPattern } from "../../core/index.ts";
import { isObject, partAt } from "./value-schema.ts";

/** Parts of a schema that are judged, and levels of it. */
const MOST = 5_000;
const DEEPEST = 64;

const TYPES: readonly unknown[] = [
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
];

/**
 * Why values cannot be held against a JSON Schema: a reference to nowhere, a type that there is not,
 * a pattern that cannot be matched in linear time. Undefined when there is nothing.
 */
export function schemaFault(root: Readonly<Record<string, unknown>>): string | undefined {
  const open: { readonly part: unknown; readonly at: string; readonly depth: number }[] = [
    { part: root, at: "#", depth: 0 },
  ];
  for (let seen = 0; open.length > 0 && seen < MOST; seen++) {
    const { part, at, depth } = open.pop() as (typeof open)[number];
    if (!isObject(part) || depth > DEEPEST) continue;
    const fault = faultOf(part, root);
    if (fault !== undefined) return `${fault}, at ${at}`;
    for (const [name, inner] of partsOf(part)) {
      open.push({ part: inner, at: `${at}/${name}`, depth: depth + 1 });
    }
  }
  return undefined;
}

type Written = Readonly<Record<string, unknown>>;

function faultOf({ $ref: reference, type, pattern }: Written, root: Written): string | undefined {
  // Anchors and identifiers are not followed: what they name may be anything.
  const isFollowed = typeof reference === "string" && !/^#[^/]|^[^#]/.test(reference);
  if (isFollowed && partAt(root, reference) === undefined) {
    return `'$ref' ${JSON.stringify(reference.slice(0, 200))} leads to nothing in the schema`;
  }
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const unknown = types.find((each) => each !== undefined && !TYPES.includes(each));
  if (unknown !== undefined) return `unknown type ${JSON.stringify(unknown)?.slice(0, 200)}`;
  return typeof pattern === "string" ? patternFault(pattern) : undefined;
}

function patternFault(pattern: string): string | undefined {
  try {
    compileScriptPattern(pattern);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it is malformed";
    return `the pattern ${JSON.stringify(pattern.slice(0, 200))} cannot be used (${reason})`;
  }
}

/** The schemas in a schema, the first last. */
function partsOf(schema: Written): (readonly [string, unknown])[] {
  const { items, properties } = schema;
  const named = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, part]) => [`properties/${key}`, part] as const,
  );
  const listed = ["allOf", "anyOf", "oneOf"].flatMap((name) => {
    const parts = schema[name];
    return Array.isArray(parts)
      ? parts.map((part: unknown, at) => [`${name}/${at}`, part] as const)
      : [];
  });
  return [["items", items] as const, ...named, ...listed].toReversed();
}
