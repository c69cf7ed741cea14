import type { DocumentMemory, DocumentOutline, PageNode } from "../view/page-node.ts";
import type { DocumentState } from "./document-state.ts";
import type { ElementLooks } from "./element-looks.ts";
import type { ElementNames } from "./element-names.ts";
import type { Drawn, ElementSight } from "./element-sight.ts";
import type { ElementStates } from "./element-states.ts";
import type { GraphicReader } from "./graphic-reader.ts";
import type { LineCollector } from "./line-collector.ts";
import type { NodeShaper } from "./node-shaper.ts";

/** What {@link PageReader} works with. */
interface ReaderParts {
  readonly names: ElementNames;
  readonly states: ElementStates;
  readonly looks: ElementLooks;
  readonly state: DocumentState;
  readonly sight: ElementSight;
  readonly graphics: GraphicReader;
  readonly shaper: NodeShaper;
  readonly lines: (
    number: (element: Element) => number,
    isCovered: (element: Element) => boolean,
  ) => LineCollector;
  readonly memory: NonNullable<DocumentMemory["draglineNodes"]>;
}

/** What holds of the elements around one. */
interface Around {
  readonly cursor: string;
  /** Whether text is a control's label, which names the control. */
  readonly isLabel: boolean;
  readonly isVeiled: boolean;
  readonly acts: boolean;
}

/** An element on the way. */
interface Seen {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly drawn: Drawn;
  readonly acts: boolean;
}

