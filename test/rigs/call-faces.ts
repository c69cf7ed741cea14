/**
 * Calls every function and class of the import paths given as arguments, and the methods of what
 * they give, with arguments that nobody means; writes the calls that ended with anything but an
 * error of Dragline as JSON. A program of its own: what nobody waits for would end a test's process.
 */
import { setImmediate } from "node:timers/promises";

/** Nothing aborts it. */
const { signal } = new AbortController();

/** Calls: what they are called in the answer, and their arguments. */
const calls: readonly (readonly [name: string, given: readonly unknown[]])[] = [
  ["", []],
  ["null", [null]],
  ["42", [42]],
  ["Buffer", [Buffer.from("x")]],
  ["[]", [[]]],
  ["'x'", ["x"]],
  ["{}", [{}]],
  ["null, null", [null, null]],
  ["{}, { noSuchOption }", [{}, { noSuchOption: 1 }]],
  ["{}, null", [{}, null]],
  ["{}, []", [{}, []]],
  ["{}, 'x'", [{}, "x"]],
  ["'x', null", ["x", null]],
  ["'x', 42", ["x", 42]],
  ["'x', {}", ["x", {}]],
  ["[], {}", [[], {}]],
  ["null, { signal }", [null, { signal }]],
  ["'x', null, { signal }", ["x", null, { signal }]],
  ["'x', {}, { signal }", ["x", {}, { signal }]],
  ["{}, null, { signal }", [{}, null, { signal }]],
];
/** The calls that make the objects whose methods are called. */
const makers: ReadonlySet<string> = new Set(["", "{}", "'x'"]);
/** Turns of the event loop that a call has before the next is made; what fails later is noted too. */
const TURNS = 50;
/** Turns that the last calls have. */
const LAST_TURNS = 20_000;

/** What is not ours to refuse, by its start, with the reason. */
const others: readonly (readonly [call: string, reason: string])[] = [
  ["dragline/storage/keyv createCache().", "the methods of a Keyv are keyv's"],
  ["dragline/wire loadCatalog('x'", "documented: the file system's error where no folder is"],
  ["dragline/wire testCases('x'", "documented: the file system's error where no folder is"],
  ["dragline/wire testDrift('x'", "documented: the file system's error where no folder is"],
  ["dragline/testing FakeBrowser", "imitates puppeteer, whose errors are plain"],
  ["dragline/testing FakeContext", "imitates puppeteer, whose errors are plain"],
  ["dragline/testing FakePage", "imitates puppeteer, whose errors are plain"],
];

/** Prototypes of the language, whose methods (next, take, drop, throw) are its own. */
const ofLanguage = new Set<object>([
  Object.prototype,
  Array.prototype,
  Uint8Array.prototype,
  Map.prototype,
  Set.prototype,
  Promise.prototype,
  RegExp.prototype,
  URL.prototype,
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  ...chainOf((function* () {})()),
  ...chainOf((async function* () {})()),
]);

const raw = new Map<string, string>();
let made = 0;
let now = "";

function chainOf(value: object): object[] {
  const chain: object[] = [];
  let at = Object.getPrototypeOf(value) as object | null;
  for (; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
    chain.push(at);
  }
  return chain;
}

function note(call: string, error: unknown): void {
  if (typeof error === "object" && error !== null && Symbol.for("dragline.error") in error) return;
  if (others.some(([start]) => call.startsWith(start))) return;
  const { name, message, stack } = error as Error;
  const [place = ""] = /src\/[^)\s]+/.exec(stack ?? "") ?? [];
  raw.set(call, `${name}: ${message} @ ${place}`.slice(0, 300));
}

const isClass = (value: object): boolean =>
  /^class\b/.test(Function.prototype.toString.call(value));

/** What `work` gives, or undefined when it failed or takes its time. */
async function outcome(name: string, work: () => unknown): Promise<unknown> {
  made += 1;
  now = name;
  try {
    const result = await withinTurns(name, Promise.resolve(work()));
    const iterator = iteratorOf(result);
    if (iterator !== undefined) await withinTurns(name, Promise.resolve(iterator.next()));
    await setImmediate();
    return result;
  } catch (error) {
    note(name, error);
    return undefined;
  }
}

/** What a promise gives, or undefined where it failed, which is noted, or does not settle soon. */
async function withinTurns(name: string, promise: Promise<unknown>): Promise<unknown> {
  let isSettled = false;
  const settled = promise
    .catch((error: unknown) => note(name, error))
    .finally(() => (isSettled = true));
  return await Promise.race([settled, turns(TURNS, () => isSettled)]);
}

async function turns(most: number, isOver = (): boolean => false): Promise<undefined> {
  for (let turn = 0; turn < most && !isOver(); turn += 1) await setImmediate();
  return undefined;
}

function iteratorOf(value: unknown): AsyncIterator<unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const make = Reflect.get(value, Symbol.asyncIterator) as (() => AsyncIterator<unknown>) | null;
  return typeof make === "function" ? make.call(value) : undefined;
}

function methodsOf(value: object): string[] {
  const names = new Set<string>();
  for (const owner of [value, ...chainOf(value)]) {
    if (ofLanguage.has(owner)) break;
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  }
  names.delete("constructor");
  return [...names];
}

async function callMethods(place: string, value: object, depth = 0): Promise<void> {
  for (const name of methodsOf(value)) {
    let method: unknown;
    try {
      method = Reflect.get(value, name);
    } catch {
      continue;
    }
    // What a factory gives may have its methods in groups: service.accounts, webhooks.deliveries.
    if (depth === 0 && typeof method === "object" && method !== null && !Array.isArray(method)) {
      await callMethods(`${place}.${name}`, method, 1);
    }
    if (typeof method !== "function" || isClass(method)) continue;
    for (const [what, given] of calls) {
      await outcome(`${place}.${name}(${what})`, () =>
        Reflect.apply(method as () => unknown, value, given),
      );
    }
  }
}

async function dispose(place: string, value: object): Promise<void> {
  for (const symbol of [Symbol.asyncDispose, Symbol.dispose]) {
    const end = Reflect.get(value, symbol) as (() => unknown) | undefined;
    if (typeof end === "function") await outcome(`${place}[dispose]`, () => end.call(value));
  }
}

async function callAll(place: string, face: (...given: readonly unknown[]) => unknown) {
  for (const [what, given] of calls) {
    const call = `${place}(${what})`;
    const value = await outcome(call, () =>
      isClass(face) ? Reflect.construct(face, given) : face(...given),
    );
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    if (makers.has(what)) await callMethods(call, value);
    await dispose(call, value);
  }
}

const faces = await Promise.all(
  process.argv.slice(2).map(async (path) => [path, (await import(path)) as object] as const),
);
process.on("unhandledRejection", (error) => note(`${now} [unhandled]`, error));
process.on("uncaughtException", (error) => note(`${now} [uncaught]`, error));
for (const [path, face] of faces) {
  for (const [name, value] of Object.entries(face)) {
    if (typeof value !== "function") continue;
    await callAll(`${path} ${name}`, value as never);
  }
}
await turns(LAST_TURNS);
process.stdout.write(JSON.stringify({ made, raw: [...raw] }), () => process.exit(0));
