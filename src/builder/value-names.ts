import { nameValues, type NamedValue } from "../core/index.ts";
import type { Json } from "../storage/index.ts";

/** Values that a recipe gets from its parameters, by the template that gives them. */
export class ValueNames {
  readonly #named: readonly NamedValue[];

  /** @param params by name */
  constructor(params: Readonly<Record<string, Json>>) {
    this.#named = Object.entries(params).map(([name, value]) => {
      return { name: `{{params.${name}}}`, value: textOf(value) };
    });
  }

  /** A text with templates in place of the values that stand in it by themselves. */
  in(text: string): string {
    const own = text.trim().toLowerCase();
    const whole = this.#named.find(({ value }) => own !== "" && value.toLowerCase() === own);
    if (whole !== undefined) return whole.name;
    // A digit or two stand in any address.
    return nameValues(
      text,
      this.#named.filter(({ value }) => value.length > 2),
    );
  }

  /** Whether a text has one of the values in it. */
  has(text: string): boolean {
    return this.in(text) !== text;
  }
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
