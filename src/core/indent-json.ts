import { isRoundTrip, jsonStringEnd, significantDigits } from "./parse-json.ts";

/** How JSON is written anew. */
export interface IndentOptions {
  /**
   * Equal data as equal text: members in the order of their names, strings and numbers in their
   * shortest spelling (`1.10` is `1.1`), none of them rounded.
   * @default false
   */
  readonly canonical?: boolean;
}

/** Lists and objects in each other, beyond which nothing is indented. */
const DEEPEST = 200;

/** Characters of indented JSON for each of the source, beyond which nothing is indented. */
const MOST_GROWTH = 16;

const TOKEN = /[^\s,:]/g;
const SCALAR_END = /[\s,\]}]|$/g;

/** A scalar is its text; an object has a name before each item. */
type Node = string | { readonly brackets: "[]" | "{}"; readonly items: Item[] };
interface Item {
  readonly name?: string;
  readonly value: Node;
}

/**
 * JSON with a line for each member or item, two spaces a level. Every value is as it is written:
 * `1.10`, `-0`, `1e400` and members with one name stay.
 * @returns undefined when it is nested deeper than 200 levels, or would be 16 times as long
 * @throws SyntaxError for what is no JSON
 */
export function indentJson(
  text: string,
  { canonical = false }: IndentOptions = {},
): string | undefined {
  JSON.parse(text);
  const root = readNode(text, canonical);
  if (root === undefined) return undefined;
  const writer = new Writer(text.length * MOST_GROWTH + 1_000);
  return writer.write(root, "") ? writer.text : undefined;
}

/** An object or list that is being read; of an object the name that waits for its value. */
interface Frame {
  readonly items: Item[];
  readonly isObject: boolean;
  name: string | undefined;
}

/** The tree of valid JSON; undefined when it is too deep. */
function readNode(text: string, canonical: boolean): Node | undefined {
  const root: Frame = { items: [], isObject: false, name: undefined };
  const open = [root];
  const tokens = new RegExp(TOKEN);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [mark] = found;
    const frame = open.at(-1) ?? root;
    if ("}]".includes(mark)) {
      open.pop();
      if (canonical && frame.isObject) frame.items.sort(byName);
    } else if ("{[".includes(mark)) {
      open.push(openIn(frame, mark === "{"));
      if (open.length > DEEPEST) return undefined;
    } else {
      tokens.lastIndex = scalarEnd(text, found.index);
      const source = text.slice(found.index, tokens.lastIndex);
      putScalar(frame, canonical ? canonicalScalar(source) : source);
    }
  }
  return root.items[0]?.value;
}

function openIn(frame: Frame, isObject: boolean): Frame {
  const inner: Frame = { items: [], isObject, name: undefined };
  put(frame, { brackets: isObject ? "{}" : "[]", items: inner.items });
  return inner;
}

function putScalar(frame: Frame, source: string): void {
  if (frame.isObject && frame.name === undefined) frame.name = source;
  else put(frame, source);
}

function put(frame: Frame, value: Node): void {
  frame.items.push(frame.name === undefined ? { value } : { name: frame.name, value });
  frame.name = undefined;
}

function scalarEnd(text: string, start: number): number {
  if (text[start] === '"') return jsonStringEnd(text, start);
  SCALAR_END.lastIndex = start;
  return SCALAR_END.exec(text)?.index ?? text.length;
}

function canonicalScalar(source: string): string {
  if (source.startsWith('"')) return JSON.stringify(JSON.parse(source));
  return /^[-\d]/.test(source) ? canonicalNumber(source) : source;
}

function canonicalNumber(source: string): string {
  if (isRoundTrip(source)) return JSON.stringify(Number(source));
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/.exec(source) ?? [];
  const digits = significantDigits(source);
  const zeros = (whole + fraction).replace(/^0+/, "").length - digits.length;
  const power = Number(exponent) - fraction.length + zeros;
  return power >= 0 && power <= 30
    ? `${sign}${digits}${"0".repeat(power)}`
    : `${sign}${digits}e${power}`;
}

/** As the members of JavaScript's objects: whole numbers first, by their value. */
function byName({ name: a = "" }: Item, { name: b = "" }: Item): number {
  const [one, two] = [indexOf(a), indexOf(b)];
  if (one !== undefined || two !== undefined) return (one ?? Infinity) - (two ?? Infinity);
  const [first, second] = [JSON.parse(a) as string, JSON.parse(b) as string];
  return first < second ? -1 : Number(first > second);
}

function indexOf(name: string): number | undefined {
  const index = /^"(?:0|[1-9]\d{0,9})"$/.test(name) ? Number(name.slice(1, -1)) : Infinity;
  return index < 2 ** 32 - 1 ? index : undefined;
}

class Writer {
  text = "";
  readonly #maxLength: number;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Gives whether it fits. */
  write(node: Node, indent: string): boolean {
    if (typeof node === "string") this.text += node;
    else if (node.items.length === 0) this.text += node.brackets;
    else {
      const inner = `${indent}  `;
      let mark = node.brackets.charAt(0);
      for (const { name, value } of node.items) {
        this.text += `${mark}\n${inner}${name === undefined ? "" : `${name}: `}`;
        if (this.text.length > this.#maxLength || !this.write(value, inner)) return false;
        mark = ",";
      }
      this.text += `\n${indent}${node.brackets.charAt(1)}`;
    }
    return true;
  }
}
