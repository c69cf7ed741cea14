/**
 * Whether a person could click an element now. An `option` is chosen and an `area` of an image's map
 * is pressed by script: neither has a box of its own.
 */
export type TargetState = "ready" | "hidden" | "disabled" | "option" | "area";

/** Tells whether a person could click `element`, and why not. */
export function stateOf(element: Element): TargetState {
  if (element instanceof HTMLOptionElement && element.closest("select") !== null) {
    return element.matches(":disabled, select:disabled *") ? "disabled" : "option";
  }
  if (element instanceof HTMLAreaElement) return "area";
  const boxes = [...element.getClientRects()];
  const hasBox = boxes.some(({ width, height }) => width * height > 0);
  const isShown = element.checkVisibility() && getComputedStyle(element).visibility === "visible";
  if (!hasBox || !isShown) return "hidden";
  const control = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  const disabled = ":disabled, [inert], [inert] *";
  return element.matches(disabled) || control.matches(disabled) ? "disabled" : "ready";
}
