import type { ControlTools, controlValue } from "./control-value.ts";

/** What {@link setInput} calls. */
export interface InputTools extends ControlTools {
  readonly controlValue: typeof controlValue;
}

/** Sets the value of an input that is not typed into as it is read; or says why it does not take it. */
export function setInput(
  tools: InputTools,
  input: HTMLInputElement,
  text: string,
): "element" | "set" | { readonly fault: string } {
  if (input.readOnly) return { fault: "read-only" };
  const { type, value: before } = input;
  const value = tools.controlValue(tools, { type, text });
  if (value === undefined) return "element";
  if (value === "") {
    const [day = ""] = text.trim().split(/[\sT,]/);
    const isEither = /^date/.test(type) && day !== "" && tools.dateText(day) === "";
    return { fault: isEither ? "ambiguous date, day and month could be either" : `no ${type}` };
  }
  input.value = value;
  const { rangeUnderflow, rangeOverflow } = input.validity;
  const isMoved = type === "range" && Number(input.value) !== Number(value);
  if (isMoved || (type !== "number" && (rangeUnderflow || rangeOverflow))) {
    input.value = before;
    return { fault: "out of range" };
  }
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return "set";
}
