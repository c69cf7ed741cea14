/** Loads a page again while something on it is under way. */
export class ClientReload {
  constructor() {
    if (document.querySelector("[data-under-way]") === null) return;
    setTimeout(() => this.#reload(), 2500);
  }

  /** Not under the hands of somebody who fills in a form. */
  #reload(): void {
    const at = document.activeElement;
    if (at !== null && at.matches("input, textarea, select")) {
      setTimeout(() => this.#reload(), 2500);
      return;
    }
    location.reload();
  }
}
