import { isPlainObject } from "./json-path.ts";

/** What JSON may cost. */
interface JsonBounds {
  /** Of its text as UTF-8, at most; counted closely from above for text that needs no escapes. */
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * What is wrong with a value that should be JSON within bounds: a phrase behind "must be"; undefined
 * when nothing is. Looks at no more of it than the bounds allow, also where parts of it are shared.
 */
export function jsonFault(root: unknown, bounds: JsonBounds): string | undefined {
  const walk = new JsonWalk(bounds);
  return walk.faultOf(root, 0);
}

class JsonWalk {
  readonly #bounds: JsonBounds;
  #bytes = 0;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  faultOf(value: unknown, depth: number): string | undefined {
    if (depth > this.#bounds.maxDepth) return `JSON of at most ${this.#bounds.maxDepth} levels`;
    this.#bytes += sizeOf(value);
    if (this.#bytes > this.#bounds.maxBytes) {
      return `JSON of at most ${this.#bounds.maxBytes} bytes`;
    }
    if (Array.isArray(value)) return this.#firstFault(value, depth);
    if (isPlainObject(value)) {
      for (const name in value) this.#bytes += sizeOf(name) + 1;
      return this.#firstFault(Object.values(value), depth);
    }
    const isScalar = value === null || typeof value === "string" || typeof value === "boolean";
    return isScalar || Number.isFinite(value) ? undefined : "JSON";
  }

  #firstFault(values: readonly unknown[], depth: number): string | undefined {
    for (const value of values) {
      const fault = this.faultOf(value, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
}

function sizeOf(value: unknown): number {
  return typeof value === "string" ? Buffer.byteLength(value) + 3 : 4;
}
