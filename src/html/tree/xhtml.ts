import { checkArgument } from "../../core/index.ts";
import { decodeHTMLStrict } from "entities/decode";
import { escapeAttribute, escapeText } from "../scan/escape.ts";
import { TagFlag, tagFlags, tagIds, type TagName } from "../scan/tags.ts";

/** A page as HTML. */
export interface PageSource {
  readonly html: string;
  /** Whether it was to be XML, is not well-formed and was left as it is. */
  readonly malformed: boolean;
}

const XHTML = "http://www.w3.org/1999/xhtml";
const FOREIGN = new Set(["http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"]);

/**
 * A page in HTML's syntax: XHTML is read as XML and written so that `parse` reads the same elements;
 * all else, and XHTML that is not well-formed, stays as it is.
 * @param mediaType of the page, in lower case without parameters. `application/xhtml+xml` is XHTML,
 *   another type of XML where its root is XHTML's `html`, as is a page without a type that also
 *   begins with an XML declaration; `text/html` never is
 * @example
 * ```ts
 * import { htmlSource, parse, toText, wholePage } from "dragline/html";
 *
 * const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="a"/>one</body></html>';
 * const { html } = htmlSource(xhtml, "application/xhtml+xml");
 * console.log(toText(wholePage(parse(html)))); // one
 * ```
 */
export function htmlSource(text: string, mediaType?: string): PageSource {
  checkArgument("text of htmlSource(text, mediaType)", text, "string");
  if (!isXhtml(text, mediaType)) return { html: text, malformed: false };
  const html = new XhtmlReader(text.replace(/^\uFEFF/, "")).read();
  return html === undefined ? { html: text, malformed: true } : { html, malformed: false };
}

/** Characters in which the root is looked for. */
const SEARCHED = 4096;

function isXhtml(text: string, mediaType: string | undefined): boolean {
  if (mediaType === "application/xhtml+xml") return true;
  if (mediaType === undefined && !/^\uFEFF?\s*<\?xml\s/.test(text.slice(0, 64))) return false;
  if (mediaType !== undefined && !/^(?:application|text)\/xml$|\+xml$/.test(mediaType))
    return false;
  const root = /<(?:([\w.-]+):)?html(\s[^>]*)>/.exec(text.slice(0, SEARCHED));
  if (root === null) return false;
  const [, prefix, attributes = ""] = root;
  const name = prefix === undefined ? "xmlns" : `xmlns:${prefix}`;
  const pattern = new RegExp(`\\s${name.replace(".", "\\.")}\\s*=\\s*["']${XHTML}["']`);
  return pattern.test(attributes);
}

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=/<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface OpenElement {
  /** As it is written in XML. */
  readonly name: string;
  readonly end: string;
  readonly spaces: ReadonlyMap<string, string>;
  /** Whether the text in it is no text of the page: it is written without entities or left out. */
  readonly way: "text" | "raw" | "out";
}

class XhtmlReader {
  readonly #xml: string;
  readonly #open: OpenElement[] = [];
  readonly #parts: string[] = ["<!DOCTYPE html>"];
  #roots = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Undefined when the page is not well-formed. */
  read(): string | undefined {
    const token = new RegExp(TOKEN);
    while (token.lastIndex < this.#xml.length) {
      const found = token.exec(this.#xml);
      if (found === null || !this.#take(found)) return undefined;
    }
    return this.#open.length === 0 && this.#roots === 1 ? this.#parts.join("") : undefined;
  }

  /** False when it is not well-formed. */
  #take([, cdata, end, start, attributes = "", empty, text]: RegExpExecArray): boolean {
    if (start !== undefined) return this.#start(start, attributes, empty === "/");
    if (end !== undefined) return this.#end(end);
    if (cdata !== undefined) return this.#text(cdata);
    const value = text === undefined ? "" : decoded(text);
    return value !== undefined && this.#text(value);
  }

  #start(name: string, source: string, isEmpty: boolean): boolean {
    if (this.#open.length === 0) this.#roots += 1;
    const outer = this.#open.at(-1);
    const attributes = readAttributes(source);
    if (attributes === undefined) return false;
    const spaces = spacesOf(attributes, outer?.spaces);
    const html = htmlName(name, spaces);
    const isHidden = outer?.way === "out" || outer?.way === "raw";
    const way = isHidden ? "out" : wayOf(html);
    const hasEnd = !isHidden && !hasFlag(html, TagFlag.void);
    if (!isHidden) this.#parts.push(startTag(html, attributes));
    this.#open.push({ name, spaces, way, end: hasEnd ? `</${html}>` : "" });
    return isEmpty ? this.#end(name) : true;
  }

  #end(name: string): boolean {
    const open = this.#open.pop();
    if (open?.name !== name) return false;
    this.#parts.push(open.end);
    return true;
  }

