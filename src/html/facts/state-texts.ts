import { parseJson } from "../../core/index.ts";
import { isObject } from "./json-ld.ts";
import { isJson, readPageState } from "./page-state.ts";
import type { Tree } from "../tree/tree.ts";

/** Members whose strings applications show as content: `bodyHtml`, `description`, `cooked`. */
const BODY =
  /^(?:article|post|page|topic|product|long|full)?_?(?:body|content|cooked|description|html|markdown|message|text|rendered)_?(?:html|text|markdown|rendered)?$/i;

/** Characters of a text that is content, and spaces: less is a label or a key. */
const SHORTEST = 80;
const FEWEST_SPACES = 10;

/** Values that are looked at, and texts, beyond which the rest is left out. */
const MOST_VALUES = 200_000;
const MOST_TEXTS = 1_000;

/**
 * The texts and pieces of HTML in the state that scripts would make the page of: in scripts of JSON
 * or of one assignment, and in `data-` attributes of JSON. In order, each once.
 */
export function stateTexts(tree: Tree): string[] {
  const texts = new Set<string>();
  const waiting: Member[] = readPageState(tree).map(({ value }): Member => ["", value]);
  waiting.reverse();
  for (let seen = 0; waiting.length > 0 && seen < MOST_VALUES; seen++) {
    const [name, value] = waiting.pop() as Member;
    if (texts.size === MOST_TEXTS) break;
    if (typeof value === "string") {
      if (isJson(value)) waiting.push([name, parsed(value)]);
      else if (BODY.test(name) && isContent(value)) texts.add(value);
    } else for (const member of membersOf(name, value).toReversed()) waiting.push(member);
  }
  return [...texts];
}

/** A value and its name; items of a list have that of the list. */
type Member = readonly [name: string, value: unknown];

function membersOf(name: string, value: unknown): Member[] {
  if (Array.isArray(value)) return value.map((item: unknown): Member => [name, item]);
  return isObject(value) ? Object.entries(value) : [];
}

function isContent(text: string): boolean {
  return text.length >= SHORTEST && text.split(" ", FEWEST_SPACES + 1).length > FEWEST_SPACES;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
