/**
 * Gives what a person would click to click `element`: the label of a hidden control, the content of
 * an element without a box, else itself.
 */
export function standIn(element: Element): Element {
  const shows = (candidate: Element): boolean =>
    [...candidate.getClientRects()].some(({ width, height }) => width > 0 && height > 0) &&
    candidate.checkVisibility() &&
    getComputedStyle(candidate).visibility === "visible";
  if (element instanceof HTMLOptionElement || shows(element)) return element;
  const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
  const label = [...labels].find(shows);
  if (label !== undefined) return label;
  return [...element.querySelectorAll("*")].slice(0, 100).find(shows) ?? element;
}
