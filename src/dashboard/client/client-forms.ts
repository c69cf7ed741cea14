/** What forms do besides being sent: ask before they do harm, say that they are under way, copy. */
export class ClientForms {
  constructor() {
    document.addEventListener("submit", (event) => this.#submit(event));
    for (const box of document.querySelectorAll<HTMLElement>("pre[data-copy], pre[data-sample]")) {
      this.#addCopy(box);
    }
  }

  #submit(event: SubmitEvent): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const question = form.dataset["confirm"];
    // oxlint-disable-next-line no-alert
    if (question !== undefined && !confirm(question)) {
      event.preventDefault();
      return;
    }
    if (form.method !== "post") return;
    const button = event.submitter;
    if (button instanceof HTMLButtonElement) {
      // The browser reads the fields first.
      setTimeout(() => {
        button.disabled = true;
        button.setAttribute("aria-busy", "true");
      });
    }
    const result = document.querySelector("[data-result]");
    if (form.dataset["playground"] !== undefined && result !== null) {
      const note = document.createElement("div");
      note.className = "empty";
      note.textContent = "The page is being scraped …";
      result.replaceChildren(note);
    }
  }

  #addCopy(box: HTMLElement): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const copied = navigator.clipboard.writeText(box.textContent);
      void copied.then(() => (button.textContent = "Copied"));
    });
    box.after(button);
  }
}
