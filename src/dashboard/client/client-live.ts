/** Loads what runs anew when a job of it changes; without it the page shows how it was. */
export class ClientLive {
  readonly #base = document.body.dataset["base"] ?? "";
  readonly #said = document.querySelector("[data-live-said]");
  readonly #changed = new Set<string>();
  #waits = false;

  constructor() {
    const follows = document.querySelector("[data-live-jobs], [data-follow-job]");
    if (follows === null) return;
    const events = new EventSource(`${this.#base}/api/jobs/events`);
    const followed = document.querySelector<HTMLElement>("[data-follow-job]")?.dataset["followJob"];
    events.addEventListener("job", (event) => {
      const { id, status } = JSON.parse(String(event.data)) as { id: string; status: string };
      if (followed === undefined) {
        this.#changed.add(id);
        this.#refreshSoon();
      } else if (id === followed && (status === "completed" || status === "failed")) {
        location.reload();
      }
    });
    addEventListener("pagehide", () => events.close());
  }

  /** Many changes are one look. */
  #refreshSoon(): void {
    if (this.#waits) return;
    this.#waits = true;
    setTimeout(() => {
      void this.#refresh().finally(() => (this.#waits = false));
    }, 2000);
  }

  async #refresh(): Promise<void> {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const places = [...document.querySelectorAll("[data-live-jobs]")];
    for (const [at, part] of [...fresh.querySelectorAll("[data-live-jobs]")].entries()) {
      const place = places[at];
      if (place !== undefined && !place.contains(document.activeElement)) place.replaceWith(part);
    }
    const count = this.#changed.size;
    this.#changed.clear();
    if (this.#said !== null) {
      this.#said.textContent = `${count === 1 ? "1 job has" : `${count} jobs have`} changed.`;
    }
  }
}
