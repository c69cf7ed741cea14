import { detach } from "../core/index.ts";
import { isObject } from "./json-ld.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Members whose strings applications show as content: `bodyHtml`, `description`, `cooked`. */
const BODY =
  /^(?:article|post|page|topic|product|long|full)?_?(?:body|content|cooked|description|html|markdown|message|text|rendered)_?(?:html|text|markdown|rendered)?$/i;

/** Characters of a text that is content, and spaces: less is a label or a key. */
const SHORTEST = 80;
const FEWEST_SPACES = 10;

/** States, characters of their JSON, values and texts beyond which the rest is left out. */
const MOST_STATES = 64;
const MOST_CHARACTERS = 8_000_000;
const MOST_VALUES = 200_000;
const MOST_TEXTS = 1_000;

/** What the state is given to: `window.__STATE__ =`. */
const ASSIGNMENT =
  /^\s*(?:(?:window|self|globalThis|var|let|const)[\w$.[\]"' ]{1,80}=)?\s*(?=[{[]\s*["{[\]}])/;

/**
 * The texts and pieces of HTML in the state that scripts would make the page of: in scripts of JSON
 * or of one assignment, and in `data-` attributes of JSON. In order, each once.
 */
export function stateTexts(tree: Tree): string[] {
  const texts = new Set<string>();
  const waiting: Member[] = Array.from(states(tree), (json): Member => ["", parsed(json)]);
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

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    // A copy, because the strings that JSON.parse makes may be slices of the page.
    return JSON.parse(detach(text)) as unknown;
  } catch {
    return undefined;
  }
}

function isContent(text: string): boolean {
  return text.length >= SHORTEST && text.split(" ", FEWEST_SPACES + 1).length > FEWEST_SPACES;
}

function isJson(text: string): boolean {
  return text.length >= SHORTEST && /^[{[]["{[\]}]/.test(text);
}

function* states(tree: Tree): Generator<string> {
  let [count, characters] = [0, 0];
  for (const text of candidates(tree)) {
    count += 1;
    characters += text.length;
    if (count > MOST_STATES || characters > MOST_CHARACTERS) return;
    yield text;
  }
}

function* candidates(tree: Tree): Generator<string> {
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag(node) === tagIds.script) {
      const text = tree.text(tree.firstChild(node));
      const behind = isState(tree, node) ? ASSIGNMENT.exec(text)?.[0].length : undefined;
      if (behind !== undefined) yield text.slice(behind).replace(/;\s*$/, "");
    } else yield* attributesOf(tree, node);
  }
}

/** Whether a script is JSON, but no linked data, or may be one assignment. */
function isState(tree: Tree, script: NodeId): boolean {
  const type = tree.attribute(script, "type") ?? "";
  return type === "" || /\bjavascript\b|\/json\b/i.test(type);
}

function* attributesOf(tree: Tree, node: NodeId): Generator<string> {
  const { attributeTable } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    if (!attributeTable.name(at).startsWith("data-")) continue;
    const value = attributeTable.value(at);
    if (isJson(value)) yield value;
  }
}
