import type { controlValue } from "./control-value.ts";
import type { focusedElement } from "./focused-element.ts";

/** What {@link setValue} calls. */
export interface ValueTools extends Record<string, (...args: never[]) => unknown> {
  readonly controlValue: typeof controlValue;
  readonly focusedElement: typeof focusedElement;
}

/**
 * What has the focus: nothing, a frame, or an element, whose value may have been set; or why it does
 * not take the text.
 */
export type Focus = "nothing" | "frame" | "element" | "set" | { readonly fault: string };

/**
 * Sets the value of a focused control that is not typed into as it is read (a date, a colour, a list
 * of options) when the text can be one (HTML, section 4.10.5.1).
 */
export function setValue(tools: ValueTools, text: string): Focus {
  const focused = tools.focusedElement();
  if (focused === null) return "nothing";
  if (focused instanceof HTMLIFrameElement || focused.tagName === "FRAME") return "frame";
  const isSelect = focused instanceof HTMLSelectElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  if (!isSelect && !isField) return "element";
  if (text === "") return "element";
  if (focused.matches(":disabled")) return { fault: "disabled" };
  if (!isSelect && focused.readOnly) return { fault: "read-only" };
  const tell = (): "set" => {
    focused.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    focused.dispatchEvent(new Event("change", { bubbles: true }));
    return "set";
  };
  if (isSelect) {
    const said = text.trim().replaceAll(/\s+/g, " ");
    const options = [...focused.options];
    const same = (one: string): boolean => one.toLowerCase() === said.toLowerCase();
    const option =
      options.find(({ value }) => value === text) ??
      options.find(({ text: label }) => label === said) ??
      options.find(({ value, text: label }) => same(value) || same(label));
    if (option === undefined) return { fault: "no such option" };
    if (option.matches(":disabled, :disabled *")) return { fault: "option disabled" };
    if (option.selected) return "set";
    option.selected = true;
    return tell();
  }
  const value = tools.controlValue(focused.type, text, navigator.language);
  if (value === undefined) return "element";
  if (value === "") return { fault: `no ${focused.type}` };
  const before = focused.value;
  // Not by a setter that a framework put onto the element itself: it would see no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(focused, value);
  if (focused.value === "") return { fault: `no ${focused.type}` };
  const isNear = focused.type === "range" || focused.type === "number";
  if (focused.type === "range" && Number(focused.value) !== Number(value)) {
    focused.value = before;
    return { fault: "out of range" };
  }
  if (!isNear && (focused.validity.rangeUnderflow || focused.validity.rangeOverflow)) {
    focused.value = before;
    return { fault: "out of range" };
  }
  return tell();
}
