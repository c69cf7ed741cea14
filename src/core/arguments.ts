import { CoreError } from "./errors.ts";
import { describeValue } from "./describe-value.ts";

/** What an argument must be: a kind, or an object of a class. */
export type ArgumentKind = keyof typeof kinds | (abstract new (...given: never) => object);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** An object is known by one of its members; a class would not hold across copies of the package. */
const has =
  (member: string | symbol) =>
  (value: unknown): boolean =>
    isObject(value) && Reflect.get(value, member) !== undefined;

/** How a message names each kind, and what is one. */
const kinds = {
  array: ["an array", Array.isArray],
  blobs: ["a store of blobs", has("signedUrl")],
  bytesOrStream: [
    "bytes (a Uint8Array) or an async iterable of them",
    (value: unknown) => value instanceof Uint8Array || has(Symbol.asyncIterator)(value),
  ],
  bytes: ["bytes (a Uint8Array)", (value: unknown) => value instanceof Uint8Array],
  clock: ["a clock", has("monotonic")],
  context: ["a browser context of puppeteer", has("newPage")],
  fetcher: ["a fetcher: createFetcher()", has("fetch")],
  function: ["a function", (value: unknown) => typeof value === "function"],
  ids: ["ids, as systemIds are", has("token")],
  iterable: ["an array or another iterable", has(Symbol.iterator)],
  keyv: ["a store as Keyv takes it, with get, set, delete and clear", has("get")],
  notifier: ["a notifier: createNotifier()", has("ring")],
  number: ["a number", (value: unknown) => typeof value === "number"],
  object: [
    "an object",
    (value: unknown) => isObject(value) && !Array.isArray(value) && !ArrayBuffer.isView(value),
  ],
  page: ["a page of puppeteer", has("createCDPSession")],
  pageIndex: ["an index of pages: createLocalIndex(), createSqliteIndex()", has("search")],
  records: ["a store of records", has("atomic")],
  request: ["a Request", has("headers")],
  searchProvider: ["a search provider: indexProvider(index, owner)", has("search")],
  signal: ["an AbortSignal", has("throwIfAborted")],
  stream: ["an async iterable: a stream of bytes", has(Symbol.asyncIterator)],
  string: ["a string", (value: unknown) => typeof value === "string"],
  strings: [
    "an array of strings",
    (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  ],
  text: [
    "a string or bytes (a Uint8Array)",
    (value: unknown) => typeof value === "string" || value instanceof Uint8Array,
  ],
  url: ["a URL", has("href")],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>;

/**
 * Refuses an argument of another kind, before something deep inside stumbles over it. The message
 * says the kind of what came, never its content.
 * @param name the argument and its call: `html of toMarkdown(html, options)`
 * @returns the value itself
 * @throws CoreError `INVALID_ARGUMENT`
 */
export function checkArgument<T>(name: string, value: T, kind: ArgumentKind): T {
  const isOne = typeof kind === "string" ? kinds[kind][1](value) : value instanceof kind;
  if (isOne) return value;
  const expected = typeof kind === "string" ? kinds[kind][0] : `a ${kind.name}`;
  throw new CoreError("INVALID_ARGUMENT", {
    message: `Expected ${name} to be ${expected}; got ${describeValue(value)}.`,
    details: { argument: name },
  });
}

/**
 * Refuses a signal that is none, or is aborted.
 * @param call the call: `send(request, signal)`
 * @throws CoreError `INVALID_ARGUMENT`; the signal's reason when it is aborted
 */
export function checkSignal(call: string, signal: AbortSignal): void {
  if (typeof signal?.throwIfAborted !== "function") {
    checkArgument(`the signal of ${call}`, signal, "signal");
  }
  signal.throwIfAborted();
}

/**
 * The signal of a call of a port, which must have one that is not aborted.
 * @param call the call: `take(key, limits, { signal })`
 * @throws CoreError `INVALID_ARGUMENT`; the signal's reason when it is aborted
 */
export function signalOf(call: string, given: { readonly signal: AbortSignal }): AbortSignal {
  const signal = given?.signal;
  checkSignal(call, signal);
  return signal;
}
