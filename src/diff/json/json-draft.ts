import type { Json } from "../../storage/index.ts";
import { isArray, isContainer } from "./is-same-json.ts";
import { invalidDiff } from "./pointer.ts";

type Container = Json[] | Record<string, Json>;

const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * A document that is changed: each object and array is copied before its first change, what is not
 * changed is shared with the document that it was made of.
 */
export class JsonDraft {
  #root: Json;
  /** What was copied here and may be changed. */
  readonly #owned = new WeakSet<object>();

  constructor(document: Json) {
    this.#root = document;
  }

  get document(): Json {
    return this.#root;
  }

  /** Puts a value in; an index is at most the array's length, and `-` is its end. */
  add(keys: readonly string[], value: Json): void {
    const last = keys.at(-1);
    if (last === undefined) {
      this.#root = value;
      return;
    }
    const container = this.#open(keys.slice(0, -1));
    if (!isArray(container)) setMember(container, last, value);
    else if (last === "-") container.push(value);
    else container.splice(indexIn(container.length + 1, last), 0, value);
  }

  /** Puts a value in the place of one that is there. */
  replace(keys: readonly string[], value: Json): void {
    const last = keys.at(-1);
    if (last === undefined) {
      this.#root = value;
      return;
    }
    const container = this.#open(keys.slice(0, -1));
    if (isArray(container)) container[indexIn(container.length, last)] = value;
    else setMember(container, existing(container, last), value);
  }

  /** Takes a value out; of the whole document, null is left. */
  remove(keys: readonly string[]): Json {
    const last = keys.at(-1);
    if (last === undefined) {
      const whole = this.#root;
      this.#root = null;
      return whole;
    }
    const container = this.#open(keys.slice(0, -1));
    if (isArray(container)) {
      return container.splice(indexIn(container.length, last), 1)[0] ?? null;
    }
    const value = container[existing(container, last)] ?? null;
    delete container[last];
    return value;
  }

  /** The container at a place, to be changed. */
  #open(keys: readonly string[]): Container {
    let container = this.#own(this.#root);
    this.#root = container;
    for (const key of keys) {
      const place = isArray(container) ? indexIn(container.length, key) : existing(container, key);
      const inner = this.#own(memberOf(container, place));
      if (isArray(container)) container[Number(place)] = inner;
      else setMember(container, key, inner);
      container = inner;
    }
    return container;
  }

  #own(value: Json): Container {
    if (!isContainer(value)) throw invalidDiff("a value has no members");
    if (this.#owned.has(value)) return value as Container;
    const copy: Container = isArray(value) ? value.slice() : { ...value };
    this.#owned.add(copy);
    return copy;
  }
}

function memberOf(container: Container, place: string | number): Json {
  return (isArray(container) ? container[Number(place)] : container[place]) ?? null;
}

/** Not by assignment, which has another meaning for `__proto__`. */
function setMember(container: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(container, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else container[key] = value;
}

function existing(container: Record<string, Json>, key: string): string {
  if (Object.hasOwn(container, key)) return key;
  throw invalidDiff(`there is no member ${JSON.stringify(key)}`);
}

function indexIn(length: number, token: string): number {
  const index = INDEX.test(token) ? Number(token) : -1;
  if (index >= 0 && index < length) return index;
  throw invalidDiff(`there is no element ${JSON.stringify(token)}`);
}
