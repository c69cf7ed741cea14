import { NodeKind, tagIds, walk } from "../../html/index.ts";
import { readImage } from "../../html/internal.ts";
import type { NodeId, View } from "../../html/index.ts";
import { UrlResolver } from "../url-resolver.ts";
import { DomDocument } from "./dom-document.ts";
import type { DomNode } from "./dom-node.ts";
import { DomText } from "./dom-text.ts";

/**
 * A view as a DOM: what the view leaves out is not in it, URLs are resolved, and scripts and other
 * addresses that lead nowhere are gone. Changing it does not change the page.
 */
export function buildDom(view: View): DomDocument {
  const { tree } = view;
  const document = new DomDocument();
  const reader = new AttributeReader(view);
  const attributes = (origin: NodeId): Map<string, string> => reader.read(origin);
  let parent: DomNode = document;
  walk(view, {
    enter(node) {
      const kind = tree.kind(node);
      if (kind === NodeKind.text) appendText(document, parent, tree.text(node));
      if (kind !== NodeKind.element) return kind === NodeKind.document;
      const foreign = tree.isForeign(node);
      const parts = { name: tree.name(node), foreign, origin: node, attributes };
      parent = parent.appendChild(document.element(parts));
      return true;
    },
    leave(node) {
      if (tree.kind(node) === NodeKind.element) parent = parent.parentNode ?? document;
    },
  });
  return document;
}

/** Neighbouring runs of the source become one text, because rules look at a text's beginning. */
function appendText(document: DomDocument, parent: DomNode, text: string): void {
  const { lastChild } = parent;
  if (lastChild instanceof DomText) lastChild.data += text;
  else if (text !== "") parent.appendChild(document.createTextNode(text));
}

/** Attributes that hold an address. */
const ADDRESSES = new Set(["action", "cite", "data", "formaction", "href", "poster", "src"]);

class AttributeReader {
  readonly #view: View;
  readonly #urls: UrlResolver;

  constructor(view: View) {
    this.#view = view;
    this.#urls = new UrlResolver(view.baseUrl);
  }

  /** The attributes of an element of the page, without what would run as a script. */
  read(node: NodeId): Map<string, string> {
    const { tree } = this.#view;
    const found = new Map<string, string>();
    for (const [name, value] of tree.attributes(node)) {
      if (name.startsWith("on") || name === "srcdoc") continue;
      const kept = ADDRESSES.has(name) ? this.#urls.resolve(value) : value;
      if (kept !== undefined) found.set(name, kept);
    }
    if (tree.tag(node) === tagIds.img) this.#imageSource(node, found);
    return found;
  }

  /** The picture that is meant, as everywhere else: pages name it in many ways. */
  #imageSource(image: NodeId, found: Map<string, string>): void {
    found.delete("src");
    for (const reference of readImage(this.#view.tree, image).references()) {
      const url = this.#urls.resolve(reference);
      if (url === undefined) continue;
      found.set("src", url);
      return;
    }
  }
}
