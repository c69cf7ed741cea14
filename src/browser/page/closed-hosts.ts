/**
 * Runs in a page's isolated world, as source: finds the elements that may have a closed shadow tree,
 * which no script can look into. Custom elements without an open one, and elements without children
 * that have a height all the same.
 */
export class ClosedHosts {
  readonly #attachable =
    /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  /** Elements that are looked at, and that are asked for by the other side. */
  #looks = 200_000;
  readonly #most = 64;
  readonly #hosts: Element[] = [];

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
    return this.#hosts;
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
    if (root === null && (isCustom || this.#isFilled(element))) this.#hosts.push(element);
    return root;
  }

  #isFilled(element: Element): boolean {
    if (Reflect.get(Node.prototype, "firstChild", element) !== null) return false;
    return Element.prototype.getBoundingClientRect.call(element).height >= 8;
  }
}
