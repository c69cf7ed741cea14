/** An element with text on a picture of its page. */
export interface PicturedElement {
  /** A CSS selector that matched this element alone. */
  readonly selector: string;
  /** Its text, white space folded; at most 300 characters. */
  readonly text: string;
  /** Pixels of the picture, from its left edge. */
  readonly x: number;
  /** Pixels of the picture, from its upper edge. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What of a document a picture shows, in CSS pixels. */
interface FinderArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel. */
  readonly scale: number;
}

/**
 * Runs in a page's isolated world, as source: finds the elements that say something on a picture, each
 * with its place and a selector. What a page may name after properties is read through prototypes.
 */
export class ElementFinder {
  readonly #area: FinderArea;
  readonly #seen = new Set<Element>();
  readonly #found: PicturedElement[] = [];
  readonly #names = new Map<Element, readonly string[]>();
  readonly #most = 250;
  readonly #longest = 300;
  /** Of an element around others. */
  readonly #longestAround = 80;
  /** Text nodes that are looked at. */
  #looks = 20_000;

  constructor(area: FinderArea) {
    this.#area = area;
  }

  find(): readonly PicturedElement[] {
    const root: Node | null = Reflect.get<Document, "documentElement">(
      Document.prototype,
      "documentElement",
      document,
    );
    if (root === null) return [];
    const create = Reflect.get(Document.prototype, "createTreeWalker");
    const walker: TreeWalker = create.call(document, root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      this.#looks -= 1;
      if (this.#looks < 0 || this.#found.length >= this.#most) break;
      if ((text.nodeValue ?? "").trim() !== "") this.#findAround(text);
    }
    return this.#found;
  }

  /** What has the text, and what has it together with others, as a price in parts. */
  #findAround(text: Node): void {
    let at = this.#parentOf(text);
    let before = "";
    for (let level = 0; at !== null && level < 3; level += 1) {
      if (this.#seen.has(at)) return;
      this.#seen.add(at);
      const said = this.#textOf(at);
      if (said.length > (level === 0 ? this.#longest : this.#longestAround)) return;
      if (said !== before) this.#add(at, said);
      before = said;
      at = this.#parentOf(at);
    }
  }

  #add(element: Element, text: string): void {
    const tag = this.#tagOf(element);
    if (!/^[a-z][a-z0-9-]*$/.test(tag) || /^(?:script|style|noscript|title|option)$/.test(tag))
      return;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    const box: DOMRect = Element.prototype.getBoundingClientRect.call(element);
    const { left, top, width, height, scale } = this.#area;
    const x = box.left + scrollX - left;
    const y = box.top + scrollY - top;
    const isShown =
      box.width >= 4 && box.height >= 4 && x >= 0 && y >= 0 && x < width && y < height;
    const selector = isShown ? this.#selectorOf(element) : undefined;
    if (selector === undefined) return;
    this.#found.push({
      selector,
      text,
      x: Math.round(x * scale),
      y: Math.round(y * scale),
      width: Math.round(Math.min(box.width, width - x) * scale),
      height: Math.round(Math.min(box.height, height - y) * scale),
    });
  }

  #selectorOf(element: Element): string | undefined {
    for (const css of this.#selectors(element)) {
      if (css.length <= 500 && this.#isAlone(css, element)) return css;
    }
    return undefined;
  }

  /** The most robust first: by names, by names below an ancestor's, by position last. */
  *#selectors(element: Element): Iterable<string> {
    const own = this.#namesOf(element);
    const tag = this.#tagOf(element);
    yield* own;
    if (/^h[1-4]$|^time$|^address$/.test(tag)) yield tag;
    let at = this.#parentOf(element);
    for (let level = 0; at !== null && level < 6; level += 1) {
      for (const name of this.#namesOf(at).slice(0, 2)) {
        for (const each of [...own.slice(0, 2), tag]) yield `${name} ${each}`;
      }
      at = this.#parentOf(at);
    }
    yield* this.#positions(element);
  }

  /** By positions below the nearest ancestor that has a name, or of which a page has one. */
  *#positions(element: Element): Iterable<string> {
    let path = "";
    let at: Element | null = element;
    for (let level = 0; at !== null && level < 40; level += 1) {
      const up = this.#parentOf(at);
      if (up === null) break;
      path = path === "" ? this.#stepOf(at) : `${this.#stepOf(at)} > ${path}`;
      const tag = this.#tagOf(up);
      const isTelling = /^(?:main|article|header|footer|nav|aside|table)$/.test(tag);
      for (const name of [...this.#namesOf(up).slice(0, 2), ...(isTelling ? [tag] : [])]) {
        yield `${name} > ${path}`;
      }
      at = up;
    }
    // The root itself has no place below itself.
    if (path !== "") yield `html > ${path}`;
  }

  /** The element among those of its tag; the tag alone where it is the only one. */
  #stepOf(element: Element): string {
    const tag = this.#tagOf(element);
    const count = (side: "previousElementSibling" | "nextElementSibling"): number => {
      let found = 0;
      let at = this.#beside(element, side);
      for (; at !== null; at = this.#beside(at, side)) found += this.#tagOf(at) === tag ? 1 : 0;
      return found;
    };
    const before = count("previousElementSibling");
    if (before === 0 && count("nextElementSibling") === 0) return tag;
    return `${tag}:nth-of-type(${before + 1})`;
  }

  /** Selectors by what authors and tests call the element; names that a build made are not among them. */
  #namesOf(element: Element): readonly string[] {
    const known = this.#names.get(element);
    if (known !== undefined) return known;
    const names: string[] = [];
    for (const name of ["itemprop", "data-testid", "data-test", "data-qa", "data-field"]) {
      const value = this.#attributeOf(element, name);
      if (/^[\w .:-]{1,60}$/.test(value)) names.push(`[${name}="${value}"]`);
    }
    const id = this.#attributeOf(element, "id");
    if (/^[A-Za-z][A-Za-z_-]{1,60}$/.test(id)) names.push(`#${id}`);
    const classes = this.#attributeOf(element, "class").split(/\s+/);
    const plain = classes.filter(
      (each) =>
        /^[A-Za-z][\w-]{1,60}$/.test(each) &&
        !/\d{2}|^(?:css|sc|is|has|js)-|[A-Za-z]\d[A-Za-z]|^(?:active|current|first|last|odd|even)$/.test(
          each,
        ),
    );
    for (const each of plain.slice(0, 3)) names.push(`.${each}`);
    if (plain.length > 1)
      names.push(
        plain
          .slice(0, 3)
          .map((each) => `.${each}`)
          .join(""),
      );
    this.#names.set(element, names);
    return names;
  }

  #isAlone(css: string, element: Element): boolean {
    const matched: NodeListOf<Element> = Document.prototype.querySelectorAll.call(document, css);
    return matched.length === 1 && matched[0] === element;
  }

  #textOf(element: Element): string {
    const text: string | null = Reflect.get<Node, "textContent">(
      Node.prototype,
      "textContent",
      element,
    );
    return (text ?? "").replaceAll(/\s+/g, " ").trim();
  }

  #tagOf(element: Element): string {
    return Reflect.get<Element, "localName">(Element.prototype, "localName", element);
  }

  #attributeOf(element: Element, name: string): string {
    return Element.prototype.getAttribute.call(element, name) ?? "";
  }

  #parentOf(node: Node): Element | null {
    return Reflect.get<Node, "parentElement">(Node.prototype, "parentElement", node);
  }

  #beside(element: Element, side: "previousElementSibling" | "nextElementSibling"): Element | null {
    return Reflect.get<Element, typeof side>(Element.prototype, side, element);
  }
}
