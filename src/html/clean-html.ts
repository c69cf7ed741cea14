import { httpUrl } from "./base-url.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import { imageSource } from "./images.ts";
import { tagIds, tagNames, type TagName } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";
import { isVoid, lostLineFeed } from "./to-html.ts";
import { checkView, walk, type Visitor } from "./walk.ts";
import type { View } from "./view.ts";

/**
 * A view as HTML that is safe to show: known elements only, of the attributes those that carry
 * meaning (`href`, `src`, `alt`, `title`, `colspan`, `rowspan`, `start`, `lang`, `dir`,
 * `datetime`, `cite`, sizes, the class of a code block's language), http, https and mailto URLs
 * only and absolute where the page's address is known. Well-formed; no script, handler, style or
 * form survives.
 */
export function toCleanHtml(view: View): string {
  checkView(view);
  const writer = new CleanWriter(view);
  walk(view, writer);
  return writer.html.trim();
}

/** Elements that are written; of others only what is in them. */
const kept = tagSet(
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main mark math menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr",
);

/** Elements of which nothing is written, not even what is in them. */
const refused = tagSet(
  "script style template head title meta link base iframe object applet embed frame frameset noembed noframes svg audio video canvas select input textarea button datalist plaintext xmp",
);

function tagSet(names: string): Uint8Array {
  const set = new Uint8Array(tagNames.length);
  for (const name of names.split(" ")) set[tagIds[name as TagName]] = 1;
  return set;
}

const PLAIN_ATTRIBUTES = new Set([
  "abbr",
  "align",
  "alt",
  "colspan",
  "datetime",
  "dir",
  "headers",
  "height",
  "lang",
  "open",
  "reversed",
  "rowspan",
  "scope",
  "start",
  "title",
  "value",
  "width",
]);

/** Elements of MathML that draw; none of them links or runs. */
const MATH = new Set(
  "math mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mmultiscripts none semantics".split(
    " ",
  ),
);

class CleanWriter implements Visitor {
  readonly #view: View;
  readonly #tree: Tree;
  html = "";

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
  }

  enter(node: NodeId): boolean {
    const tree = this.#tree;
    const kind = tree.kind(node);
    if (kind === NodeKind.text) this.html += escapeText(tree.text(node));
    if (kind !== NodeKind.element) return kind === NodeKind.document;
    const tag = tree.tag(node);
    if (refused[tag] === 1) return false;
    if (tree.isForeign(node)) return this.#math(node);
    if (kept[tag] === 1) this.#startTag(node);
    return true;
  }

  leave(node: NodeId): void {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.element) return;
    const tag = tree.tag(node);
    const name = tree.name(node);
    const written = tree.isForeign(node) ? MATH.has(name) : kept[tag] === 1 && !isVoid(tag);
    if (written) this.html += `</${name}>`;
  }

  #math(node: NodeId): boolean {
    const name = this.#tree.name(node);
    if (!MATH.has(name)) return false;
    this.html += `<${name}>`;
    return true;
  }

  #startTag(node: NodeId): void {
    const tree = this.#tree;
    this.html += `<${tree.name(node)}`;
    if (tree.tag(node) === tagIds.img) this.#attribute("src", this.#imageUrl(node));
    for (const [name, value] of tree.attributes(node)) {
      this.#attribute(name, this.#meaning(node, name, value));
    }
    this.html += `>${lostLineFeed(tree, node)}`;
  }

  #imageUrl(node: NodeId): string | undefined {
    const { baseUrl } = this.#view;
    const absolute = imageSource(this.#tree, node, baseUrl);
    if (absolute !== undefined || baseUrl !== undefined) return absolute;
    return safeUrl(this.#tree.attribute(node, "src") ?? "", undefined);
  }

  #attribute(name: string, value: string | undefined): void {
    if (value !== undefined) this.html += ` ${name}="${escapeAttribute(value)}"`;
  }

  /** The value to write; undefined to leave the attribute out. */
  #meaning(node: NodeId, name: string, value: string): string | undefined {
    if (PLAIN_ATTRIBUTES.has(name)) return value;
    if (name === "href") {
      return this.#tree.tag(node) === tagIds.a ? safeUrl(value, this.#view.baseUrl) : undefined;
    }
    if (name === "cite") return safeUrl(value, this.#view.baseUrl);
    if (name === "class") return languageClass(value);
    return undefined;
  }
}

function languageClass(value: string): string | undefined {
  return /(?:^|\s)((?:language|lang)-[\w+#.-]+)(?:\s|$)/.exec(value)?.[1];
}

/** A URL that is safe to follow; relative when the page's address is not known. */
function safeUrl(reference: string, baseUrl: string | undefined): string | undefined {
  const absolute = httpUrl(reference, baseUrl);
  if (absolute !== undefined) return absolute;
  const mail = URL.parse(reference.trim());
  if (mail?.protocol === "mailto:" || mail?.protocol === "tel:") return mail.href;
  if (mail !== null || baseUrl !== undefined) return undefined;
  // What is no URL by itself is safe when it is none that begins with a scheme under any base.
  const resolved = URL.parse(reference, UNKNOWN_BASE);
  return resolved?.origin === UNKNOWN_BASE ? reference.trim() : undefined;
}

/** Stands in for an unknown address; the top-level domain cannot exist (RFC 6761). */
const UNKNOWN_BASE = "https://dragline.invalid";
