import type { Changed } from "./drift-json.ts";

/** Elements of a text that are changed. */
const MOST_ELEMENTS = 40;

/** What stands in a recipe. */
export interface RecipeNames {
  readonly words: ReadonlySet<string>;
  /** Elements that are the items of lists: without them a list is empty, which may be. */
  readonly items: ReadonlySet<string>;
}

/** XML and HTML without the elements of one name, and with one class or the like renamed; CSV without a column. */
export function textChanges(text: string, names: RecipeNames): Changed<string>[] {
  const { words } = names;
  if (!/^\s*</.test(text)) return columnChanges(text, words);
  return [...elementChanges(text, names), ...markChanges(text, words)];
}

/** Attributes by whose values elements are found. */
const MARKS = /(?<=\s(?:class|id|itemprop|itemtype|rel|property|name)=")[^"]+/g;

/** The names that elements are found by, renamed one after another. */
function markChanges(text: string, words: ReadonlySet<string>): Changed<string>[] {
  const names = new Set([...text.matchAll(MARKS)].flatMap(([value]) => value.split(/\s+/)));
  return [...names]
    .filter((name) => words.has(name))
    .slice(0, MOST_ELEMENTS)
    .map((name) => ({
      value: text.replaceAll(MARKS, (value) =>
        value
          .split(/\s+/)
          .map((one) => (one === name ? "renamed-by-the-site" : one))
          .join(" "),
      ),
      title: `"${name}" renamed`,
      names: name,
    }));
}

function elementChanges(text: string, { words, items }: RecipeNames): Changed<string>[] {
  const names = new Set([...text.matchAll(/<([a-zA-Z][\w:.-]*)/g)].map(([, name = ""]) => name));
  return [...names]
    .filter((name) => words.has(localName(name)) && !items.has(localName(name)))
    .slice(0, MOST_ELEMENTS)
    .map((name) => ({
      value: withoutElements(text, name),
      title: `<${name}> removed`,
      names: localName(name),
    }));
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function withoutElements(text: string, name: string): string {
  const escaped = name.replaceAll(".", String.raw`\.`);
  return text
    .replaceAll(new RegExp(`<${escaped}(?:\\s[^>]*)?/>`, "g"), "")
    .replaceAll(new RegExp(`<${escaped}(?:\\s[^>]*)?>[\\s\\S]*?</${escaped}\\s*>`, "g"), "");
}

function columnChanges(text: string, words: ReadonlySet<string>): Changed<string>[] {
  const [head = ""] = text.split("\n", 1);
  const columns = head.trim().split(",");
  if (columns.length < 2) return [];
  return columns
    .filter((name) => (name.match(/[\p{L}\p{N}_@-]+/gu) ?? [""]).every((word) => words.has(word)))
    .map((name) => ({
      value: text.replace(name, "renamed_by_the_site"),
      title: `the column ${name} renamed`,
      names: name.replaceAll('"', ""),
    }));
}
