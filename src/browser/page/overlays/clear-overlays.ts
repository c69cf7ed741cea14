import type { isBackdrop } from "./is-backdrop.ts";
import type { isOverlay } from "./is-overlay.ts";
import type { measureOverlay, MeasureTools } from "./measure-overlay.ts";
import type { OverlayWords } from "./overlay-words.ts";
import type { unlockPage } from "./unlock-page.ts";

/** What {@link clearOverlays} uses; functions go into a page without what is around them. */
interface ClearTools extends MeasureTools {
  readonly measureOverlay: typeof measureOverlay;
  readonly isOverlay: typeof isOverlay;
  readonly isBackdrop: typeof isBackdrop;
  readonly unlockPage: typeof unlockPage;
}

/** How overlays are recognized. */
interface OverlayKnowledge {
  readonly words: OverlayWords;
  readonly selectors: readonly string[];
}

/** Removes what lies over the page; gives the number of elements. Runs in the page. */
export async function clearOverlays(tools: ClearTools, known: OverlayKnowledge): Promise<number> {
  const { words, selectors } = known;
  const content = "html, body, main, [role='main'], nav, [role='navigation']";
  const named = new RegExp(words.name, "u");
  const holds = (element: Element, what: string): boolean =>
    element.matches(content) || element.querySelector(what) !== null;
  const isCandidate = (element: Element): boolean => {
    const { position, zIndex } = getComputedStyle(element);
    if (/^(?:fixed|sticky)$/.test(position) || element.matches(":modal")) return true;
    if (position === "absolute" && Number(zIndex) >= 1) return true;
    return named.test(`${element.id} ${element.getAttribute("class") ?? ""}`.toLowerCase());
  };
  const isEmpty = (element: Element): boolean =>
    tools.textOf(element, 30).length < 20 &&
    element.querySelector("img, svg, video, canvas, iframe, picture, input") === null;
  let count = 0;
  // A form's controls hide its methods (`<input name="matches">`); such a form stays.
  const removeIf = (is: (element: Element) => boolean) => (element: Element) => {
    try {
      if (!element.isConnected || !is(element)) return;
      element.remove();
      count += 1;
    } catch {}
  };
  for (const selector of selectors) {
    const isKnown = removeIf((element) => !holds(element, "main, [role='main']"));
    document.querySelectorAll(selector).forEach(isKnown);
  }
  if (document.body === null) return count;
  const elements = tools.elementsOf(document.body, 50_000);
  const backdrops = elements.filter((element) => tools.isBackdrop(element));
  const pageLength = tools.textOf(document.body, 200_000).length;
  const around = { pageLength, backdrop: backdrops.length > 0 };
  const isOver = (element: Element): boolean =>
    !holds(element, "main, [role='main'], nav") &&
    isCandidate(element) &&
    tools.isOverlay(tools.measureOverlay(tools, element, words), around);
  elements.forEach(removeIf(isOver));
  if (count === 0) return 0;
  backdrops.forEach(removeIf(isEmpty));
  tools.unlockPage();
  return count;
}
