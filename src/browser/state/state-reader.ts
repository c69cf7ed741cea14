import { BrowserError } from "../browser-error.ts";

/**
 * Reads a stranger's JSON member by member. Nothing is read from prototypes, and each failure says
 * where it stands and what came, never the value itself, which may be a secret.
 */
export class StateReader {
  readonly #value: unknown;
  readonly #path: string;
  readonly #budget: { bytes: number };

  constructor(value: unknown, maxBytes: number);
  constructor(value: unknown, of: { path: string; budget: { bytes: number } });
  constructor(value: unknown, of: number | { path: string; budget: { bytes: number } }) {
    this.#value = value;
    this.#path = typeof of === "number" ? "state" : of.path;
    this.#budget = typeof of === "number" ? { bytes: of } : of.budget;
  }

  /** Whether there is something: a null counts as nothing. */
  get given(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  /** The value as it is. */
  get value(): unknown {
    return this.#value;
  }

  /** A member of an object, which need not be there. */
  member(name: string): StateReader {
    if (!isRecord(this.#value)) throw this.wrong("an object");
    const value = Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
    return this.#inner(value, `${this.#path}.${name}`);
  }

  /** Whether an object has a member of its own. */
  has(name: string): boolean {
    return isRecord(this.#value) && Object.hasOwn(this.#value, name);
  }

  /** The items of an array, each read; nothing counts as empty. */
  list<Item>(read: (reader: StateReader) => Item, max = Number.POSITIVE_INFINITY): Item[] {
    if (!this.given) return [];
    if (!Array.isArray(this.#value)) throw this.wrong("an array");
    const items: readonly unknown[] = this.#value;
    if (items.length > max) throw this.wrong(`at most ${max} items`);
    this.spend(items.length);
    return items.map((item, index) => read(this.#inner(item, `${this.#path}[${index}]`)));
  }

  text(): string {
    if (typeof this.#value !== "string") throw this.wrong("a string");
    this.spend(this.#value.length);
    return this.#value;
  }

  flag(standard: boolean): boolean {
    if (!this.given) return standard;
    if (typeof this.#value !== "boolean") throw this.wrong("a boolean");
    return this.#value;
  }

  number(standard?: number): number {
    if (!this.given && standard !== undefined) return standard;
    if (typeof this.#value !== "number" || !Number.isFinite(this.#value)) {
      throw this.wrong("a finite number");
    }
    return this.#value;
  }

  /** The failure of this value. */
  wrong(expected: string): BrowserError {
    const reason = `${this.#path}: expected ${expected}; got ${kindOf(this.#value)}`;
    return new BrowserError("INVALID_STATE", {
      message: `The saved session is not valid: ${reason}.`,
      details: { reason },
    });
  }

  /** Counts what was read against the bound of the whole. */
  spend(bytes: number): void {
    this.#budget.bytes -= bytes;
    if (this.#budget.bytes < 0) throw this.wrong("a smaller session");
  }

  #inner(value: unknown, path: string): StateReader {
    return new StateReader(value, { path, budget: this.#budget });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `a string of ${value.length} characters`;
  return typeof value === "number" ? `the number ${value}` : `a ${typeof value}`;
}
