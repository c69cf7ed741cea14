import {
  Comment,
  Document,
  Element,
  ProcessingInstruction,
  Text,
  type ChildNode,
} from "domhandler";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

type Parent = Document | Element;

/**
 * The tree as nodes of domhandler 6, which cheerio, css-select and domutils work on. Every call
 * makes new nodes; changing them does not change the tree.
 */
export function toDomhandler(tree: Tree): Document {
  const document = new Document([]);
  let parent: Parent = document;
  let node = tree.firstChild(0);
  while (node !== 0) {
    const child = makeNode(tree, node);
    append(parent, child);
    if (child instanceof Element && tree.firstChild(node) !== 0) {
      parent = child;
      node = tree.firstChild(node);
      continue;
    }
    while (node !== 0 && tree.nextSibling(node) === 0) {
      node = tree.parent(node);
      parent = (parent.parent as Parent | null) ?? document;
    }
    if (node !== 0) node = tree.nextSibling(node);
  }
  return document;
}

function makeNode(tree: Tree, node: NodeId): ChildNode {
  switch (tree.kind(node)) {
    case NodeKind.text:
      return new Text(tree.text(node));
    case NodeKind.comment:
      return new Comment(tree.text(node));
    case NodeKind.doctype:
      return new ProcessingInstruction("!doctype", `!DOCTYPE${doctypeText(tree, node)}`);
    default:
      return new Element(tree.name(node), Object.fromEntries(tree.attributes(node)));
  }
}

function doctypeText(tree: Tree, node: NodeId): string {
  return tree.source.slice(tree.start(node), tree.end(node));
}

function append(parent: Parent, child: ChildNode): void {
  const { children } = parent;
  const previous = children.at(-1) ?? null;
  child.parent = parent;
  child.prev = previous;
  if (previous !== null) previous.next = child;
  children.push(child);
}
