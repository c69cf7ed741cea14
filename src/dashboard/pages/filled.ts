/** A field's text without white space around it; undefined for one that is empty or not there. */
export function filled(fields: URLSearchParams, name: string): string | undefined {
  return fields.get(name)?.trim() || undefined;
}
