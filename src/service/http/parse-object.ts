import { ServiceError } from "../base/service-error.ts";

/** Levels of arrays and objects in a body; code that walks it may then recurse. */
export const MAX_DEPTH = 100;

/**
 * Parses the JSON object of a body. Members named `__proto__`, which code that copies objects may
 * take for something else, are left out like others that nothing knows.
 * @throws ServiceError `INVALID_REQUEST`
 */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (isTooDeep(text)) throw invalid(`The body is nested more than ${MAX_DEPTH} levels deep.`);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("The body must be a JSON object.");
  }
  return value as Readonly<Record<string, unknown>>;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The name may be written with escapes; most bodies have neither and are not walked.
    if (/__proto__|\\u00/.test(text)) dropPrototypes(value);
    return value;
  } catch {
    // The parser's own message quotes the body.
    throw invalid("The body is not valid JSON.");
  }
}

function dropPrototypes(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const inner of Object.values(value)) dropPrototypes(inner);
}

/** Counts brackets outside of strings; the parser has the last word on whether they match. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Index of the quote that ends the string, or of the text's end. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
}

function invalid(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}
