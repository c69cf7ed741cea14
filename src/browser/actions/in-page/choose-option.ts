import type { PageSlot } from "./page-slot.ts";

/** Chooses the target, an option, as a person would in the list that its select opens. */
export function chooseOption(): void {
  const option = (globalThis as PageSlot).draglineTarget;
  if (!(option instanceof HTMLOptionElement)) return;
  const select = option.closest("select");
  if (select === null) return;
  select.focus();
  const wasSelected = option.selected;
  option.selected = select.multiple ? !wasSelected : true;
  if (option.selected === wasSelected) return;
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
