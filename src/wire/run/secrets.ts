import { mapTexts, SecretMask } from "../../core/index.ts";
import { isPlainObject } from "./json-path.ts";

/** Secrets of a run, and texts without them. */
export class Secrets {
  readonly #known = new Set<string>();
  #mask: SecretMask | undefined;

  /** Takes a value, or all that is in it, as secret. */
  add(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.#addText(String(value));
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (isPlainObject(value)) for (const item of Object.values(value)) this.add(item);
  }

  /** Forgets all. */
  clear(): void {
    this.#known.clear();
    this.#mask = undefined;
  }

  #addText(text: string): void {
    if (text === "" || this.#known.has(text)) return;
    this.#known.add(text);
    this.#mask = undefined;
  }

  get #masked(): SecretMask {
    this.#mask ??= new SecretMask(this.#known);
    return this.#mask;
  }

  /** The text with every secret masked, however it is written. */
  mask(text: string): string {
    return this.#masked.mask(text);
  }

  /** A sentence of ours with every secret masked that came into it from outside. */
  maskSentence(text: string): string {
    return this.#masked.maskSentence(text);
  }

  /** JSON with its texts masked, names of members too. */
  maskAll<Value>(value: Value): Value {
    return mapTexts(value, (text) => this.mask(text));
  }
}
