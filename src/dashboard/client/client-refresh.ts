/** Loads what changes while one looks anew every few seconds, as long as the page says that it does. */
export class ClientRefresh {
  constructor() {
    if (document.querySelector("[data-refresh]") !== null) this.#later();
  }

  #later(): void {
    setTimeout(() => void this.#look(), 3000);
  }

  async #look(): Promise<void> {
    try {
      if (!document.hidden) await this.#refresh();
    } catch {
      // The next look may reach the service again.
    }
    if (document.querySelector("[data-refresh]") !== null) this.#later();
  }

  async #refresh(): Promise<void> {
    const here = location.pathname + location.search;
    const answer = await fetch(here, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = [...fresh.querySelectorAll("[data-refresh]")];
    const places = [...document.querySelectorAll("[data-refresh]")];
    // What it waited for is there: the rest of the page changes with it.
    if (parts.length !== places.length) {
      location.replace(here);
      return;
    }
    for (const [at, place] of places.entries()) {
      const part = parts[at];
      if (part !== undefined && !place.contains(document.activeElement)) place.replaceWith(part);
    }
  }
}
