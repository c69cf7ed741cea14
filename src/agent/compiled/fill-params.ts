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
  const forms = Object.entries(params)
    .flatMap(([name, value]) => encodings.map((encode) => ({ name, form: encode(value) })))
    .filter(({ form }) => form.trim() !== "")
    .toSorted((a, b) => b.form.length - a.form.length);
  // Names that were put in are no text in which values are looked for.
  return forms
    .reduce<readonly string[]>(
      (parts, { name, form }) =>
        parts.flatMap((part) =>
          part.startsWith("{{param.") ? [part] : between(part, form, `{{param.${name}}}`),
        ),
      [text],
    )
    .join("");
}

function between(text: string, form: string, placeholder: string): string[] {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu"));
  return parts.flatMap((part, at) => (at === 0 ? [part] : [placeholder, part]));
}
