/** Chooses values on a screenshot: a box on the picture and a row of the list are one. */
export class ClientPicker {
  constructor() {
    const picker = document.querySelector<HTMLElement>("[data-picker]");
    if (picker === null) return;
    const rows = new Map(
      [...picker.querySelectorAll<HTMLElement>("[data-pick]")].map((row) => [
        row.dataset["pick"] ?? "",
        row,
      ]),
    );
    for (const box of picker.querySelectorAll<SVGElement>("[data-box]")) {
      const row = rows.get(box.dataset["box"] ?? "");
      if (row !== undefined) this.#tie(box, row);
    }
    const find = picker.querySelector<HTMLInputElement>("[data-find-pick]");
    find?.addEventListener("input", () => this.#find(find.value, [...rows.values()]));
    picker.scrollIntoView({ block: "nearest" });
  }

  #tie(box: SVGElement, row: HTMLElement): void {
    const tick = row.querySelector<HTMLInputElement>("input[type=checkbox]");
    if (tick === null) return;
    const show = (): void => {
      box.classList.toggle("chosen", tick.checked);
      const mode = document.querySelector<HTMLSelectElement>("select[name=watchMode]");
      if (tick.checked && mode !== null) mode.value = "specific_data";
    };
    tick.addEventListener("change", show);
    box.addEventListener("click", () => {
      tick.checked = !tick.checked;
      show();
      row.hidden = false;
      row.scrollIntoView({ block: "nearest" });
      if (tick.checked) row.querySelector<HTMLInputElement>("input[maxlength]")?.select();
    });
    const point = (isAt: boolean) => (): void => {
      box.classList.toggle("pointed", isAt);
      row.classList.toggle("pointed", isAt);
    };
    for (const each of [box, row]) {
      each.addEventListener("pointerenter", point(true));
      each.addEventListener("pointerleave", point(false));
      each.addEventListener("focusin", point(true));
      each.addEventListener("focusout", point(false));
    }
    show();
  }

  #find(text: string, rows: readonly HTMLElement[]): void {
    const wanted = text.trim().toLowerCase();
    for (const row of rows) {
      const isChosen = row.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked;
      const said = row.querySelector("label")?.textContent.toLowerCase() ?? "";
      row.hidden = isChosen !== true && !said.includes(wanted);
    }
  }
}
