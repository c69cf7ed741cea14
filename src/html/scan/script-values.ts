import { parseJson } from "../../core/index.ts";
import { readLenientJson } from "./lenient-json.ts";

/** A value that a script gives to a name. */
export interface ScriptValue {
  readonly name: string;
  readonly value: unknown;
}

/** `window.__STATE__ =`, `var state =`, `self.__next_f.push(`, as far as a literal follows. */
const ASSIGNMENT =
  /(?:(?:\b(?:window|self|globalThis)(?:\.([\w$]{1,80})|\[["']([\w$.-]{1,80})["']\])|\b(?:var|let|const)\s{1,9}([\w$]{1,80}))\s{0,9}=\s{0,9}|\bself\.(__next_f)\.push\(\s{0,9})(?:JSON\.parse\(\s{0,9}(?=["'])|(?=[{[]))/g;

/** Values of one script. */
const MOST_VALUES = 200;

/** Characters of a literal that is data, and of its name: minifiers use shorter ones in functions. */
const SHORTEST = 10;
const SHORTEST_OF_VARIABLE = 60;
const SHORTEST_NAME = 3;

/**
 * The objects and lists that a script gives to names, as literals or as `JSON.parse` of a text: JSON,
 * or nearly so; what has functions in it is no data. Takes linear time.
 */
export function scriptValues(script: string): ScriptValue[] {
  const found: ScriptValue[] = [];
  ASSIGNMENT.lastIndex = 0;
  for (let seen = 0; seen < MOST_VALUES; seen++) {
    const match = ASSIGNMENT.exec(script);
    if (match === null) break;
    const from = match.index + match[0].length;
    const end = literalEnd(script, from);
    // What does not end here ends nowhere, and nothing can be found in it.
    if (end === undefined) break;
    ASSIGNMENT.lastIndex = end;
    const [, member, key, variable = "", pushed] = match;
    if (end - from < (variable === "" ? SHORTEST : SHORTEST_OF_VARIABLE)) continue;
    const value = literalValue(script.slice(from, end));
    const name = member ?? key ?? pushed ?? variable;
    if (value !== undefined && name.length >= SHORTEST_NAME) found.push({ name, value });
  }
  return found;
}

/** The value of a literal; undefined for what is no data. */
function literalValue(literal: string): unknown {
  const isText = !"{[".includes(literal.charAt(0));
  const json = isText ? unescapeText(literal.slice(1, -1)) : literal;
  try {
    return parseJson(json);
  } catch {
    if (/\bfunction\b|=>|\bnew [A-Z]/.test(literal)) return undefined;
    const { roots, cutOff } = readLenientJson(json);
    return cutOff ? undefined : roots[0];
  }
}

/** Where the object, list or string ends that begins at a place; undefined when it does not. */
function literalEnd(script: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === '"' || character === "'" || character === "`") {
      at = stringEnd(script, at);
      if (depth === 0) return at < script.length ? at + 1 : undefined;
    } else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The place of the quote that ends a string; behind the script's end when there is none. */
function stringEnd(script: string, from: number): number {
  const quote = script.charAt(from);
  let at = from + 1;
  while (at < script.length && script.charAt(at) !== quote)
    at += script.charAt(at) === "\\" ? 2 : 1;
  return at;
}

const ESCAPES: Readonly<Record<string, string>> = Object.freeze({
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
  "\n": "",
});

/** The text that the inside of a string literal stands for. */
function unescapeText(source: string): string {
  return source.replace(/\\(?:u[\da-f]{4}|x[\da-f]{2}|[^])/gi, (escape) => {
    const character = escape.charAt(1);
    if (escape.length === 2) return ESCAPES[character] ?? character;
    return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  });
}
