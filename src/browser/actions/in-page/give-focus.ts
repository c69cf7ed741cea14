import type { findElement } from "./find-element.ts";

/** What {@link giveFocus} calls. */
interface FocusTools extends Record<string, (...args: never[]) => unknown> {
  readonly findElement: typeof findElement;
}

/** Gives the element that is asked for the focus, with all that it holds selected; tells whether it took it. */
export function giveFocus(tools: FocusTools): boolean {
  const asked = tools.findElement(undefined);
  const label = asked instanceof HTMLLabelElement ? asked.control : null;
  const element = (label ?? asked) as HTMLElement | null;
  if (element === null) return false;
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const root = element.getRootNode() as Document | ShadowRoot;
  const has = (): boolean => root.activeElement === element || element.matches(":focus-within");
  if (!has()) element.focus({ preventScroll: true });
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (isField) element.select();
  else if (element.isContentEditable) getSelection()?.selectAllChildren(element);
  return has();
}
