/** Turns sections that stand one under the other into tabs; the arrow keys go from one to the next. */
export class ClientTabs {
  constructor() {
    for (const box of document.querySelectorAll<HTMLElement>("[data-tabs]")) this.#begin(box);
    for (const list of document.querySelectorAll("[data-cited]")) this.#openCited(list);
  }

  #begin(box: HTMLElement): void {
    const sections = [...box.querySelectorAll<HTMLElement>(":scope > section")];
    if (sections.length < 2) return;
    const bar = document.createElement("div");
    bar.className = "tabs";
    bar.setAttribute("role", "tablist");
    const buttons = sections.map((section, at) => this.#button(section, at));
    const show = (chosen: number): void => {
      for (const [at, section] of sections.entries()) {
        section.hidden = at !== chosen;
        buttons[at]?.setAttribute("aria-selected", String(at === chosen));
        if (buttons[at] !== undefined) buttons[at].tabIndex = at === chosen ? 0 : -1;
      }
    };
    for (const [at, button] of buttons.entries()) {
      button.addEventListener("click", () => show(at));
      button.addEventListener("keydown", ({ key }) => {
        const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
        if (step === 0) return;
        const next = (at + step + buttons.length) % buttons.length;
        show(next);
        buttons[next]?.focus();
      });
    }
    bar.append(...buttons);
    box.prepend(bar);
    const wrong = box.querySelector<HTMLElement>("[aria-invalid]");
    show(Math.max(0, wrong === null ? 0 : sections.findIndex((each) => each.contains(wrong))));
    wrong?.focus();
  }

  #button(section: HTMLElement, at: number): HTMLButtonElement {
    const heading = section.querySelector("h2");
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "tab");
    button.textContent = heading?.textContent ?? String(at + 1);
    section.id ||= `tab-${Math.floor(performance.now())}-${at}`;
    button.setAttribute("aria-controls", section.id);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-label", button.textContent);
    heading?.remove();
    return button;
  }

  /** A number in a report opens the passage that it cites. */
  #openCited(list: Element): void {
    const open = (): void => {
      const cited = location.hash.startsWith("#cited-")
        ? list.querySelector(location.hash)?.querySelector("details")
        : undefined;
      if (cited !== null && cited !== undefined) cited.open = true;
    };
    addEventListener("hashchange", open);
    open();
  }
}
