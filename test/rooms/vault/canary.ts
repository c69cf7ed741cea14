import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { traceNames } from "../../../src/core/index.ts";

/** Everything that was said where secrets must never be: the console, standard streams, Dragline's channels. */
export interface Overheard extends Disposable {
  /** All of it as one text. */
  text(): string;
}

const METHODS = ["log", "info", "warn", "error", "debug", "trace"] as const;

/** Listens from now on until disposed; what is said goes on to where it was going. */
export function overhear(): Overheard {
  const said: string[] = [];
  const undo: (() => void)[] = [];
  for (const method of METHODS) {
    const original = console[method];
    console[method] = (...words: unknown[]) =>
      void said.push(words.map((word) => everythingOf(word)).join(" "));
    undo.push(() => (console[method] = original));
  }
  for (const stream of [process.stdout, process.stderr]) {
    const original = stream.write.bind(stream);
    stream.write = (piece: unknown, ...rest: []) => {
      said.push(everythingOf(piece));
      return original(piece as string, ...rest);
    };
    undo.push(() => (stream.write = original));
  }
  const hear = (message: unknown): void => void said.push(everythingOf(message));
  for (const name of channelNames()) {
    subscribe(name, hear);
    undo.push(() => unsubscribe(name, hear));
  }
  return {
    text: () => said.join("\n"),
    [Symbol.dispose]: () => undo.splice(0).forEach((step) => step()),
  };
}

function channelNames(): string[] {
  const phases = ["start", "end", "asyncStart", "asyncEnd", "error"];
  const traces = traceNames.flatMap((name) => phases.map((phase) => `tracing:${name}:${phase}`));
  const failures = ["service", "cdp-proxy", "monitor"].map((room) => `dragline:${room}:failure`);
  return [...traces, ...failures].map((name) => String(channel(name).name));
}

/**
 * All that can be read of a value: of an error message, stack, details and every other property,
 * hidden ones and those of symbols too, and its causes; of bytes their text.
 */
export function everythingOf(value: unknown, seen = new Set<unknown>(), depth = 0): string {
  if (!isThing(value)) return typeof value === "string" ? value : inspect(value);
  if (seen.has(value) || depth > 12) return "";
  seen.add(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  const parts = Reflect.ownKeys(value).map((key) => {
    const { value: held } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
    return `${String(key)}: ${everythingOf(held, seen, depth + 1)}`;
  });
  if (value instanceof Map || value instanceof Set) {
    parts.push(...[...value].map((item) => everythingOf(item, seen, depth + 1)));
  }
  if (depth === 0)
    parts.push(inspect(value, { depth: 12, showHidden: true, maxStringLength: null }));
  return parts.join("\n");
}

function isThing(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The forms in which a secret may hide: as it is, in base64, in base64url, in hex and in a URL. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const aligned = bytes.subarray(0, bytes.length - (bytes.length % 3));
  return [
    secret,
    aligned.toString("base64"),
    aligned.toString("base64url"),
    bytes.toString("hex"),
    encodeURIComponent(secret),
  ];
}

/** Which of the secrets are in a value, in whatever form; empty when none is. */
export function leaksOf(value: unknown, secrets: readonly string[]): string[] {
  const text = everythingOf(value);
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}
