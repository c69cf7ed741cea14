import { checkArgument } from "../../core/index.ts";
/**
 * Headers as servers give them: `Headers`, a plain object (`request.headers` of Node), or pairs. Case
 * of names does not matter.
 */
export type HeaderSource =
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Values of the wanted headers, without the space around them; a repeated header has several. */
export type PickedHeaders = ReadonlyMap<string, readonly string[]>;

/** Longest value that is looked at; a longer one counts as empty. */
const LONGEST_VALUE = 8192;

/** @param wanted names in lower case */
export function pickHeaders(source: HeaderSource, wanted: ReadonlySet<string>): PickedHeaders {
  const picked = new Map<string, string[]>();
  for (const [name, value] of entriesOf(source)) {
    const key = name.toLowerCase();
    if (value === undefined || !wanted.has(key)) continue;
    const values = (typeof value === "string" ? [value] : value).map(trimmed);
    picked.set(key, [...(picked.get(key) ?? []), ...values]);
  }
  return picked;
}

function entriesOf(source: HeaderSource) {
  if (!Array.isArray(source)) checkArgument("headers of a delivery", source, "object");
  return isIterable(source) ? source : Object.entries(source);
}

function isIterable(source: HeaderSource): source is Iterable<readonly [string, string]> {
  return typeof (source as { [Symbol.iterator]?: unknown })[Symbol.iterator] === "function";
}

function trimmed(value: string): string {
  return value.length > LONGEST_VALUE ? "" : value.trim();
}
