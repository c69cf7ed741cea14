import { checkArgument, CoreError, SecretMask } from "../../core/index.ts";
import { siteOf } from "./policy.ts";
import type { Json } from "../../storage/index.ts";

/** How a secret stands in what a model writes; the name begins and ends with no white space. */
const PLACEHOLDER = /\{\{\s*secret\.([^{}\s](?:[^{}\r\n]{0,198}[^{}\s])?)\s*\}\}/g;
/** What a secret may be called, so that it can stand there. */
const NAME = /^[^{}\s](?:[^{}\r\n]{0,198}[^{}\s])?$/;

/** What occurs by chance in addresses and bodies: words, and what is short. */
const USUAL = /^(?:\p{L}{1,15}|.{0,5})$/su;

/** A text with its secrets filled in, or why it may not be. */
export type Revealed = { readonly text: string } | { readonly refusal: string };

/**
 * Values that a model works with by name alone. Each is for one origin: the one that was given, or the
 * first on which it was filled in.
 */
export class Secrets {
  readonly #values: ReadonlyMap<string, string>;
  readonly #origins: Map<string, string>;
  /** A text without the values, in whatever form a page or an address holds them. */
  readonly mask: (text: string) => string;
  /** A sentence of ours without the values. */
  readonly maskSentence: (text: string) => string;

  /**
   * @param values by name: 1 to 200 characters without braces and line breaks, and without white space
   *   at its ends
   * @param origins by name; of those that are not here, the first on which they are used
   * @throws CoreError `INVALID_OPTION`
   */
  constructor(
    values: Readonly<Record<string, string>>,
    origins: Readonly<Record<string, string>> = {},
  ) {
    checkArgument("values of new Secrets({ name: value })", values, "object");
    checkArgument("origins of new Secrets(values, origins)", origins, "object");
    for (const name of Object.keys(values)) {
      if (isSecretName(name)) continue;
      const message = `Secret '${name.slice(0, 64)}' needs a name of 1 to 200 characters without braces, line breaks or white space at its ends.`;
      throw new CoreError("INVALID_OPTION", { message, details: { option: "secretValues" } });
    }
    this.#values = new Map(Object.entries(values));
    this.#origins = new Map(Object.entries(origins));
    const { mask, maskSentence } = new SecretMask(this.#values.values());
    this.mask = mask;
    this.maskSentence = maskSentence;
  }

  /** The names of the secrets that a text bears in any spelling, but for those that are words or short. */
  foundIn(text: string): string[] {
    if (this.mask(text) === text) return [];
    const unusual = [...this.#values].filter(([, value]) => !USUAL.test(value));
    return unusual.flatMap(([name, value]) =>
      new SecretMask([value]).mask(text) === text ? [] : [name],
    );
  }

  /** Whether a secret is for the site of an address. */
  isFor(name: string, url: string): boolean {
    const origin = this.#origins.get(name);
    return origin !== undefined && siteOf(origin) === siteOf(url);
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** Whether a text has a place for a secret. */
  asks(text: string): boolean {
    return checkArgument("text of asks(text)", text, "string").search(PLACEHOLDER) !== -1;
  }

  /** Whether a text names a secret whose origin is not known yet: it will be that on which it is typed. */
  bindsOne(text: string): boolean {
    return secretNamesIn(text).some((name) => !this.#origins.has(name));
  }

  /** Fills the secrets in that a text names, where they may go to the origin. */
  reveal(text: string, origin: string): Revealed {
    const names = secretNamesIn(text);
    for (const name of names) {
      if (!this.#values.has(name)) return { refusal: `There is no secret '${name}'.` };
      const own = this.#origins.get(name) ?? origin;
      if (own !== origin) {
        return { refusal: `Secret '${name}' is for ${own} and is not typed on ${origin}.` };
      }
    }
    for (const name of names) this.#origins.set(name, origin);
    return { text: text.replace(PLACEHOLDER, (_, name: string) => this.#values.get(name) ?? "") };
  }

  /** A value of JSON with all its texts and names without the values; it stays JSON. */
  readonly maskJson = (value: Json): Json => {
    const text = JSON.stringify(value, (_, part: Json) => {
      if (typeof part === "string") return this.mask(part);
      if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
      return Object.fromEntries(Object.entries(part).map(([name, own]) => [this.mask(name), own]));
    });
    return JSON.parse(text ?? "null") as Json;
  };
}

/** Whether a secret may be called so. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

/** The names of the secrets that a text has places for. */
export function secretNamesIn(text: string): string[] {
  checkArgument("text that may name secrets", text, "string");
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}
