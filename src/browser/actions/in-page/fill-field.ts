import type { chooseByText } from "./choose-by-text.ts";
import type { findElement } from "./find-element.ts";
import type { InputTools, setInput } from "./set-input.ts";
import type { standIn } from "./stand-in.ts";
import type { stateOf } from "./state-of.ts";

/** What {@link fillField} calls. */
interface FillTools extends InputTools {
  readonly chooseByText: typeof chooseByText;
  readonly fillByKind: typeof fillByKind;
  readonly fillBox: typeof fillBox;
  readonly fillList: typeof fillList;
  readonly fillInput: typeof fillInput;
  readonly findElement: typeof findElement;
  readonly setInput: typeof setInput;
  readonly standIn: typeof standIn;
  readonly stateOf: typeof stateOf;
}

/**
 * How a control takes a text: it has it now (`set`), by a click (`click`), as text (`type`, or
 * `line` where it takes no line breaks); or why it does not.
 */
type Filling = "set" | "click" | "type" | "line" | { readonly fault: string };

/** Sets the value of the control that is asked for, where it is not typed or clicked. */
export function fillField(tools: FillTools, text: string): Filling {
  const asked = tools.findElement(undefined);
  const label = asked instanceof HTMLLabelElement ? asked.control : null;
  const control = (label ?? asked) as HTMLElement | null;
  if (control === null) return { fault: "gone" };
  const state = tools.stateOf(tools.standIn(control));
  if (state === "hidden") return { fault: "not visible" };
  const isDisabled = state === "disabled" || control.matches("[aria-disabled=true]");
  return isDisabled ? { fault: "disabled" } : tools.fillByKind(tools, control, text);
}

/** Sets the value of a control that is ready. */
export function fillByKind(tools: FillTools, control: HTMLElement, text: string): Filling {
  const isInput = control instanceof HTMLInputElement;
  const kind = isInput ? control.type : (control.getAttribute("role") ?? "");
  if (/^(?:checkbox|radio|switch)$/.test(kind)) return tools.fillBox(control, text);
  control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (control instanceof HTMLSelectElement) return tools.fillList(tools, control, text);
  if (isInput) return tools.fillInput(tools, control, text);
  if (control instanceof HTMLTextAreaElement)
    return control.readOnly ? { fault: "read-only" } : "type";
  return control.isContentEditable ? "type" : { fault: "not a field" };
}

/** How a checkbox, radio button or switch comes to be on or off. */
export function fillBox(control: HTMLElement, text: string): Filling {
  const wanted = /^(?:true|on|yes|checked|1)$/i.test(text.trim());
  if (!wanted && !/^(?:false|off|no|unchecked|0)$/i.test(text.trim()))
    return { fault: "neither true nor false" };
  const isInput = control instanceof HTMLInputElement;
  const is = isInput ? control.checked : control.getAttribute("aria-checked") === "true";
  if (is === wanted) return "set";
  const isRadio = isInput && control.type === "radio";
  return isRadio && !wanted ? { fault: "a radio button stays chosen" } : "click";
}

/** Chooses what a text says in a list: one option, or one a line where several can be chosen. */
export function fillList(tools: FillTools, control: HTMLSelectElement, text: string): Filling {
  control.focus({ preventScroll: true });
  if (!control.multiple) return tools.chooseByText(control, text);
  const before = [...control.options].map(({ selected }) => selected);
  for (const option of control.options) option.selected = false;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const line of lines) {
    const chosen = tools.chooseByText(control, line);
    if (chosen === "set") continue;
    for (const [at, option] of [...control.options].entries())
      option.selected = before[at] ?? false;
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return chosen;
  }
  if (lines.length === 0) control.dispatchEvent(new Event("change", { bubbles: true }));
  return "set";
}

/** Sets the value of an input that is no box, or says that it is typed. */
export function fillInput(tools: FillTools, control: HTMLInputElement, text: string): Filling {
  const { type } = control;
  if (/^(?:file|hidden|button|submit|reset|image)$/.test(type)) return { fault: "not a field" };
  if (control.readOnly) return { fault: "read-only" };
  if (text === "" && /^(?:text|search|email|tel|url|password|number)$/.test(type)) return "line";
  control.focus({ preventScroll: true });
  if (text === "" && !/^(?:range|color)$/.test(type)) {
    control.value = "";
    control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return "set";
  }
  const set = tools.setInput(tools, control, text);
  return set === "element" ? "line" : set;
}
