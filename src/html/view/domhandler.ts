import { checkTree } from "../tree/check-tree.ts";
import {
  Comment,
  Document,
  isText,
  ProcessingInstruction,
  type ChildNode,
  type Element,
} from "domhandler";
import { pageElement, pageText } from "./page-nodes.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { walk } from "./walk.ts";

/**
 * The tree as nodes of domhandler, which cheerio, css-select and domutils work on. Every call makes
 * new nodes; changing them does not change the tree. Texts and attributes are read when they are
 * asked for, so the nodes keep the page in memory.
 *
 * @example
 * ```ts
 * import { load } from "cheerio";
 * import { parse, toDomhandler } from "dragline/html";
 *
 * const $ = load(toDomhandler(parse("<table><tr><td class=price>79.90</table>")));
 * console.log($("td.price").map((_, cell) => $(cell).text()).get());
 * ```
 */
export function toDomhandler(tree: Tree): Document {
  checkTree(tree);
  const document = new Document([]);
  let parent: Document | Element = document;
  walk(everything(tree), {
    enter(node) {
      switch (tree.kind(node)) {
        case NodeKind.text:
          appendText(parent, tree, node);
          break;
        case NodeKind.element:
          parent = appendElement(parent, tree, node);
          break;
        case NodeKind.comment:
          append(parent, new Comment(tree.text(node)));
          break;
        case NodeKind.doctype:
          append(parent, doctype(tree.source.slice(tree.start(node), tree.end(node))));
          break;
        default:
          break;
      }
      return true;
    },
    leave(node) {
      if (tree.kind(node) !== NodeKind.element) return;
      // The content of a template lies in a document of its own.
      if (tree.tag(node) === tagIds.template) parent = parent.parent as Element;
      parent = parent.parent as Element;
    },
  });
  return document;
}

function everything(tree: Tree): View {
  return { tree, roots: [0], dropped: new Uint8Array(tree.size) };
}

function append(parent: Document | Element, child: ChildNode): void {
  const { children } = parent;
  const { length } = children;
  child.parent = parent;
  if (length > 0) {
    const previous = children[length - 1] as ChildNode;
    child.prev = previous;
    previous.next = child;
  }
  children.push(child);
}

/** Neighbouring runs of the source become one text, as in the trees of other parsers. */
function appendText(parent: Document | Element, tree: Tree, node: NodeId): void {
  const last = parent.children.at(-1);
  if (last !== undefined && isText(last)) last.data += tree.text(node);
  else append(parent, pageText(tree, node));
}

/** Appends an element and gives what its children go into. */
function appendElement(parent: Document | Element, tree: Tree, node: NodeId): Document | Element {
  const element = pageElement(tree, node);
  append(parent, element);
  if (tree.tag(node) !== tagIds.template) return element;
  const content = new Document([]);
  append(element, content);
  return content;
}

/** @param inside what stands between `<!DOCTYPE` and `>` */
function doctype(inside: string): ChildNode {
  const node = new ProcessingInstruction("!doctype", `!DOCTYPE${inside}`);
  const parts = DOCTYPE.exec(inside);
  const ids = [parts?.[3], parts?.[4]].map((id) => id?.slice(1, -1) ?? "");
  const isPublic = parts?.[2]?.toLowerCase() === "public";
  node["x-name"] = parts?.[1]?.toLowerCase() ?? "";
  node["x-publicId"] = isPublic ? (ids[0] ?? "") : "";
  node["x-systemId"] = (isPublic ? ids[1] : ids[0]) ?? "";
  return node;
}

/** Name, keyword and identifiers of a document type (WHATWG HTML 13.2.5.53 to 13.2.5.67). */
const DOCTYPE = /^\s*(\S+)(?:\s+(public|system)\s*("[^"]*"|'[^']*')(?:\s*("[^"]*"|'[^']*'))?)?/i;
