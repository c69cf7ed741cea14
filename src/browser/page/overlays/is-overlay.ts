import type { OverlayMeasures } from "./measure-overlay.ts";

/** What is said of the page around an element. */
interface OverlaySurroundings {
  /** Characters of the whole page's text. */
  readonly pageLength: number;
  /** Whether something translucent covers the viewport. */
  readonly backdrop: boolean;
}

/** Whether an element lies over the page and is none of its content. Runs in the page. */
export function isOverlay(measures: OverlayMeasures, around: OverlaySurroundings): boolean {
  const { layer, cover, modal, named, length, consentWords, density } = measures;
  const { answers, links, letter, asksMail } = measures;
  const share = length / Math.max(1, around.pageLength);
  const speaksOfConsent = (): boolean =>
    consentWords > 0 && answers > 0 && length <= 6000 && links <= 30;
  // A page that is fixed as a whole speaks of cookies too, but of much else.
  const isThePage = (): boolean => share > 0.5 && length > 600 && !named && density < 2;
  const liesOver = (): boolean => {
    if (layer === "over") return named || modal || density >= 1;
    if (layer === "raised") return named || (density >= 2 && cover >= 0.03);
    // A banner says what it asks; "Manage cookies" in a footer does not.
    return named && density >= 1 && length >= 40 && length < 1500;
  };
  const asksToSubscribe = (): boolean =>
    layer === "over" && letter && asksMail && length < 1500 && share < 0.3 && links < 10;
  const standsInTheWay = (): boolean =>
    layer !== "flow" &&
    modal &&
    cover >= 0.02 &&
    around.backdrop &&
    length < 1500 &&
    share < 0.25 &&
    links < 10;
  return (speaksOfConsent() && !isThePage() && liesOver()) || asksToSubscribe() || standsInTheWay();
}