/** Runs in a page's isolated world, as source: what a visitor sees of a document, as a tree. */
export class PageReader {
  readonly #parts: ReaderParts;
  /** Elements that are still read. */
  #left = 50_000;
  #covered = 0;
  readonly #modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  readonly #skipped =
    /^(?:script|style|noscript|template|head|link|meta|title|datalist|object|embed|source|track|param|option|optgroup|map)$/;
  readonly #acting =
    /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|listbox|textbox|searchbox|spinbutton|slider|file|gridcell)$/;
  readonly #holding =
    /^(?:checkbox|radio|combobox|listbox|textbox|searchbox|spinbutton|slider|file|progressbar|meter|scrollbar|switch)$/;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  run(): DocumentOutline {
    const { memory, lines, looks, state } = this.#parts;
    const into = lines(this.#number, this.#coveredBy);
    const around = { cursor: "", isLabel: false, isVeiled: false, acts: false };
    this.#visit(document.documentElement, around, into);
    into.endText();
    return {
      document: memory.document,
      nodes: into.nodes,
      url: location.href,
      title: Reflect.get(Document.prototype, "title", document),
      covered: this.#covered,
      isCut: this.#left <= 0,
      looks: looks.read(into.nodes, (id) => memory.elements.get(id)?.deref()),
      ...state.read(),
    };
  }

  readonly #number = (element: Element): number => {
    const { memory } = this.#parts;
    const known = memory.ids.get(element);
    if (known !== undefined) return known;
    memory.next += 1;
    memory.ids.set(element, memory.next);
    memory.elements.set(memory.next, new WeakRef(element));
    return memory.next;
  };

  readonly #coveredBy = (element: Element): boolean => {
    if (!this.#parts.sight.isCovered(element)) return false;
    this.#covered += 1;
    return true;
  };

  #visit(node: Node, around: Around, into: LineCollector): void {
    if (node instanceof Text) {
      const owner = node.parentElement;
      const isMute = around.isLabel || around.isVeiled || owner === null;
      if (!isMute) into.write(node.data, owner);
      return;
    }
    if (!(node instanceof Element) || this.#left <= 0) return;
    this.#left -= 1;
    const { names, sight } = this.#parts;
    const tag = names.tag(node);
    if (this.#skipped.test(tag) || this.#isApart(node)) return;
    if (tag === "br") {
      into.endText();
      return;
    }
    const drawn = sight.drawn(node);
    if (drawn === undefined) return;
    const role = names.role(node, tag);
    const acts = !drawn.isVeiled && this.#acts(node, { tag, role, drawn }, around);
    this.#enter({ element: node, tag, role, drawn, acts }, around, into);
  }

  /** Whether an element is out of use, whatever it looks like. */
  #isApart(element: Element): boolean {
    const { names } = this.#parts;
    if (names.attribute(element, "aria-hidden") === "true") return true;
    if (names.attribute(element, "inert") !== null) return true;
    const modal = this.#modal;
    if (modal === undefined || modal === element) return false;
    const contains = (outer: Element, inner: Element): boolean => {
      for (let at: Node | null = inner; at !== null;) {
        if (at === outer) return true;
        const slot: Node | null = at instanceof Element ? at.assignedSlot : null;
        at = slot ?? at.parentNode ?? (at instanceof ShadowRoot ? at.host : null);
      }
      return false;
    };
    if (contains(element, modal) || contains(modal, element)) return false;
    this.#covered += 1;
    return true;
  }

  #acts(element: Element, seen: Pick<Seen, "tag" | "role" | "drawn">, around: Around): boolean {
    const { tag, role, drawn } = seen;
    if (this.#acting.test(role)) return true;
    if (/^(?:html|body)$/.test(tag)) return false;
    if (this.#listens(element, tag) || this.#isTabStop(element, role)) return true;
    const drags =
      "[draggable=true], .ui-draggable, .ui-sortable-handle, .ui-resizable-handle, .ui-droppable";
    if (Element.prototype.matches.call(element, drags)) return true;
    if (tag === "label" || around.acts) return false;
    const points = /^(?:pointer|grab|move|crosshair|[a-z]+-resize)$/.test(drawn.cursor);
    return points && around.cursor !== drawn.cursor;
  }

  /** Whether a page listens to clicks on an element; a list does so for its items. */
  #listens(element: Element, tag: string): boolean {
    const { names, memory } = this.#parts;
    if (names.attribute(element, "onclick") !== null || memory.listening.has(element)) return true;
    const above = element.parentElement;
    return tag === "li" && above !== null && memory.listening.has(above);
  }

  #isTabStop(element: Element, role: string): boolean {
    const index = this.#parts.names.attribute(element, "tabindex");
    return index !== null && Number(index) >= 0 && !/^(?:dialog|tabpanel|main)$/.test(role);
  }

  #enter(seen: Seen, around: Around, into: LineCollector): void {
    const { element, tag, drawn } = seen;
    const label = this.#labelled(seen);
    if (label !== null && !this.#stands(label)) into.add(...this.#control(label, element));
    if (this.#isWhole(seen)) return this.#whole(seen, around, into);
    const below = {
      cursor: drawn.cursor,
      isLabel: around.isLabel || label !== null || /^(?:legend|caption)$/.test(tag),
      isVeiled: drawn.isVeiled,
      acts: around.acts || seen.acts,
    };
    this.#inside(seen, below, into);
  }

  /** Whether an element is told without what is in it. */
  #isWhole(seen: Seen): boolean {
    const { tag, role } = seen;
    if (/^(?:iframe|frame|svg|canvas)$/.test(tag)) return true;
    return this.#holding.test(role) && tag !== "a" && !this.#isComposite(seen);
  }

  #whole(seen: Seen, around: Around, into: LineCollector): void {
    const { element, tag, drawn } = seen;
    if (tag === "iframe" || tag === "frame") return this.#frame(seen, into);
    if (tag === "svg" || tag === "canvas") return this.#graphic(seen, around, into);
    if (!drawn.isVeiled && !this.#coveredBy(element)) into.add(...this.#control(element, element));
  }

  /** The control of a label. */
  #labelled({ element, tag }: Seen): HTMLElement | null {
    return tag === "label" ? (element as HTMLLabelElement).control : null;
  }

  #graphic({ element, tag }: Seen, around: Around, into: LineCollector): void {
    const { graphics, sight } = this.#parts;
    if (around.isVeiled || !sight.hasBox(element) || this.#coveredBy(element)) return;
    into.add(...graphics.read({ element, tag, isIcon: around.acts, number: this.#number }));
  }

  /** Reads what is in an element, which is a node of its own where it means something. */
  #inside(seen: Seen, below: Around, into: LineCollector): void {
    const { element, role, drawn, acts } = seen;
    const { sight, shaper, lines } = this.#parts;
    const isPlain = role === "" && !acts && !drawn.scrolls;
    if (isPlain) return this.#plain(seen, below, into);
    if (acts && sight.hasBox(element) && this.#coveredBy(element)) return;
    const inner = lines(this.#number, this.#coveredBy);
    for (const child of this.#childrenOf(element)) this.#visit(child, below, inner);
    inner.endText();
    into.add(...shaper.shape({ ...seen, children: inner.nodes, id: this.#number(element) }));
  }

  /** Reads what is in an element that means nothing itself, but for its colour. */
  #plain({ element, drawn }: Seen, below: Around, into: LineCollector): void {
    if (drawn.isBlock) into.endText();
    if (!below.acts && !drawn.isVeiled) this.#patch(element, into);
    for (const child of this.#childrenOf(element)) this.#visit(child, below, into);
    if (drawn.isBlock) into.endText();
  }

  #patch(element: Element, into: LineCollector): void {
    if (Reflect.get(Node.prototype, "firstChild", element) !== null) return;
    const patch = this.#parts.graphics.patch(element, this.#number);
    if (patch.length > 0 && !this.#coveredBy(element)) into.add(...patch);
  }

  /** Boxes of ARIA that are made of other controls. */
  #isComposite({ element, tag, role }: Seen): boolean {
    if (/^(?:input|select|textarea|progress|meter)$/.test(tag)) return false;
    if (/^(?:combobox|listbox)$/.test(role)) return true;
    return /^(?:checkbox|radio|switch)$/.test(role) && element.querySelector("input") !== null;
  }

  /** Whether a labelled control stands on the page by itself. */
  #stands(control: Element): boolean {
    const { names, sight } = this.#parts;
    if (!/^(?:checkbox|radio|file)$/.test(names.role(control, names.tag(control)))) return true;
    return control.checkVisibility({ visibilityProperty: true }) && sight.hasBox(control)
      ? sight.drawn(control) !== undefined
      : false;
  }

  #control(element: Element, shown: Element): PageNode[] {
    const { names, states, sight } = this.#parts;
    const tag = names.tag(element);
    const role = names.role(element, tag);
    if (role === "" || (shown !== element && !sight.hasBox(shown))) return [];
    const own = names.name(element, tag);
    const isNamedByText = own === "" && !/^(?:textbox|searchbox|combobox|listbox)$/.test(role);
    const name = isNamedByText ? names.textOf(element) : own;
    const marks = states.marks(element, tag, role);
    const placeholder = names.attribute(element, "placeholder");
    if (placeholder !== null && placeholder !== name) marks.push(`placeholder=${placeholder}`);
    const value = states.value(element, tag);
    const options = states.options(element, tag);
    return [{ role, name, value, marks, options, id: this.#number(element), acts: true }];
  }

  #frame({ element }: Seen, into: LineCollector): void {
    const { names, sight, memory } = this.#parts;
    const [width, height] = sight.sizeOf(element);
    if (width <= 2 || height <= 2 || this.#coveredBy(element)) return;
    const frame = memory.frames.get(element);
    const name = names.name(element, "iframe");
    into.add({ role: "frame", name, frame, id: this.#number(element), acts: true });
  }

  #childrenOf(element: Element): Iterable<Node> {
    const { names, state } = this.#parts;
    const shadow = names.shadowOf(element);
    if (shadow !== null) {
      state.follow(shadow);
      return shadow.childNodes;
    }
    if (element instanceof HTMLSlotElement) {
      const assigned = element.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    const children: Node[] = [];
    let child: Node | null = Reflect.get(Node.prototype, "firstChild", element);
    for (; child !== null; child = child.nextSibling) children.push(child);
    return children;
  }
}
