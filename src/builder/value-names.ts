import type { Json } from "../storage/index.ts";

/** Values that a recipe gets from outside, by the template that gives them. */
export class ValueNames {
  readonly #values: readonly { readonly template: string; readonly text: string }[];

  /**
   * @param params by name
   * @param secrets by name; what an account signs in with
   */
  constructor(
    params: Readonly<Record<string, Json>>,
    secrets: Readonly<Record<string, string>>,
    secretRoot: "params" | "credential",
  ) {
    const all = [
      ...Object.entries(secrets).map(([name, text]) => [`${secretRoot}.${name}`, text] as const),
      ...Object.entries(params).map(([name, value]) => [`params.${name}`, textOf(value)] as const),
    ];
    this.#values = all
      .map(([path, text]) => ({ template: `{{${path}}}`, text }))
      .filter(({ text }) => text.trim() !== "")
      .toSorted((a, b) => b.text.length - a.text.length);
  }

  /** A text with templates in place of the values that stand in it by themselves. */
  in(text: string): string {
    const whole = this.#values.find((one) => one.text.toLowerCase() === text.trim().toLowerCase());
    if (whole !== undefined) return whole.template;
    // A digit or two stand in any address.
    const long = this.#values.filter((one) => one.text.length > 2);
    return long
      .reduce(
        (parts, one) =>
          parts.flatMap((part) => (part.startsWith("{{") ? [part] : split(part, one))),
        [text],
      )
      .join("");
  }

  /** Whether a text has one of the values in it. */
  has(text: string): boolean {
    return this.in(text) !== text;
  }
}

function split(part: string, { text, template }: { text: string; template: string }): string[] {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const pieces = part.split(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu"));
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [template, piece]));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
