/** Chooses the option of a list that has a value or a label, as a person would; or says why not. */
export function chooseByText(
  select: HTMLSelectElement,
  text: string,
): "set" | { readonly fault: string } {
  const said = text.trim().replaceAll(/\s+/g, " ");
  const isSame = (one: string): boolean => one.toLowerCase() === said.toLowerCase();
  const options = [...select.options];
  const option =
    options.find(({ value }) => value === text) ??
    options.find(({ text: label }) => label === said) ??
    options.find(({ value, text: label }) => isSame(value) || isSame(label));
  if (option === undefined) return { fault: "option not found" };
  if (option.matches(":disabled, :disabled *")) return { fault: "option disabled" };
  if (option.selected) return "set";
  option.selected = true;
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
  return "set";
}
