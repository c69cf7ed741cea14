import { checkTree } from "../tree/check-tree.ts";
import { detach, parseJson } from "../../core/index.ts";
import { scriptValues, type ScriptValue } from "../scan/script-values.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** What an application keeps in its page, by the name that it has there. */
export interface PageState {
  /**
   * The id of a JSON script (`__NEXT_DATA__`), the variable (`__INITIAL_STATE__`) or the attribute
   * (`data-props`); `json` for a script without an id.
   */
  readonly name: string;
  /** An object or list, as JSON has it. */
  readonly value: unknown;
}

/** States, and characters of what they are read from, beyond which the rest is left out. */
const MOST_STATES = 64;
const MOST_CHARACTERS = 8_000_000;

/** Characters of an attribute that is a state; less is a setting. */
const SHORTEST = 80;

/**
 * Reads the data that scripts would make the page of: scripts of JSON that is no linked data, objects
 * and lists that scripts give to variables, then `data-` attributes of JSON, then the rows of Next.js'
 * `__next_f` as one list. At most 64 of them, of 8 million characters in all.
 * @example
 * ```ts
 * import { parse, readPageState } from "dragline/html";
 *
 * const tree = parse('<script id="__NEXT_DATA__" type="application/json">{"price": 79.9}</script>');
 * for (const { value } of readPageState(tree)) console.log(value);
 * ```
 */
export function readPageState(tree: Tree): PageState[] {
  const found: PageState[] = [];
  const flight: unknown[] = [];
  let left = MOST_CHARACTERS;
  for (const { name, text, isScript } of sources(tree)) {
    left -= text.length;
    if (left < 0 || found.length >= MOST_STATES) break;
    // A copy, because the strings that are read may be slices of the page.
    const source = detach(text);
    const values = isScript ? scriptValues(source) : parsed(name, source);
    for (const each of values) {
      if (each.name === "__next_f") flight.push(each.value);
      else found.push(each);
    }
  }
  const rows = flightRows(flight);
  if (rows.length > 0) found.push({ name: "__next_f", value: rows });
  return found.slice(0, MOST_STATES);
}

/** Whether a text is likely to be an object or list of JSON, and long enough for a state. */
export function isJson(text: string): boolean {
  return text.length >= SHORTEST && /^[{[]["{[\]}]/.test(text);
}

/** The value of JSON; nothing for what is none. */
function parsed(name: string, json: string): ScriptValue[] {
  try {
    const value = parseJson(json);
    return typeof value === "object" && value !== null ? [{ name, value }] : [];
  } catch {
    return [];
  }
}

/** The rows of JSON in what Next.js pushes: pieces of a text with a row a line. */
function flightRows(pushed: readonly unknown[]): unknown[] {
  const pieces = pushed.map((each) => (Array.isArray(each) ? (each[1] as unknown) : undefined));
  const text = pieces.filter((piece) => typeof piece === "string").join("");
  return text.split("\n").flatMap((row) => {
    const prefix = /^[\da-f]{1,6}:(?=[{[])/.exec(row)?.[0];
    if (prefix === undefined) return [];
    return parsed("", row.slice(prefix.length)).map(({ value }) => value);
  });
}

/** A text that may be a state. */
interface Source {
  readonly name: string;
  readonly text: string;
  /** Whether it is a script to run, and not JSON. */
  readonly isScript: boolean;
}

/** Scripts first: of attributes a page may have very many. */
function* sources(tree: Tree): Generator<Source> {
  checkTree(tree);
  for (let node = tree.firstOfTag(tagIds.script); node !== 0; node = tree.nextOfTag(node)) {
    const type = tree.attribute(node, "type") ?? "";
    const isScript = type === "" || /\bjavascript\b|^\s*module\s*$/i.test(type);
    if (!isScript && !/\/json\b/i.test(type)) continue;
    const name = (tree.attribute(node, "id") ?? "") || "json";
    yield { name, text: tree.text(tree.firstChild(node)), isScript };
  }
  for (let node = 1; node < tree.size; node++) yield* attributesOf(tree, node);
}

function* attributesOf(tree: Tree, node: NodeId): Generator<Source> {
  const { attributeTable } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    const name = attributeTable.name(at);
    if (!name.startsWith("data-")) continue;
    const text = attributeTable.value(at);
    if (isJson(text)) yield { name, text, isScript: false };
  }
}
