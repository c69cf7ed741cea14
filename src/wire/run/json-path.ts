/** A step of a path: a key, a place in a list (from its end when negative), or every item of it. */
export type PathStep = string | number | typeof EVERY;

/** `[*]`: every item of a list. */
export const EVERY = Symbol("every");

/** What a path led to. */
interface PathReading {
  /** Undefined when there is nothing. */
  readonly value: unknown;
  /** Whether all of it was there; of a `[*]`, in every item. */
  readonly complete: boolean;
}

const MISSING: PathReading = Object.freeze({ value: undefined, complete: false });

const STEP = /\.?([^.[\]"'\s|(){},]+)|\[(-?\d{1,7})\]|\[(\*)\]|\["((?:[^"\\]|\\.){0,200})"\]/uy;

/**
 * Steps of a path: dotted keys with `[n]`, `[-n]`, `[*]` and `["any key"]`, an optional `$.` before
 * them. `$` is the whole: no steps. Undefined for a malformed path.
 */
export function parsePath(text: string): readonly PathStep[] | undefined {
  let at = text.startsWith("$") && /^\$(?:[.[]|$)/.test(text) ? 1 : 0;
  const steps: PathStep[] = [];
  while (at < text.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null) return undefined;
    const isBare = match[1] !== undefined;
    const isJoined = match[0].startsWith(".");
    // Keys are parted by points, and no path begins with one.
    if (isBare && isJoined !== at > 0) return undefined;
    steps.push(stepOf(match));
    at = STEP.lastIndex;
  }
  return text === "" ? undefined : steps;
}

function stepOf([, bare, place, every, quoted]: RegExpExecArray): PathStep {
  if (bare !== undefined) return bare;
  if (place !== undefined) return Number(place);
  return every === undefined ? (JSON.parse(`"${quoted ?? ""}"`) as string) : EVERY;
}

/** Reads a path in JSON. Own members alone count; nothing is found in what is not plain JSON. */
export function readPath(root: unknown, path: readonly PathStep[]): PathReading {
  let value = root;
  for (const [index, step] of path.entries()) {
    if (step === EVERY) return readEvery(value, path.slice(index + 1));
    value = member(value, step);
    if (value === undefined) return MISSING;
  }
  return value === undefined ? MISSING : { value, complete: true };
}

function readEvery(list: unknown, rest: readonly PathStep[]): PathReading {
  if (!Array.isArray(list)) return MISSING;
  const values: unknown[] = [];
  let complete = true;
  for (const item of list) {
    const { value, complete: isWhole } = readPath(item, rest);
    complete &&= isWhole;
    if (value === undefined) continue;
    if (rest.includes(EVERY) && Array.isArray(value)) values.push(...(value as unknown[]));
    else values.push(value);
  }
  return { value: values, complete };
}

function member(value: unknown, step: string | number): unknown {
  if (typeof step === "number") {
    return Array.isArray(value) ? value.at(step) : keyOf(value, String(step));
  }
  return keyOf(value, step);
}

function keyOf(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether a value is an object as JSON makes them. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
