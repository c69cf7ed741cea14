import { decodeHTML } from "entities/decode";
import type { MadeElement } from "./presentation.ts";

/** An end tag, a start tag with its attributes, or a text. */
const piece =
  /<!--[\s\S]*?-->|<\/[^>]*>|<(?:\w+:)?(\w+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>|([^<]+)/g;
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Deeper elements are parts of the one around them. */
const MOST_LEVELS = 500;

interface Open extends MadeElement {
  content: string | MadeElement[];
}

/** MathML that stands as text in a script; undefined for what is none. */
export function mathOfSource(source: string): MadeElement | undefined {
  const root: Open = { name: "math", content: [] };
  const open: Open[] = [root];
  for (const match of source.matchAll(piece)) read(match, open);
  return root.content.length > 0 && typeof root.content !== "string" ? root : undefined;
}

/** Puts a piece into the element that is open. */
function read([text, name, attributes = "", end, characters]: RegExpExecArray, open: Open[]): void {
  const around = open.at(-1) as Open;
  if (characters !== undefined) addText(around, characters);
  else if (name !== undefined) {
    const own = attributesOf(attributes);
    const element: Open = { name: name.toLowerCase(), content: [], attributes: own };
    if (typeof around.content !== "string") around.content.push(element);
    if (end === "" && open.length < MOST_LEVELS) open.push(element);
  } else if (text.startsWith("</") && open.length > 1) open.pop();
}

function addText(around: Open, characters: string): void {
  const text = decodeHTML(characters);
  if (text.trim() === "" && around.name !== "mtext") return;
  around.content = typeof around.content === "string" ? around.content + text : text;
}

function attributesOf(attributes: string): Readonly<Record<string, string>> {
  const found = [...attributes.matchAll(attribute)];
  return Object.fromEntries(
    found.map(([, name = "", one, two]) => [name, decodeHTML(one ?? two ?? "")]),
  );
}
