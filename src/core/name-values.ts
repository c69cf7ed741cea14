/** A text that matches itself in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A value as it stands in texts, and what is put in its place. */
export interface NamedValue {
  readonly value: string;
  readonly name: string;
}

/**
 * A text with names in place of values, whatever their case, the longest value first. A value stands by
 * itself there, and not in another word; in names that were put in none is looked for.
 */
export function nameValues(text: string, named: readonly NamedValue[]): string {
  let parts = [{ text, isName: false }];
  for (const { value, name } of named.toSorted((a, b) => b.value.length - a.value.length)) {
    if (value.trim() === "") continue;
    const alone = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(value)}(?![\\p{L}\\p{N}])`, "giu");
    parts = parts.flatMap((part) => {
      if (part.isName) return [part];
      const between = part.text.split(alone).map((one) => ({ text: one, isName: false }));
      return between.flatMap((one, at) => (at === 0 ? [one] : [{ text: name, isName: true }, one]));
    });
  }
  return parts.map((part) => part.text).join("");
}
