import type { ElementMarks } from "./element-marks.ts";
import type { ElementVisibility } from "./element-visibility.ts";

/** How a document is written. */
export interface WriterOptions {
  /** Most bytes of UTF-8 that are written. */
  readonly maxBytes: number;
  /** Whether elements that style sheets hide get the attribute `hidden`. */
  readonly markHidden: boolean;
  /** Whether the body's content alone is written, to stand in another document. */
  readonly fragment: boolean;
}

/** A document as HTML, with gaps for the frames that are out of reach. */
export interface WrittenPage {
  /** One more than there are gaps. */
  readonly parts: readonly string[];
  readonly gaps: readonly FrameGap[];
  readonly url: string;
  readonly truncated: boolean;
  /** Whether the document says less than a link to it. */
  readonly isEmbed: boolean;
}

/** Where the content of a frame of another process belongs. */
export interface FrameGap {
  /** The frame's id of CDP. */
  readonly frame: string;
  /** The frame without its content. */
  readonly bare: string;
}

/** Where a node stands. */
interface Place {
  /** What relative addresses are made absolute with; undefined where they stay. */
  readonly base: string | undefined;
  /** In a shadow tree or a frame, whose styles and scripts are left out. */
  readonly inner: boolean;
  /** Not rendered, or hidden already: nothing is asked about what is visible. */
  readonly inert: boolean;
}

/** The children of one element, and how far they are written. */
interface Level {
  readonly nodes: ArrayLike<Node>;
  at: number;
  readonly end: string;
  readonly place: Place;
}

/** An element that is being written. */
interface Subject {
  readonly element: Element;
  readonly name: string;
  readonly place: Place;
  readonly isHtml: boolean;
  readonly hidden: boolean;
}

/**
 * Runs in a page's isolated world, as source, and writes the document as it is shown: shadow trees
 * and frames in place, slots filled, controls with their present values. It does not recurse and
 * reads through the prototypes' getters, since pages nest deep and name controls `childNodes`.
 */
export class PageWriter {
  readonly #void =
    /^(?:area|base|basefont|bgsound|br|col|embed|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
  readonly #unshown = /^(?:noscript|canvas|noembed|noframes)$/;
  readonly #ofHead = /^(?:script|style|link|meta|base|title)$/;
  readonly #options: WriterOptions;
  readonly #marks: ElementMarks;
  readonly #visibility: ElementVisibility;
  readonly #closed: WeakMap<Element, ShadowRoot>;
  readonly #remote: WeakMap<Element, string>;
  readonly #encoder = new TextEncoder();
  readonly #parts: string[] = [];
  readonly #gaps: FrameGap[] = [];
  readonly #levels: Level[] = [];
  #html = "";
  #left: number;
  #truncated = false;

  constructor(options: WriterOptions, marks: ElementMarks, visibility: ElementVisibility) {
    const world = globalThis as {
      draglineRoots?: WeakMap<Element, ShadowRoot>;
      draglineFrames?: WeakMap<Element, string>;
    };
    this.#options = options;
    this.#marks = marks;
    this.#visibility = visibility;
    this.#left = options.maxBytes;
    this.#closed = world.draglineRoots ?? new WeakMap();
    this.#remote = world.draglineFrames ?? new WeakMap();
  }

  run(): WrittenPage {
    const { fragment } = this.#options;
    const base = fragment ? String(this.#read(Node, "baseURI", document)) : undefined;
    const nodes = this.#childrenOf(fragment ? this.#contentOf(document) : document);
    this.#push(nodes, "", { base, inner: fragment, inert: false });
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.at < level.nodes.length && !this.#truncated) {
        this.#node(level.nodes[level.at++] as Node, level.place);
      } else {
        this.#html += level.end;
        this.#levels.pop();
      }
    }
    return {
      parts: [...this.#parts, this.#html].map((part) => part.toWellFormed()),
      gaps: this.#gaps,
      url: String(this.#read(Document, "URL", document)),
      truncated: this.#truncated,
      isEmbed: fragment && this.#visibility.isEmbed(document),
    };
  }

  #read(type: { prototype: object }, name: string, of: object): unknown {
    return Reflect.get(type.prototype, name, of);
  }

  #childrenOf(node: Node | null): ArrayLike<Node> {
    return node === null ? [] : (this.#read(Node, "childNodes", node) as NodeListOf<Node>);
  }

  /** What stands for a frame's document in another. */
  #contentOf(shown: Document): Node | null {
    const body = this.#read(Document, "body", shown) as Element | null;
    // A frameset is left with its frames.
    return body ?? (this.#read(Document, "documentElement", shown) as Element | null);
  }

  #push(nodes: ArrayLike<Node>, end: string, place: Place): void {
    this.#levels.push({ nodes, at: 0, end, place });
  }

