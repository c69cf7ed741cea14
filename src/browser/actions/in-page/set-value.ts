import type { chooseByText } from "./choose-by-text.ts";
import type { focusedElement } from "./focused-element.ts";
import type { InputTools, setInput } from "./set-input.ts";

/** What {@link setValue} calls. */
interface ValueTools extends InputTools {
  readonly chooseByText: typeof chooseByText;
  readonly setInput: typeof setInput;
  readonly focusedElement: typeof focusedElement;
}

/**
 * What has the focus: nothing, a frame, or an element, which may take `lines`, and whose value may have
 * been `set`; or why it does
 * not take the text.
 */
export type Focus = "nothing" | "frame" | "element" | "lines" | "set" | { readonly fault: string };

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
  if (focused instanceof HTMLInputElement) return tools.setInput(tools, focused, text);
  if (focused instanceof HTMLTextAreaElement)
    return focused.readOnly ? { fault: "read-only" } : "lines";
  return (focused as HTMLElement).isContentEditable ? "lines" : "element";
}
