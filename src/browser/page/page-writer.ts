import type { ElementKind, ElementKinds } from "./element-kinds.ts";
import type { ElementMarks } from "./element-marks.ts";
import type { ElementVisibility } from "./element-visibility.ts";
import type { UnseenText } from "./unseen-text.ts";
import type { WriterOptions } from "./writer-options.ts";

/** A document as HTML, in one part more than there are gaps for frames that are out of reach. */
export interface WrittenPage {
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
  /** Whether it is a frame of a frameset, without which the page is not whole. */
  readonly isPart: boolean;
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

/** The children of one element that are not written yet. */
interface Level {
  next: Node | null;
  /** What follows `next`, the last first; undefined where that is its next sibling. */
  readonly rest: Node[] | undefined;
  readonly end: string;
  readonly place: Place;
  readonly outer: Level | undefined;
}

interface Elements {
  readonly kinds: ElementKinds;
  readonly marks: ElementMarks;
  readonly visibility: ElementVisibility;
  readonly unseen: UnseenText;
}

/**
 * Runs in a page's isolated world, as source, and writes the document as it is shown: shadow trees
 * and frames in place, slots filled, controls with their present values. It does not recurse and
 * reads through the prototypes' getters, since pages nest deep and name controls `childNodes`. It
 * runs once in each world, so it is interpreted: what a name decides is decided once for the name.
 */
export class PageWriter {
  readonly #nodeType = this.#getter(Node, "nodeType");
  readonly #firstChild = this.#getter(Node, "firstChild");
  readonly #nextSibling = this.#getter(Node, "nextSibling");
  readonly #data = this.#getter(CharacterData, "data");
  readonly #shadowRoot = this.#getter(Element, "shadowRoot");
  readonly #options: WriterOptions;
  readonly #kinds: ElementKinds;
  readonly #marks: ElementMarks;
  readonly #visibility: ElementVisibility;
  readonly #unseen: UnseenText;
  readonly #closed: WeakMap<Element, ShadowRoot> | undefined;
  readonly #remote: WeakMap<Element, string> | undefined;
  readonly #encoder = new TextEncoder();
  readonly #parts: string[] = [];
  readonly #gaps: FrameGap[] = [];
  #level: Level | undefined;
  #html = "";
  #left: number;
  /** Bytes of what is written, and how much of the present part they count. */
  #size = 0;
  #measured = 0;
  /** Characters of the end tags that room is kept for. */
  #owed = 0;
  #truncated = false;

  constructor(options: WriterOptions, { kinds, marks, visibility, unseen }: Elements) {
    const world = globalThis as {
      draglineRoots?: WeakMap<Element, ShadowRoot>;
      draglineFrames?: WeakMap<Element, string>;
    };
    this.#options = options;
    this.#kinds = kinds;
    this.#marks = marks;
    this.#visibility = visibility;
    this.#unseen = unseen;
    this.#left = options.maxBytes;
    this.#closed = world.draglineRoots;
    this.#remote = world.draglineFrames;
  }

  run(): WrittenPage {
    const { fragment } = this.#options;
    const base = fragment ? String(this.#read(Node, "baseURI", document)) : undefined;
    const top = fragment ? this.#contentOf(document) : document;
    this.#push(top, "", { base, inner: fragment, inert: false });
    for (let level = this.#level; level !== undefined; level = this.#level) this.#fill(level);
    return {
      parts: [...this.#parts, this.#html].map((part) => part.toWellFormed()),
      gaps: this.#gaps,
      url: String(this.#read(Document, "URL", document)),
      truncated: this.#truncated,
      isEmbed: fragment && this.#visibility.isEmbed(document),
    };
  }

  #getter<Of extends object, Name extends keyof Of>(
    { prototype }: { prototype: Of },
    name: Name,
  ): (this: Of) => Of[Name] {
    const own = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    return Reflect.get(own, "get") as () => Of[Name];
  }

  #read(type: { prototype: object }, name: string, of: object): unknown {
    return Reflect.get(type.prototype, name, of);
  }

  /** What stands for a frame's document in another; a frameset is left with its frames. */
  #contentOf(shown: Document): Node | null {
    const read = (name: string): unknown => this.#read(Document, name, shown);
    return (read("body") ?? read("documentElement")) as Element | null;
  }

  /** Goes on with the children of a node. */
  #push(parent: Node | null, end: string, place: Place): void {
    const next = parent === null ? null : this.#firstChild.call(parent);
    this.#level = { next, rest: undefined, end, place, outer: this.#level };
  }

  /** Writes a text, and keeps room for `end`; nothing when both do not fit. */
  #write(text: string, end = ""): boolean {
    // Bytes are counted only where three for a character might not fit.
    let size = 3 * (text.length + end.length);
    if (size > this.#left) {
      this.#measure();
      size = this.#encoder.encode(text).length + end.length;
    }
    if (size > this.#left) {
      this.#truncated = true;
      return false;
    }
    this.#left -= size;
    this.#owed += end.length;
    this.#html += text;
    return true;
  }

