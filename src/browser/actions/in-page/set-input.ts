import type { ControlTools, controlValue } from "./control-value.ts";

/** What {@link setInput} calls. */
export interface InputTools extends ControlTools {
  readonly controlValue: typeof controlValue;
  readonly putValue: typeof putValue;
}

/** Sets the value of an input that is not typed into as it is read; or says why it does not take it. */
export function setInput(
  tools: InputTools,
  input: HTMLInputElement,
  text: string,
): "element" | "set" | { readonly fault: string } {
  if (input.readOnly) return { fault: "read-only" };
  const { type } = input;
  const value = tools.controlValue(tools, { type, text });
  if (value === undefined) return "element";
  if (value === "") {
    // A date that can be read is empty only where it can be read in two ways.
    const [day = ""] = type.startsWith("date") ? text.trim().split(/[\sT,]/) : [];
    const isEither = day !== "" && tools.dateText(day) === "";
    return {
      fault: isEither ? "ambiguous date: day and month cannot be distinguished" : `no ${type}`,
    };
  }
  return tools.putValue(input, value);
}

/** Sets a value that an input may have. */
export function putValue(
  input: HTMLInputElement,
  value: string,
): "set" | { readonly fault: string } {
  const { type, value: before } = input;
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
