import { nameValues } from "../../core/index.ts";

/** How a parameter stands in a compiled task. */
const PLACEHOLDER = /\{\{\s*param\.([\w-]{1,64})\s*\}\}/g;

/** Parameters by name. */
export type TaskParams = Readonly<Record<string, string>>;

/** A text with its parameters filled in; one that is not given is left as it stands. */
export function fillParams(
  text: string,
  params: TaskParams,
  encode: (value: string) => string = String,
): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value === undefined ? whole : encode(value);
  });
}

/** The names of parameters in a text. */
export function paramsIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/**
 * A text with the names of parameters in place of their values, longest value first; a value stands by
 * itself there, and not in another word.
 */
export function nameParams(
  text: string,
  params: TaskParams,
  encodings: readonly ((value: string) => string)[] = [String],
): string {
  const named = Object.entries(params).flatMap(([name, value]) =>
    encodings.map((encode) => ({ name: `{{param.${name}}}`, value: encode(value) })),
  );
  return nameValues(text, named);
}
