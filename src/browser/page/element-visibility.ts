/** Runs in a page's isolated world, as source: what style sheets hide, which HTML does not tell. */
export class ElementVisibility {
  readonly #checkVisibility = Reflect.get(Element.prototype, "checkVisibility");
  readonly #asked = { visibilityProperty: true };
  /** Elements that may still be looked at inside of invisible ones, so that time stays linear. */
  #looks = 100_000;

  /** Whether a reader sees nothing of the element. What a closed `details` holds is not hidden. */
  isHidden(element: Element): boolean {
    if (this.#checkVisibility.call(element, this.#asked)) return this.#isSkipped(element);
    const { display, visibility } = getComputedStyle(element);
    if (display === "none") return true;
    return /^(?:hidden|collapse)$/.test(visibility) && !this.#showsInside(element);
  }

  /** Whether a frame's document says nothing, or plays something: its address then says more. */
  isEmbed(shown: Document): boolean {
    const body = Reflect.get<Document, "body">(
      Document.prototype,
      "body",
      shown,
    ) as HTMLElement | null;
    if (body === null) return true;
    const has = (selector: string): boolean =>
      Element.prototype.querySelector.call(body, selector) !== null;
    const text = Reflect.get(HTMLElement.prototype, "innerText", body).trim();
    if (has("video")) return text.length < 2_000;
    return text === "" && !has("img, picture, iframe, frame, math") && !this.#hasShadow(body);
  }

  /** One pixel is for counting visits. */
  isTiny(frame: Element): boolean {
    const read = (name: "clientWidth" | "clientHeight"): number =>
      Reflect.get(Element.prototype, name, frame);
    return read("clientWidth") <= 1 || read("clientHeight") <= 1;
  }

  /** The document of a frame; null when another process shows it. */
  documentIn(frame: Element): Document | null {
    const isInline = Reflect.get(Element.prototype, "localName", frame) === "iframe";
    const type = isInline ? HTMLIFrameElement : HTMLFrameElement;
    return Reflect.get<HTMLIFrameElement | HTMLFrameElement, "contentDocument">(
      type.prototype,
      "contentDocument",
      frame,
    );
  }

  /** Whether `content-visibility` passes over what is in the element, though not until it is found. */
  #isSkipped(element: Element): boolean {
    const { contentVisibility, display } = getComputedStyle(element);
    if (contentVisibility !== "hidden") return false;
    // It has no effect in a line or on a table.
    if (/^(?:inline|contents|ruby.*|(?:inline-)?table|table-(?!cell$).*)$/.test(display))
      return false;
    const hidden = Element.prototype.getAttribute.call(element, "hidden");
    return hidden?.trim().toLowerCase() !== "until-found";
  }

  #isVisible(element: Element): boolean {
    return this.#checkVisibility.call(element, this.#asked);
  }

  #showsInside(element: Element): boolean {
    const inside = Element.prototype.querySelectorAll.call(element, "*");
    for (const each of inside) {
      this.#looks -= 1;
      if (this.#looks < 0 || this.#isVisible(each)) return true;
    }
    return false;
  }

  #hasShadow(body: HTMLElement): boolean {
    const all = Element.prototype.querySelectorAll.call(body, "*");
    return [...all].some((each) => Reflect.get(Element.prototype, "shadowRoot", each) !== null);
  }
}
