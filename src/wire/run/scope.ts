import type { Reference } from "./template.ts";

/** What the templates of a run read. */
export class Scope {
  readonly #roots: Readonly<Record<Reference["root"], unknown>>;
  readonly #steps: Record<string, unknown>;
  readonly #onSecret: (value: unknown) => void;

  constructor(
    roots: Readonly<Omit<Record<Reference["root"], unknown>, "steps">>,
    onSecret: (value: unknown) => void,
    steps: Readonly<Record<string, unknown>> = {},
  ) {
    this.#steps = Object.assign(Object.create(null) as Record<string, unknown>, steps);
    this.#roots = { ...roots, steps: this.#steps };
    this.#onSecret = onSecret;
  }

  /** The value under which a root's paths begin. */
  root(name: Reference["root"]): unknown {
    return this.#roots[name];
  }

  /** Keeps what a step gave. */
  set(step: string, value: unknown): void {
    this.#steps[step] = value;
  }

  /** The same with an item of a list; what is set there is not seen here. */
  forItem(item: unknown, index: number): Scope {
    return new Scope({ ...this.#roots, item, index }, this.#onSecret, this.#steps);
  }

  /** Tells that a template gave what a credential holds. */
  sawSecret(value: unknown): void {
    this.#onSecret(value);
  }
}
