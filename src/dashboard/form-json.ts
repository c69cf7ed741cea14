/**
 * JSON that a form has.
 * @param what names the field, for the message: `schema: The schema`
 * @throws RangeError
 */
export function formJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new RangeError(`${what} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A JSON object that a form has.
 * @throws RangeError
 */
export function formObject(what: string, text: string): Record<string, unknown> {
  const value = formJson(what, text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new RangeError(`${what} must be a JSON object.`);
}