  /** Writes a text, and keeps room for `end`; nothing when both do not fit. */
  #write(text: string, end = ""): boolean {
    const size = /^[\0-\x7f]*$/.test(text) ? text.length : this.#encoder.encode(text).length;
    if (size + end.length > this.#left) {
      this.#truncated = true;
      return false;
    }
    this.#left -= size + end.length;
    this.#html += text;
    return true;
  }

  #node(node: Node, place: Place): void {
    switch (this.#read(Node, "nodeType", node)) {
      case 1:
        this.#element(node as Element, place);
        break;
      case 3:
      case 4:
        this.#text(String(this.#read(CharacterData, "data", node)));
        break;
      case 10:
        this.#doctype(node as DocumentType);
        break;
      default:
        break;
    }
  }

  #text(data: string): void {
    // A character takes a byte at least, so what does not fit by length does not fit.
    const some = data.length > this.#left ? data.slice(0, this.#left / 4) : data;
    this.#write(this.#escaped(some));
    if (some.length < data.length) this.#truncated = true;
  }

  #escaped(text: string): string {
    if (!/[&<>\u00a0]/.test(text)) return text;
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return escaped.replaceAll("\u00a0", "&nbsp;");
  }

  #doctype({ name, publicId, systemId }: DocumentType): void {
    const ids = [publicId, systemId].map((id) => (id === "" ? "" : ` "${id}"`));
    const kind = publicId === "" ? "SYSTEM" : "PUBLIC";
    this.#write(`<!DOCTYPE ${name}${publicId + systemId === "" ? "" : ` ${kind}${ids.join("")}`}>`);
  }

  #element(element: Element, place: Place): void {
    const isHtml = this.#read(Element, "namespaceURI", element) === "http://www.w3.org/1999/xhtml";
    const name = String(this.#read(Element, "localName", element));
    const isOut = isHtml && this.#unshown.test(name);
    if (isOut || (place.inner && this.#ofHead.test(name))) return;
    const asks = this.#options.markHidden && !place.inert;
    const hidden = asks && this.#visibility.isHidden(element);
    const inside = hidden ? { ...place, inert: true } : place;
    const tag = isHtml ? this.#tag(name, element) : name;
    this.#subject({ element, name: tag, place: inside, isHtml, hidden });
  }

  #subject(subject: Subject): void {
    const { name, isHtml, hidden } = subject;
    if (isHtml && /^i?frame$/.test(name)) this.#frame(subject);
    else if (isHtml && name === "slot" && !hidden) this.#slot(subject);
    else this.#whole(subject);
  }

  /** What an element is called in HTML, where some names would swallow what follows. */
  #tag(name: string, element: Element): string {
    if (name === "plaintext" || name === "xmp") return "pre";
    if (!/^[a-z][^\s/>\0]*$/i.test(name)) return "span";
    if (name !== "frameset") return name;
    const isBody = this.#read(Document, "body", document) === element;
    return isBody && !this.#options.fragment ? "body" : "div";
  }

  #start({ element, name, place, hidden }: Subject): string {
    const marks = this.#marks.of(element, place.base);
    const mark = hidden && !/ hidden(?:[ =]|$)/.test(marks) ? " hidden" : "";
    return `<${name}${marks}${mark}>`;
  }

  #whole(subject: Subject): void {
    const { element, name, place, isHtml } = subject;
    const isVoid = isHtml && this.#void.test(name);
    const end = isVoid ? "" : `</${name}>`;
    if (!this.#write(this.#start(subject), end) || isVoid) return;
    const root = this.#read(Element, "shadowRoot", element) ?? this.#closed.get(element);
    if (root !== undefined && root !== null) {
      this.#push(this.#childrenOf(root as Node), end, { ...place, inner: true });
    } else if (isHtml && this.#isSpecial(name)) this.#special(element, name, { end, place });
    else this.#push(this.#childrenOf(element), end, place);
  }

  #isSpecial(name: string): boolean {
    return /^(?:script|style|template|textarea|pre|listing)$/.test(name);
  }

  /** Elements whose content is not simply their children. */
  #special(
    element: Element,
    name: string,
    { end, place }: { readonly end: string; readonly place: Place },
  ): void {
    if (name === "template") {
      const content = this.#read(HTMLTemplateElement, "content", element) as Node;
      this.#push(this.#childrenOf(content), end, { ...place, inert: true });
      return;
    }
    const text = String(this.#read(Node, "textContent", element));
    if (name === "script" || name === "style") {
      this.#write(this.#raw(name, text));
    } else if (name === "textarea") {
      const value = String(this.#read(HTMLTextAreaElement, "value", element));
      this.#text(value.startsWith("\n") ? `\n${value}` : value);
    } else if (text.startsWith("\n")) {
      // Parsers drop the line feed that such an element begins with.
      this.#write("\n");
    }
    const isDone = name !== "pre" && name !== "listing";
    this.#push(isDone ? [] : this.#childrenOf(element), end, place);
  }

  /** A script's or style sheet's text, without what would end it early or never. */
  #raw(name: string, text: string): string {
    if (name === "style") return this.#marks.shortened(text).replace(/<\/(?=style)/gi, "<\\/");
    const whole = text.replace(/<\/(?=script)/gi, "\\u003C/");
    // A comment that holds a start tag of a script swallows the end tag, unless it ends before.
    const last = whole.indexOf("<!--", whole.lastIndexOf("-->") + 1);
    const swallows = last >= 0 && /<script/i.test(whole.slice(last));
    return swallows ? whole.replaceAll("<!--", "\\u003C!--") : whole;
  }

  /** A slot has no box: what is put there, or what it holds for lack of that, stands in its place. */
  #slot({ element, place }: Subject): void {
    const assigned = HTMLSlotElement.prototype.assignedNodes.call(element as HTMLSlotElement);
    this.#push(assigned.length > 0 ? assigned : this.#childrenOf(element), "", place);
  }

  #frame(subject: Subject): void {
    const { element, place, hidden } = subject;
    const bare = `${this.#start({ ...subject, name: "iframe" })}</iframe>`;
    const shown = this.#visibility.documentIn(element);
    const remote = this.#remote.get(element);
    const isOut = hidden || place.inert || this.#visibility.isTiny(element);
    if (isOut || (shown === null ? remote === undefined : this.#visibility.isEmbed(shown))) {
      this.#write(bare);
    } else if (shown !== null) {
      const url = this.#escaped(String(this.#read(Document, "URL", shown)));
      const start = `<div data-frame-src="${url.replaceAll('"', "&quot;")}">`;
      const base = String(this.#read(Node, "baseURI", shown));
      if (!this.#write(start, "</div>")) return;
      const nodes = this.#childrenOf(this.#contentOf(shown));
      this.#push(nodes, "</div>", { base, inner: true, inert: place.inert });
    } else if (remote !== undefined) {
      this.#parts.push(this.#html);
      this.#gaps.push({ frame: remote, bare });
      this.#html = "";
    }
  }
}
