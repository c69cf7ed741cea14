/** An answer of the service, of whichever kind. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of a value; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A text; empty for what is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A list; empty for what is none. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
