/**
 * Runs in a page's isolated world, as source: finds the elements that may have a closed shadow tree,
 * which no script can look into. Custom elements without an open one, elements without children
 * that have a height all the same, and elements that do not show their children, or more than them.
 */
export class ClosedHosts {
  readonly #attachable =
    /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  /** Elements that are looked at, and that are asked for by the other side. */
  #looks = 200_000;
  readonly #most = 64;
  readonly #hosts: Element[] = [];
  /** Elements whose children are measured, and those that are higher than these. */
  #measured = 2000;
  readonly #higher: Element[] = [];
  readonly #mostHigher = 16;

  /** The likeliest first. */
  run(): readonly Element[] {
    const world = globalThis as { draglineFresh?: (Document | ShadowRoot)[] };
    const roots = world.draglineFresh ?? [document];
    world.draglineFresh = [];
    for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
      const type = root.nodeType === 9 ? Document : DocumentFragment;
      for (const element of type.prototype.querySelectorAll.call(root, "*")) {
        this.#looks -= 1;
        if (this.#looks < 0 || this.#hosts.length >= this.#most) return this.#hosts;
        const inner = this.#innerOf(element);
        if (inner !== null) roots.push(inner);
      }
    }
    return [...this.#hosts, ...this.#higher].slice(0, this.#most);
  }

  /** The open root or the frame's document in the element; notes it when it may have a closed one. */
  #innerOf(element: Element): Document | ShadowRoot | null {
    const name = Reflect.get(Element.prototype, "localName", element);
    if (name === "iframe") {
      const isFrame = element.namespaceURI === "http://www.w3.org/1999/xhtml";
      const { prototype } = HTMLIFrameElement;
      return isFrame ? Reflect.get(prototype, "contentDocument", element) : null;
    }
    const isCustom = name.includes("-");
    if (!isCustom && !this.#attachable.test(name)) return null;
    const root = Reflect.get(Element.prototype, "shadowRoot", element);
    if (root !== null) return root;
    if (isCustom || this.#isFilled(element)) this.#hosts.push(element);
    else if (this.#isHigher(element)) this.#higher.push(element);
    return null;
  }

  #isFilled(element: Element): boolean {
    const first = Reflect.get(Element.prototype, "firstElementChild", element);
    // What is in no slot is not drawn, whatever its style says.
    if (first !== null) return getComputedStyle(first).display === "";
    if (Reflect.get(Node.prototype, "firstChild", element) !== null) return false;
    return Element.prototype.getBoundingClientRect.call(element).height >= 8;
  }

  /** Whether an element with few children is higher than they make it. */
  #isHigher(element: Element): boolean {
    const count = Reflect.get(Node.prototype, "childNodes", element).length;
    if (count > 3 || this.#measured <= 0 || this.#higher.length >= this.#mostHigher) return false;
    this.#measured -= 1;
    const own = Element.prototype.getBoundingClientRect.call(element).height;
    if (own < 16) return false;
    const children = new Range();
    children.selectNodeContents(element);
    const style = getComputedStyle(element);
    const { paddingTop, paddingBottom, borderTopWidth, borderBottomWidth } = style;
    const edges = [paddingTop, paddingBottom, borderTopWidth, borderBottomWidth];
    const around = edges.reduce((sum, edge) => sum + Number.parseFloat(edge), 0);
    // A line is higher than its letters.
    const spare = Number.parseFloat(style.lineHeight) - Number.parseFloat(style.fontSize) || 0;
    return own - children.getBoundingClientRect().height - around - Math.max(0, spare) >= 2;
  }
}
