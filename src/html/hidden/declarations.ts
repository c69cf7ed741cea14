/**
 * What an element's style says, of the properties that can hide text and of custom ones: values by
 * their names.
 */
export type Style = ReadonlyMap<string, string>;

/** One declaration of a style; the name and value in lower case. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

const properties = new Set(
  "animation animation-name background background-clip background-color background-image bottom clip clip-path color content-visibility display filter float font font-size height inset left margin margin-left margin-right margin-top max-height max-width min-height min-width opacity overflow overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top position right scale text-fill-color text-indent text-shadow top transform transition transition-property translate visibility white-space width will-change".split(
    " ",
  ),
);

/** The declarations of a style attribute or of a rule that can matter to whether text is seen. */
export function parseDeclarations(text: string): Declaration[] {
  const found: Declaration[] = [];
  for (const part of splitOutside(unescaped(text), ";")) {
    const colon = part.indexOf(":");
    if (colon === -1) continue;
    const property = part
      .slice(0, colon)
      .trim()
      .toLowerCase()
      .replace(/^-(?:webkit|moz|ms|o)-/, "");
    if (!properties.has(property) && !property.startsWith("--")) continue;
    const own = declaration(property, part.slice(colon + 1));
    found.push(own);
    if (property === "font") found.push(...sizeIn(own));
  }
  return found;
}

function declaration(property: string, written: string): Declaration {
  const mark = written.lastIndexOf("!");
  const important = mark !== -1 && /^!\s*important\s*$/i.test(written.slice(mark));
  const value = (important ? written.slice(0, mark) : written).trim().toLowerCase();
  return { property, value, important };
}

/** The size that is in the shorthand `font`. */
function sizeIn(font: Declaration): Declaration[] {
  const value = /(?:^|\s)([\d.]{1,12}[a-z%]*)(?:\s*\/|\s)/.exec(font.value)?.[1];
  return value === undefined ? [] : [{ ...font, property: "font-size", value }];
}

/** A style without comments and escapes. */
function unescaped(text: string): string {
  const bare = text.includes("/*") ? withoutComments(text) : text;
  if (!bare.includes("\\")) return bare;
  return bare.replace(/\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n]))/gi, (_all, code, character) => {
    const point = Number.parseInt(String(code), 16);
    if (character !== undefined) return String(character);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : "";
  });
}

/** A style sheet's text without its comments; one that is not closed goes on to the end. */
export function withoutComments(text: string): string {
  let bare = "";
  let from = 0;
  for (let at = text.indexOf("/*"); at !== -1; at = text.indexOf("/*", from)) {
    bare += `${text.slice(from, at)} `;
    const end = text.indexOf("*/", at + 2);
    if (end === -1) return bare;
    from = end + 2;
  }
  return bare + text.slice(from);
}

/** The parts of a text between separators that are not in brackets and quotes. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      at = end === -1 ? text.length : end;
    } else if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
