import type { ElementNames } from "./element-names.ts";

/** How an element is drawn, as far as reading it needs. */
export interface Drawn {
  readonly isBlock: boolean;
  readonly cursor: string;
  /** Whether its own box is nowhere, while what is in it may be seen. */
  readonly isVeiled: boolean;
  /** Whether it shows a part of what is in it, and more when it is scrolled. */
  readonly scrolls: boolean;
}

/** The left, top, right and bottom of a box in the viewport. */
type Clip = readonly [number, number, number, number];

/** Runs in a page's isolated world, as source: what of a document a visitor sees. */
export class ElementSight {
  readonly #paints = new Map<Element, boolean>();
  /** Where what is in an element is shown: the boxes around it that cut it off, put together. */
  readonly #clips = new Map<Element, Clip>();
  readonly #names: ElementNames;
  readonly #boxOf = Reflect.get(Element.prototype, "getBoundingClientRect");

  constructor(names: ElementNames) {
    this.#names = names;
  }

  /** How an element is drawn; undefined when neither it nor what is in it is seen. */
  drawn(element: Element): Drawn | undefined {
    const style = getComputedStyle(element);
    const { display, visibility, cursor } = style;
    if (display === "none" || display === "") return undefined;
    if (Number(style.opacity) <= 0.02 && !this.#isTouched(element)) return undefined;
    if (style.contentVisibility === "hidden") return undefined;
    if (display !== "contents" && this.#isCutOff(element, style)) return undefined;
    this.#clips.set(element, this.#clipOf(element, style));
    const isBlock = !/^(?:inline|contents|ruby)/.test(display);
    const scrolls =
      /auto|scroll/.test(style.overflowY) && element.scrollHeight - element.clientHeight > 8;
    return { isBlock, cursor, isVeiled: visibility !== "visible", scrolls };
  }

  /** Whether a box has a place of its own on the page. */
  hasBox(element: Element): boolean {
    const { width, height } = this.#boxOf.call(element);
    return width > 0 && height > 0;
  }

  /** The width and height of an element in CSS pixels. */
  sizeOf(element: Element): readonly [number, number] {
    const { width, height } = this.#boxOf.call(element);
    return [Math.round(width), Math.round(height)];
  }

  /** The colour that fills the box of an element; empty where none does. */
  fillOf(element: Element | null): string {
    if (element === null) return "";
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isFilled = !/^rgba\(.*, 0(?:\.[0-4]\d*)?\)$/.test(backgroundColor);
    return isFilled && backgroundImage === "none" ? this.colour(backgroundColor) : "";
  }

  /** A computed colour of CSS, shorter. */
  colour(computed: string): string {
    const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed)?.slice(1);
    if (parts === undefined) return computed.replaceAll(" ", "");
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  }

  /** Whether something else that paints lies over all that is in view of an element. */
  isCovered(element: Element): boolean {
    const { left, top, right, bottom } = this.#boxOf.call(element);
    const view: Clip = [0, 0, innerWidth, innerHeight];
    const clip = this.#clips.get(element) ?? view;
    const [x0, y0, x1, y1] = this.#within([left, top, right, bottom], this.#within(clip, view));
    if (x1 - x0 < 1 || y1 - y0 < 1) return false;
    if (getComputedStyle(element).pointerEvents === "none") return false;
    for (const [across, down] of [
      [0.5, 0.5],
      [0.1, 0.2],
      [0.9, 0.8],
      [0.1, 0.8],
      [0.9, 0.2],
    ] as const) {
      const hit = this.#hitAt(x0 + (x1 - x0) * across, y0 + (y1 - y0) * down);
      if (hit === null || !this.#liesOver(hit, element)) return false;
    }
    return true;
  }

  #within(one: Clip, other: Clip): Clip {
    const [left, top] = [Math.max(one[0], other[0]), Math.max(one[1], other[1])];
    return [left, top, Math.min(one[2], other[2]), Math.min(one[3], other[3])];
  }

  #clipOf(element: Element, style: CSSStyleDeclaration): Clip {
    const { overflowX, overflowY, position, display } = style;
    const away = position === "absolute" ? (element as HTMLElement).offsetParent : undefined;
    const above = away === undefined ? this.#above(element) : away;
    const around = above instanceof ShadowRoot ? above.host : above;
    const known = around instanceof Element ? this.#clips.get(around) : undefined;
    const clip =
      position === "fixed" || known === undefined
        ? ([0, 0, innerWidth, innerHeight] as const)
        : known;
    const isClipped = overflowX !== "visible" || overflowY !== "visible";
    // What the page itself cuts off is cut off by the window.
    if (!isClipped || display === "contents" || /^(?:html|body)$/.test(element.localName))
      return clip;
    const { left, top, right, bottom } = this.#boxOf.call(element);
    return this.#within([left, top, right, bottom], clip);
  }

