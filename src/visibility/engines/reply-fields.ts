/** A JSON object, as far as it is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of a value; none when it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The objects of a list; none when it is no list. */
export function objectsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A text; empty when it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A code that a reply gives, as it may be shown: what else a server writes may hold a key. */
export function codeOf(value: unknown): string {
  return typeof value === "string" && /^[a-zA-Z_]{1,40}$/.test(value) ? value : "no code";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
