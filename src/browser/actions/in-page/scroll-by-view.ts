import type { findElement } from "./find-element.ts";
import type { pathOf } from "./path-of.ts";
import type { Point } from "./points-of.ts";

/** How scrolling went. */
export interface Scrolled {
  readonly isFound: boolean;
  readonly hasMoved: boolean;
  /** Where a wheel would have to turn, when nothing was found that scrolls. */
  readonly wheel?: Point | undefined;
}

/** What {@link scrollByView} calls. */
interface ScrollTools extends Record<string, (...args: never[]) => unknown> {
  readonly findElement: typeof findElement;
  readonly pathOf: typeof pathOf;
}

/**
 * Scrolls the page, or what of an element scrolls, by what it shows at once, without animation. The
 * page's scroller is the document, else the largest area in view that scrolls.
 */
export function scrollByView(
  tools: ScrollTools,
  { selector, isNode, by }: { selector?: string | undefined; isNode: boolean; by: 1 | -1 },
): Scrolled {
  const page = document.scrollingElement ?? document.documentElement;
  const isScroller = (element: Element): boolean => {
    if (element.clientHeight === 0 || element.scrollHeight - element.clientHeight <= 1)
      return false;
    if (element !== page) return /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
    const own = getComputedStyle(document.documentElement).overflowY;
    const applied =
      own === "visible" && document.body ? getComputedStyle(document.body).overflowY : own;
    return !/hidden|clip/.test(applied);
  };
  const area = (element: Element): number => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    return Math.max(0, width) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  };
  const largestIn = (start: Element): Element | undefined => {
    const found: Element[] = [];
    const roots: (Element | ShadowRoot)[] = [start];
    for (const root of roots) {
      if (root instanceof Element && root.shadowRoot !== null) roots.push(root.shadowRoot);
      for (const element of root.querySelectorAll("*")) {
        if (element !== page && isScroller(element)) found.push(element);
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      }
    }
    return found
      .toSorted((one, other) => area(other) - area(one))
      .find((element) => area(element) > 0);
  };
  const isPage = selector === undefined && !isNode;
  const asked = isPage ? page : tools.findElement(selector, (one) => one.checkVisibility());
  if (asked === null) return { isFound: false, hasMoved: false };
  if (asked !== page) asked.scrollIntoView({ block: "nearest", behavior: "instant" });
  const scroller = isScroller(asked)
    ? asked
    : (largestIn(asked) ?? tools.pathOf(asked).find(isScroller));
  if (scroller === undefined || asked instanceof HTMLIFrameElement) {
    const { left, top, width, height } = asked.getBoundingClientRect();
    const wheel: Point =
      asked === page ? [innerWidth / 2, innerHeight / 2] : [left + width / 2, top + height / 2];
    return { isFound: true, hasMoved: false, wheel };
  }
  const before = scroller.scrollTop;
  scroller.scrollBy({ top: by * scroller.clientHeight, behavior: "instant" });
  return { isFound: true, hasMoved: scroller.scrollTop !== before };
}
