import type { chooseByText } from "./choose-by-text.ts";
import type { ControlTools, controlValue } from "./control-value.ts";
import type { focusedElement } from "./focused-element.ts";

/** What {@link setValue} calls. */
export interface ValueTools extends ControlTools {
  readonly chooseByText: typeof chooseByText;
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
 * of options) when the text can be one.
 */
export function setValue(tools: ValueTools, text: string): Focus {
  const focused = tools.focusedElement();
  if (focused === null) return "nothing";
  if (focused instanceof HTMLIFrameElement || focused.tagName === "FRAME") return "frame";
  if (text === "") return "element";
  if (focused.matches(":disabled")) return { fault: "disabled" };
  if (focused instanceof HTMLSelectElement) return tools.chooseByText(focused, text);
  const isArea = focused instanceof HTMLTextAreaElement;
  if (!isArea && !(focused instanceof HTMLInputElement)) return "element";
  if (focused.readOnly) return { fault: "read-only" };
  const { type } = focused;
  const value = isArea
    ? undefined
    : tools.controlValue(tools, { type, text, language: navigator.language });
  if (value === undefined) return "element";
  if (value === "") return { fault: `no ${type}` };
  const before = focused.value;
  focused.value = value;
  const { rangeUnderflow, rangeOverflow } = focused.validity;
  const isMoved = type === "range" && Number(focused.value) !== Number(value);
  if (isMoved || (type !== "number" && (rangeUnderflow || rangeOverflow))) {
    focused.value = before;
    return { fault: "out of range" };
  }
  focused.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  focused.dispatchEvent(new Event("change", { bubbles: true }));
  return "set";
}
