import { checkTree } from "../tree/check-tree.ts";
import { checkArgument } from "../../core/index.ts";
import { escapeAttribute, escapeText } from "../scan/escape.ts";
import { listCandidates } from "../address/srcset.ts";
import { KNOWN_TAGS, TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { walk, type Visitor } from "./walk.ts";

/**
 * The whole page written out well-formed (WHATWG HTML 13.3), scripts and comments included.
 * @param roots what is written instead of the page; none of them in another
 * @param base an absolute URL that relative addresses are made absolute with, for what is to stand
 *   in another page; they stay as they are without
 * @example
 * ```ts
 * import { parse, toHtml } from "dragline/html";
 *
 * console.log(toHtml(parse("<p>one<p>two")));
 * ```
 */
export function toHtml(tree: Tree, roots: readonly NodeId[] = [0], base?: string): string {
  checkTree(tree);
  checkArgument("roots of toHtml(tree, roots)", roots, "array");
  const writer = new HtmlWriter(tree, base);
  walk({ tree, roots, dropped: new Uint8Array(tree.size) }, writer);
  return writer.html;
}

/** Whether an HTML element has no end tag. */
export function isVoid(tag: number): boolean {
  return tag < KNOWN_TAGS && ((tagFlags[tag] as number) & TagFlag.void) !== 0;
}

/**
 * A line feed for an element whose content begins with one: parsers drop the first line feed there.
 */
export function lostLineFeed(tree: Tree, node: NodeId): string {
  const tag = tree.tag(node);
  if (tag !== tagIds.pre && tag !== tagIds.textarea && tag !== tagIds.listing) return "";
  return tree.text(tree.firstChild(node)).startsWith("\n") ? "\n" : "";
}

const ADDRESSES = /^(?:href|src|poster|action|formaction|cite|background|longdesc|xlink:href)$/;
/** Attributes of scripts that may hold the address of an image. */
const LATE = /^(?:data-|lazy|original|file$)|src$|file$/;
const IMAGE_FILE = /^[^\s{}[\]"'()]+\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#][^\s{}"'()]*)?$/i;

function absolute(name: string, value: string, base: string): string {
  if (name.endsWith("srcset")) {
    const set = Array.from(listCandidates(value), ({ address, descriptors }) =>
      `${resolved(address, base)} ${descriptors}`.trim(),
    );
    return set.join(", ");
  }
  const isAddress = ADDRESSES.test(name) || (LATE.test(name) && IMAGE_FILE.test(value));
  return isAddress ? resolved(value, base) : value;
}

function resolved(address: string, base: string): string {
  return address.startsWith("data:") ? address : (URL.parse(address, base)?.href ?? address);
}

class HtmlWriter implements Visitor {
  readonly #tree: Tree;
  readonly #base: string | undefined;
  html = "";

  constructor(tree: Tree, base: string | undefined) {
    this.#tree = tree;
    this.#base = base;
  }

  enter(node: NodeId): boolean {
    const tree = this.#tree;
    switch (tree.kind(node)) {
      case NodeKind.text:
        this.html += isRaw(tree, node) ? tree.text(node) : escapeText(tree.text(node));
        break;
      case NodeKind.comment:
        // What would end the comment early cannot be in it.
        this.html += `<!--${tree.text(node).replace(/^-?>|--!?>|--!?$|<!--/g, "")}-->`;
        break;
      case NodeKind.doctype:
        this.html += `<!DOCTYPE${tree.source.slice(tree.start(node), tree.end(node))}>`;
        break;
      case NodeKind.element:
        this.#startTag(node);
        break;
      default:
        break;
    }
    return true;
  }

  #startTag(node: NodeId): void {
    const tree = this.#tree;
    this.html += `<${tree.name(node)}`;
    for (const [name, given] of tree.attributes(node)) {
      // The parser takes such names; no markup could write them again.
      if (/["'<]/.test(name)) continue;
      const value = this.#base === undefined ? given : absolute(name, given, this.#base);
      this.html += value === "" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`;
    }
    this.html += `>${lostLineFeed(tree, node)}`;
  }

  leave(node: NodeId): void {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.element || isVoid(tree.tag(node))) return;
    this.html += `</${tree.name(node)}>`;
  }
}

/** Whether a text is written as it is: in a script, a style and the like. */
function isRaw(tree: Tree, text: NodeId): boolean {
  const tag = tree.tag(tree.parent(text));
  return tag === tagIds.plaintext || ((tagFlags[tag] as number) & TagFlag.rawText) !== 0;
}
