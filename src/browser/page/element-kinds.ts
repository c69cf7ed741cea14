import type { WriterOptions } from "./writer-options.ts";

/** How the elements of a name are written. */
export interface ElementKind {
  /** What they are called in HTML. */
  readonly name: string;
  /** The end tag; empty where there is none. */
  readonly end: string;
  /** Left out of shadow trees and frames. */
  readonly isOfHead: boolean;
  /** Whether it is asked if style sheets hide them. */
  readonly canHide: boolean;
  /** Plain ones hold their children, special ones something else; some are left out. */
  readonly way: "plain" | "void" | "special" | "slot" | "frame" | "out";
}

/**
 * Runs in a page's isolated world, as source: what an element's name says of how it is written,
 * found out once for a name.
 */
export class ElementKinds {
  readonly #void =
    /^(?:area|base|basefont|bgsound|br|col|embed|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
  readonly #unshown = /^(?:noscript|canvas|noembed|noframes)$/;
  readonly #ofHead = /^(?:script|style|link|meta|base|title)$/;
  readonly #special = /^(?:script|style|template|textarea|pre|listing)$/;
  /** Elements that a browser's own style hides, or that show no box and still are content. */
  readonly #unrendered =
    /^(?:html|head|title|base|link|meta|script|style|template|area|datalist|param|rp|source|track|audio|video|option|optgroup)$/;
  readonly #localName = this.#getter("localName");
  readonly #namespace = this.#getter("namespaceURI");
  readonly #options: WriterOptions;
  readonly #html = new Map<string, ElementKind>();
  readonly #foreign = new Map<string, ElementKind>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  of(element: Element): ElementKind {
    const local = this.#localName.call(element);
    const isHtml = this.#namespace.call(element) === "http://www.w3.org/1999/xhtml";
    const kinds = isHtml ? this.#html : this.#foreign;
    let kind = kinds.get(local);
    if (kind === undefined || (isHtml && local === "frameset")) {
      kind = isHtml ? this.#inHtml(local, element) : this.#kind(local, local, "plain");
      kinds.set(local, kind);
    }
    return kind;
  }

  #getter<Name extends keyof Element>(name: Name): (this: Element) => Element[Name] {
    const own = Object.getOwnPropertyDescriptor(Element.prototype, name) ?? {};
    return Reflect.get(own, "get") as () => Element[Name];
  }

  #inHtml(local: string, element: Element): ElementKind {
    if (this.#unshown.test(local)) return this.#kind(local, local, "out");
    if (/^i?frame$/.test(local)) return this.#kind(local, "iframe", "frame");
    const name = this.#tag(local, element);
    const isSpecial = this.#special.test(name);
    const way = name === "slot" ? name : isSpecial ? "special" : "plain";
    return this.#kind(local, name, this.#void.test(name) ? "void" : way);
  }

  #kind(local: string, name: string, way: ElementKind["way"]): ElementKind {
    return {
      name,
      end: way === "void" ? "" : `</${name}>`,
      isOfHead: this.#ofHead.test(local),
      canHide: this.#options.markHidden && !this.#unrendered.test(local),
      way,
    };
  }

  /** What an element is called in HTML, where some names would swallow what follows. */
  #tag(name: string, element: Element): string {
    if (name === "plaintext" || name === "xmp") return "pre";
    if (!/^[a-z][^\s/>\0]*$/i.test(name)) return "span";
    if (name !== "frameset") return name;
    const isBody = Reflect.get(Document.prototype, "body", document) === element;
    return isBody && !this.#options.fragment ? "body" : "div";
  }
}