  /** A box without a trace may be the control itself, with a picture of one beneath. */
  #isTouched(element: Element): boolean {
    return element instanceof HTMLInputElement && this.hasBox(element);
  }

  #isCutOff(element: Element, style: CSSStyleDeclaration): boolean {
    const { overflowX, overflowY, position, clip, clipPath } = style;
    const isAway = position === "absolute" || position === "fixed";
    if (isAway && /^rect\((?:0|1)px,? (?:0|1)px,? (?:0|1)px,? (?:0|1)px\)$/.test(clip)) return true;
    if (/^inset\((?:50|100)%\)$/.test(clipPath)) return true;
    const isClipped = overflowX !== "visible" || overflowY !== "visible";
    if (isClipped && this.#isDot(element) && element.childNodes.length > 0) return true;
    return position !== "static" && this.#isOff(element, position);
  }

  #isDot(element: Element): boolean {
    const { width, height } = this.#boxOf.call(element);
    return width <= 1 || height <= 1;
  }

  /** Whether a box lies beside the page, before its beginning. */
  #isOff(element: Element, position: string): boolean {
    const { right, bottom, width, height } = this.#boxOf.call(element);
    if (width === 0 || height === 0) return false;
    if (position === "fixed") return right <= 0 || bottom <= 0;
    return right + scrollX <= 0 || bottom + scrollY <= 0;
  }

  #hitAt(x: number, y: number): Element | null {
    let hit = document.elementFromPoint(x, y);
    for (let root = this.#rootOf(hit); root !== null; root = this.#rootOf(hit)) {
      const inner = root.elementFromPoint(x, y);
      if (inner === null || inner === hit || inner.getRootNode() !== root) break;
      hit = inner;
    }
    return hit;
  }

  #rootOf(element: Element | null): ShadowRoot | null {
    return element === null ? null : this.#names.shadowOf(element);
  }

  /** Whether what was hit belongs to something else, which can be seen. */
  #liesOver(hit: Element, element: Element): boolean {
    const around = new Set<Node>();
    for (let at: Node | null = element; at !== null; at = this.#above(at)) around.add(at);
    if (around.has(hit)) return false;
    let paints = false;
    for (let at: Node | null = hit; at !== null && !around.has(at); at = this.#above(at)) {
      if (at === element) return false;
      if (at instanceof HTMLLabelElement && at.control === element) return false;
      paints ||= at instanceof Element && this.#isPainted(at);
    }
    for (let at: Node | null = hit; at !== null; at = this.#above(at)) {
      if (at === element) return false;
    }
    return paints;
  }

  #above(node: Node): Node | null {
    const slot = node instanceof Element ? node.assignedSlot : null;
    return slot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  }

  #isPainted(element: Element): boolean {
    const known = this.#paints.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element);
    const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor)?.[1];
    const isFilled = alpha === undefined || Number(alpha) >= 0.1;
    const isPicture = /^(?:img|canvas|video|iframe|embed|object|picture)$/.test(element.localName);
    const paints =
      isFilled || isPicture || backgroundImage !== "none" || (backdropFilter || "none") !== "none";
    this.#paints.set(element, paints);
    return paints;
  }
}