  #close(end: string): void {
    this.#html += end;
    this.#owed -= end.length;
  }

  /** Counts the bytes of what was written since the last time. */
  #measure(): void {
    this.#size += this.#encoder.encode(this.#html.slice(this.#measured)).length;
    this.#measured = this.#html.length;
    this.#left = this.#options.maxBytes - this.#size - this.#owed;
  }

  /** Writes what a level holds, up to an element with a level of its own. */
  #fill(level: Level): void {
    while (this.#level === level) {
      const node = this.#truncated ? null : level.next;
      if (node === null) {
        this.#close(level.end);
        this.#level = level.outer;
        return;
      }
      const { rest } = level;
      level.next = rest === undefined ? this.#nextSibling.call(node) : (rest.pop() ?? null);
      const type = this.#nodeType.call(node);
      if (type === 1) this.#element(node as Element, level.place);
      else if (type === 3 || type === 4) this.#text(this.#data.call(node as CharacterData));
      else if (type === 10) this.#doctype(node as DocumentType);
    }
  }

  #text(data: string): void {
    if (data.length > this.#left) this.#measure();
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
    const kind = this.#kinds.of(element);
    const { name, way } = kind;
    if (way === "out" || (kind.isOfHead && place.inner)) return;
    const mark = this.#hiddenMark(element, kind, place);
    const isOut = !place.inert && / hidden(?:="unseen")?$/.test(mark);
    const inside = isOut ? { ...place, inert: true } : place;
    if (way === "slot" && !isOut) this.#slot(element, inside);
    else {
      const marks = this.#marks.of(element, name, place.base);
      const start = `<${name}${marks}${mark}>`;
      if (way === "frame") this.#frame(element, start, inside);
      else if (this.#write(start, kind.end)) this.#inside(element, kind, inside);
    }
  }

  /** The attribute `hidden`: what is seen, not what the page says, where that is asked. */
  #hiddenMark(element: Element, { canHide }: ElementKind, { inert }: Place): string {
    if (!canHide || inert) return this.#marks.hidden(element);
    if (this.#visibility.isHidden(element)) return " hidden";
    const unseen = this.#unseen.of(element);
    return unseen === "" ? this.#marks.untilFound(element) : ` hidden="${unseen}"`;
  }

  #inside(element: Element, kind: ElementKind, place: Place): void {
    const { end, way } = kind;
    if (way === "void") return;
    const root = this.#shadowRoot.call(element) ?? this.#closed?.get(element);
    if (root !== undefined) this.#push(root, end, { ...place, inner: true });
    else if (way === "special") this.#content(element, kind, place);
    else this.#push(element, end, place);
  }

  /** Writes the content of elements where it is not simply their children. */
  #content(element: Element, { name, end }: ElementKind, place: Place): void {
    if (name === "template") {
      const content = this.#read(HTMLTemplateElement, "content", element) as Node;
      this.#push(content, end, { ...place, inert: true });
      return;
    }
    const text = String(this.#read(Node, "textContent", element));
    if (name === "script" || name === "style") {
      this.#write(this.#marks.raw(name, text));
    } else if (name === "textarea") {
      const value = String(this.#read(HTMLTextAreaElement, "value", element));
      this.#text(value.startsWith("\n") ? `\n${value}` : value);
    } else if (text.startsWith("\n")) {
      // Parsers drop the line feed that such an element begins with.
      this.#write("\n");
    }
    const isDone = name !== "pre" && name !== "listing";
    this.#push(isDone ? null : element, end, place);
  }

  /** A slot has no box: what is put there, or what it holds for lack of that, stands in its place. */
  #slot(element: Element, place: Place): void {
    const assigned = HTMLSlotElement.prototype.assignedNodes.call(element as HTMLSlotElement);
    const [next, ...rest] = assigned;
    if (next === undefined) this.#push(element, "", place);
    else this.#level = { next, rest: rest.toReversed(), end: "", place, outer: this.#level };
  }

  #frame(element: Element, start: string, place: Place): void {
    const bare = `${start}</iframe>`;
    const shown = this.#visibility.documentIn(element);
    const remote = this.#remote?.get(element);
    const isOut = place.inert || this.#visibility.isTiny(element);
    if (isOut || (shown === null ? remote === undefined : this.#visibility.isEmbed(shown))) {
      this.#write(bare);
    } else if (shown !== null) {
      const url = this.#escaped(String(this.#read(Document, "URL", shown)));
      const open = `<div data-frame-src="${url.replaceAll('"', "&quot;")}">`;
      const base = String(this.#read(Node, "baseURI", shown));
      if (!this.#write(open, "</div>")) return;
      this.#push(this.#contentOf(shown), "</div>", { base, inner: true, inert: place.inert });
    } else if (remote !== undefined) {
      this.#measure();
      this.#parts.push(this.#html);
      const isPart = this.#read(Element, "localName", element) === "frame";
      this.#gaps.push({ frame: remote, bare, isPart });
      this.#html = "";
      this.#measured = 0;
    }
  }
}
