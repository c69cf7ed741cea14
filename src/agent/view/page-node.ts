/** What a page's script tells of an element or a text; texts are whole and not yet masked. */
export interface PageNode {
  /** A role of ARIA, or `text`, `clickable`, `frame`, `file`, `graphic`, or the name of an SVG shape. */
  readonly role: string;
  readonly name?: string | undefined;
  /** What a control holds, or a text says. */
  readonly value?: string | undefined;
  /** States and limits, as `checked` or `max=10`. */
  readonly marks?: readonly string[] | undefined;
  /** The labels of what can be chosen. */
  readonly options?: readonly string[] | undefined;
  /** The element's number in its document; kept until the document goes. */
  readonly id: number;
  /** Whether something can be done with it. */
  readonly acts?: boolean | undefined;
  /** The frame that it holds, by its id of CDP. */
  readonly frame?: string | undefined;
  readonly children?: readonly PageNode[] | undefined;
}

/** What of an element can change without a word of its own: its class, style, place, picture; by name. */
export type ElementLook = Readonly<Record<string, string>>;

/** What a document's script tells. */
export interface DocumentOutline {
  /** The number of the document. */
  readonly document: number;
  readonly nodes: readonly PageNode[];
  readonly url: string;
  readonly title: string;
  /** How many controls and texts were left out since something lies over them. */
  readonly covered: number;
  /** Whether the document has more elements than are read. */
  readonly isCut: boolean;
  /** By the numbers of nodes. */
  readonly looks: Readonly<Record<number, ElementLook>>;
  /** What is selected; of a long text how many characters. */
  readonly selected: string | number;
  /** How far the document is scrolled down, in percent. */
  readonly scrolled: number;
  /** Whether the page changed anything of the document since it was last read. */
  readonly isTouched: boolean;
}

/** What the script remembers in its world of a document. */
export interface DocumentMemory {
  /** Closed shadow roots, by their hosts. */
  draglineRoots?: WeakMap<Element, ShadowRoot>;
  draglineNodes?: {
    /** The number by which the document is known outside. */
    readonly document: number;
    readonly ids: WeakMap<Element, number>;
    readonly elements: Map<number, WeakRef<Element>>;
    /** Fields that were a password's once: a button that shows it changes their type. */
    readonly secrets: WeakSet<Element>;
    /** Elements whose clicks the page listens to. */
    readonly listening: WeakSet<Element>;
    /** Frames' elements, with the frame's id of CDP. */
    readonly frames: WeakMap<Element, string>;
    next: number;
    /** Notes what the page changes. */
    watch?: MutationObserver;
    isTouched: boolean;
  };
}
