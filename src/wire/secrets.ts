import { isPlainObject } from "./json-path.ts";

/** What stands in place of a secret. */
const MASK = "***";

/** Shorter secrets are masked only where they stand alone: else they would be everywhere. */
const LEAST_ANYWHERE = 4;

/** Secrets of a run, and texts without them. */
export class Secrets {
  readonly #known = new Set<string>();
  /** The forms in which they may be written, the longest first. */
  #forms: readonly string[] | undefined;
  readonly #short = new Set<string>();

  /** Takes a value, or all that is in it, as secret. */
  add(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.#addText(String(value));
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (isPlainObject(value)) for (const item of Object.values(value)) this.add(item);
  }

  /** Forgets all. */
  clear(): void {
    this.#known.clear();
    this.#short.clear();
    this.#forms = undefined;
  }

  #addText(text: string): void {
    if (text === "" || this.#known.has(text)) return;
    this.#known.add(text);
    if (text.length < LEAST_ANYWHERE) this.#short.add(text);
    this.#forms = undefined;
  }

  /** The text with every secret masked, percent- and base64-encoded too. */
  mask(text: string): string {
    if (this.#known.size === 0) return text;
    this.#forms ??= [...this.#known]
      .filter((secret) => !this.#short.has(secret))
      .flatMap(formsOf)
      .toSorted((a, b) => b.length - a.length);
    let masked = text;
    for (const form of this.#forms) masked = masked.replaceAll(form, MASK);
    if (this.#short.size === 0) return masked;
    return masked.replace(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu, (run) =>
      this.#short.has(run) ? MASK : run,
    );
  }

  /** JSON with its texts masked, names of members too. */
  maskAll<Value>(value: Value): Value {
    if (typeof value === "string") return this.mask(value) as Value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.maskAll(item)) as Value;
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [this.mask(name), this.maskAll(each)]),
    ) as Value;
  }
}

function formsOf(secret: string): string[] {
  const text = secret.toWellFormed();
  const percent = encodeURIComponent(text);
  const form = new URLSearchParams([["", text]]).toString().slice(1);
  const json = JSON.stringify(secret).slice(1, -1);
  const plain = [secret, percent, percent.toLowerCase(), form, json, encodeURI(text)];
  return [...new Set([...plain, ...base64Forms(text)])].filter(
    (each) => each.length >= LEAST_ANYWHERE,
  );
}

/** How base64 of a longer text shows it: by where it begins in three bytes. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const start = Math.ceil((offset * 4) / 3);
    const end = Math.floor((shifted.length * 4) / 3);
    const whole = shifted.toString("base64").slice(start, end);
    return [whole, whole.replaceAll("+", "-").replaceAll("/", "_"), encodeURIComponent(whole)];
  });
}
