/**
 * Runs in a page's isolated world, as source: which displayed elements nobody sees all the same, be
 * they faint, clipped, of no size or off the screen, and whose letters have no size or the colour of
 * what is behind them. What moves is not unseen: it comes in when the page is scrolled or touched.
 */
export class UnseenText {
  readonly #rectOf = Reflect.get(Element.prototype, "getBoundingClientRect");
  readonly #parentOf = this.#getter("parentNode");
  readonly #firstChild = this.#getter("firstChild");
  readonly #next = this.#getter("nextSibling");
  /** Pixels beyond the edge, as sites write them: 999, 9999. */
  readonly #far = -900;
  /** Differences of a colour's channel that no eye tells apart. */
  readonly #alike = 8;
  readonly #backgrounds = new Map<Element, string>();

  /** `unseen` with all that is in it; `text` for its own letters alone; empty for what is seen. */
  of(element: Element): "" | "unseen" | "text" {
    if (!(element instanceof HTMLElement)) return "";
    const style = getComputedStyle(element);
    const isUnseen =
      this.#isVeiled(style) || this.#isFlat(element, style) || this.#isAway(element, style);
    if (isUnseen && !this.#moves(style)) return "unseen";
    if (!this.#hasText(element)) return "";
    return this.#isUnreadable(element, style) ? "text" : "";
  }

  #getter(name: "parentNode" | "firstChild" | "nextSibling"): (this: Node) => Node | null {
    const own = Object.getOwnPropertyDescriptor(Node.prototype, name) ?? {};
    return Reflect.get(own, "get") as () => Node | null;
  }

  #moves({ transitionDuration, animationName }: CSSStyleDeclaration): boolean {
    return animationName !== "none" || /[1-9]/.test(transitionDuration);
  }

  #isVeiled(style: CSSStyleDeclaration): boolean {
    const { opacity, filter, clipPath, transform, scale } = style;
    if (Number(opacity) <= 0.02 || /opacity\(0(?:\.0[12]?)?\)/.test(filter)) return true;
    if (transform.startsWith("matrix(0, 0, 0, 0,") || /^0(?: |$)/.test(scale)) return true;
    if (/^(?:inset\((?:[5-9]\d|100)%|(?:circle|ellipse)\(0(?:px|%))/.test(clipPath)) return true;
    return this.#isCut(style);
  }

  #isCut({ clip, position }: CSSStyleDeclaration): boolean {
    const sides = /^rect\((.*)\)$/.exec(clip)?.[1]?.split(", ").map(Number.parseFloat);
    if (sides === undefined || !/^(?:absolute|fixed)$/.test(position)) return false;
    const [top = 0, right = 0, bottom = 0, left = 0] = sides;
    return bottom - top <= 1 || right - left <= 1;
  }

  /** A box that cuts off what does not fit, and fits nothing. */
  #isFlat(element: Element, { overflowX, overflowY, display }: CSSStyleDeclaration): boolean {
    if (overflowX === "visible" && overflowY === "visible") return false;
    if (/^(?:inline|contents)$/.test(display) || this.#firstChild.call(element) === null)
      return false;
    const read = (name: "clientWidth" | "clientHeight"): number =>
      Reflect.get(Element.prototype, name, element);
    return read("clientWidth") <= 1 || read("clientHeight") <= 1;
  }

  #isAway(element: Element, style: CSSStyleDeclaration): boolean {
    const { position, transform, marginLeft, textIndent } = style;
    if (Number.parseFloat(textIndent) <= this.#far) return true;
    const isMoved =
      position !== "static" || transform !== "none" || Number.parseFloat(marginLeft) <= this.#far;
    if (!isMoved) return false;
    const { right, bottom, width, height } = this.#rectOf.call(element);
    if (width + height === 0) return false;
    return right + scrollX <= this.#far / 2 || bottom + scrollY <= this.#far / 2;
  }

  #hasText(element: Element): boolean {
    let node = this.#firstChild.call(element);
    while (node !== null) {
      if (node.nodeType === 3 && /\S/.test((node as Text).data)) return true;
      node = this.#next.call(node);
    }
    return false;
  }

  #isUnreadable(element: Element, style: CSSStyleDeclaration): boolean {
    if (Number.parseFloat(style.fontSize) <= 1) return true;
    if (style.textShadow !== "none" || style.backgroundClip === "text") return false;
    const { webkitTextFillColor, color } = style;
    const letters = this.#channels(webkitTextFillColor === "" ? color : webkitTextFillColor);
    if (letters === undefined) return false;
    if ((letters[3] ?? 1) <= 0.02) return true;
    const behind = this.#channels(this.#behind(element));
    if (behind === undefined || (letters[3] ?? 1) < 1) return false;
    return [0, 1, 2].every((at) => Math.abs((letters[at] ?? 0) - (behind[at] ?? 0)) <= this.#alike);
  }

  /** The colour behind an element; empty where a picture or something else may be. */
  #behind(element: Element): string {
    const passed: Element[] = [];
    let found: string | undefined;
    let at: Node | null = element;
    while (found === undefined && at instanceof Element) {
      found = this.#backgrounds.get(at) ?? this.#painted(at);
      passed.push(at);
      at = this.#parentOf.call(at);
    }
    found ??= at === document ? "rgb(255, 255, 255)" : "";
    for (const each of passed) this.#backgrounds.set(each, found);
    return found;
  }

  /** What an element paints behind its letters; undefined when it lets through what is behind it. */
  #painted(element: Element): string | undefined {
    const { backgroundImage, backgroundColor, position, opacity } = getComputedStyle(element);
    if (backgroundImage !== "none") return "";
    const alpha = this.#channels(backgroundColor)?.[3] ?? 1;
    if (alpha === 1) return backgroundColor;
    return alpha > 0 || opacity !== "1" || /absolute|fixed/.test(position) ? "" : undefined;
  }

  #channels(colour: string): number[] | undefined {
    const inside = /^rgba?\(([^()]*)\)$/.exec(colour)?.[1];
    return inside?.split(/[\s,/]+/).map(Number.parseFloat);
  }
}
