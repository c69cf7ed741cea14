import type { focusedElement } from "./focused-element.ts";

/** What {@link setValue} calls. */
export interface ValueTools extends Record<string, (...args: never[]) => unknown> {
  readonly focusedElement: typeof focusedElement;
}

/** What has the focus: nothing, a frame, or an element, whose value may have been set. */
export type Focus = "nothing" | "frame" | "element" | "set";

/**
 * Sets the value of a focused control that is not typed into as it is read (a date, a colour) when
 * the text is in the format of its `value` (HTML, section 4.10.5.1).
 */
export function setValue(tools: ValueTools, text: string): Focus {
  const focused = tools.focusedElement();
  if (focused === null) return "nothing";
  if (focused instanceof HTMLIFrameElement || focused.tagName === "FRAME") return "frame";
  const types = ["date", "time", "datetime-local", "month", "week", "color", "range"];
  if (!(focused instanceof HTMLInputElement) || !types.includes(focused.type)) return "element";
  if (focused.readOnly) return "element";
  const probe = document.createElement("input");
  probe.type = focused.type;
  probe.value = text;
  const isValid = focused.type === "range" ? /^-?[\d.]+$/.test(text) : probe.value !== "";
  // A colour that is none becomes black.
  if (!isValid || (focused.type === "color" && !/^#[\da-f]{6}$/i.test(text))) return "element";
  focused.value = text;
  focused.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  focused.dispatchEvent(new Event("change", { bubbles: true }));
  return "set";
}
