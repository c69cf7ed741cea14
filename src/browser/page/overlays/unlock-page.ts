/**
 * Undoes what an overlay did to the page under it: scrolling locked, content blurred, hidden from
 * assistive technology or inert. Runs in the page.
 */
export function unlockPage(): void {
  const set = (element: HTMLElement, name: string, value: string): void =>
    element.style.setProperty(name, value, "important");
  const { documentElement: root, body } = document;
  for (const element of [root, body]) {
    const { overflowY, overflowX, position } = getComputedStyle(element);
    if (/hidden|clip/.test(overflowY)) set(element, "overflow-y", "auto");
    if (/hidden|clip/.test(overflowX) && /hidden|clip/.test(overflowY)) {
      set(element, "overflow-x", "visible");
    }
    if (position === "fixed") {
      set(element, "position", "static");
      set(element, "width", "auto");
    }
  }
  for (const child of [body, ...body.children]) {
    if (!(child instanceof HTMLElement)) continue;
    if (getComputedStyle(child).filter.includes("blur")) set(child, "filter", "none");
    if ((child.textContent ?? "").length < 200) continue;
    child.inert = false;
    if (child.getAttribute("aria-hidden") === "true") child.removeAttribute("aria-hidden");
  }
}
