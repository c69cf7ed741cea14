/** An answer that is not what its vendor documents. */
export class ShapeError extends Error {}

/** A JSON object, as far as it is known. */
type Fields = Readonly<Record<string, unknown>>;

/** @throws ShapeError when it is no JSON object */
export function objectAt(value: unknown, place: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ShapeError(`'${place}' is not an object`);
}

/**
 * The results of a list: its objects that have an address; what else is in it is left out.
 * @param address the name of the member with the address
 * @throws ShapeError when it is no list, or one without any result
 */
export function resultsAt(value: unknown, place: string, address = "url"): readonly Fields[] {
  if (!Array.isArray(value)) throw new ShapeError(`'${place}' is not a list`);
  const results = value.filter((entry) => hasText(entry, address));
  if (value.length === 0 || results.length > 0) return results;
  throw new ShapeError(`'${place}' has no entry with '${address}'`);
}

function hasText(entry: unknown, name: string): entry is Fields {
  return typeof entry === "object" && entry !== null && typeof (entry as Fields)[name] === "string";
}