  #text(text: string): boolean {
    const open = this.#open.at(-1);
    if (open === undefined) return text.trim() === "";
    if (open.way === "raw") this.#parts.push(text.replace(/<\/(?=script|style)/gi, "<\\/"));
    else if (open.way === "text") this.#parts.push(escapeText(text));
    return true;
  }
}

/** Undefined where an ampersand is no reference, or names what XHTML does not know. */
function decoded(text: string): string | undefined {
  if (!text.includes("&")) return text;
  if (/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,31});)/i.test(text)) return undefined;
  let known = true;
  const value = text.replace(/&[^;]+;/g, (reference) => {
    const character = decodeHTMLStrict(reference);
    if (character === reference) known = false;
    return character;
  });
  return known ? value : undefined;
}

type XmlAttributes = ReadonlyMap<string, string>;

/** Undefined where a name is there twice or a value is malformed. */
function readAttributes(source: string): XmlAttributes | undefined {
  const found = new Map<string, string>();
  for (const [, name = "", double, single = ""] of source.matchAll(ATTRIBUTE)) {
    const value = decoded(double ?? single);
    if (value === undefined || found.has(name)) return undefined;
    found.set(name, value);
  }
  return found;
}

function spacesOf(attributes: XmlAttributes, outer?: ReadonlyMap<string, string>): XmlAttributes {
  const own = [...attributes].filter(([name]) => /^xmlns(?::|$)/.test(name));
  const before = outer ?? new Map<string, string>();
  return own.length === 0
    ? before
    : new Map([...before, ...own.map(([name, space]) => [name.slice(6), space] as const)]);
}

/** What an element is called in HTML; one of another language is a span. */
function htmlName(name: string, spaces: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(":");
  const local = name.slice(colon + 1);
  const space = spaces.get(name.slice(0, Math.max(colon, 0))) ?? (colon < 0 ? XHTML : "");
  if (!/^[a-z][\w-]*$/i.test(local)) return "span";
  if (FOREIGN.has(space)) return local;
  if (space !== XHTML || /[A-Z]/.test(local)) return "span";
  return local === "xmp" || local === "plaintext" || local === "listing" ? "pre" : local;
}

function wayOf(html: string): OpenElement["way"] {
  if (html === "script" || html === "style") return "raw";
  return hasFlag(html, TagFlag.rawText) ? "out" : "text";
}

function hasFlag(name: string, flag: number): boolean {
  const tag = Object.hasOwn(tagIds, name) ? tagIds[name as TagName] : 0;
  return ((tagFlags[tag] as number) & flag) !== 0;
}

function startTag(name: string, attributes: XmlAttributes): string {
  // The parser drops a line feed there.
  const lost = name === "pre" || name === "textarea" ? "\n" : "";
  return `<${name}${written(attributes)}>${lost}`;
}

function written(attributes: XmlAttributes): string {
  let html = "";
  for (const [name, value] of attributes) {
    if (/^xmlns(?::|$)/.test(name) || /["'`]/.test(name)) continue;
    const own = name === "xml:lang" ? "lang" : name;
    if (own !== name && attributes.has(own)) continue;
    html += ` ${own}="${escapeAttribute(value)}"`;
  }
  return html;
}
