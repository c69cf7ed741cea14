/** Gives the element that has the focus, shadow roots included; null when it is the page at large. */
export function focusedElement(): Element | null {
  let focused = document.activeElement;
  for (let inner = focused?.shadowRoot?.activeElement; inner;) {
    focused = inner;
    inner = focused.shadowRoot?.activeElement;
  }
  const isPage = focused === document.body || focused === document.documentElement;
  const isEditor = document.designMode === "on" || (document.body?.isContentEditable ?? false);
  return isPage && !isEditor ? null : focused;
}
