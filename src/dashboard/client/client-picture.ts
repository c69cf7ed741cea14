/** Shows a browser as it is, a picture each second, until it has ended. */
export class ClientPicture {
  readonly #said = document.querySelector("[data-picture-said]");

  constructor() {
    const image = document.querySelector<HTMLImageElement>("img[data-picture]");
    if (image !== null) void this.#follow(image, image.src);
  }

  async #follow(image: HTMLImageElement, url: string): Promise<void> {
    for (;;) {
      if (!document.hidden && !(await this.#look(image, url))) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 1000);
      });
    }
  }

  /** Whether there may be another picture. */
  async #look(image: HTMLImageElement, url: string): Promise<boolean> {
    try {
      const answer = await fetch(url, { cache: "no-store" });
      if (answer.ok) await this.#show(image, await answer.blob());
      else if (answer.status === 404) this.#say("The browser has ended.");
      else this.#say("No page is open yet.");
      return answer.status !== 404 && answer.status !== 401;
    } catch {
      this.#say("The service cannot be reached.");
      return true;
    }
  }

  async #show(image: HTMLImageElement, picture: Blob): Promise<void> {
    const before = image.src;
    image.src = URL.createObjectURL(picture);
    image.hidden = false;
    await image.decode().catch(() => {});
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
    this.#say("Live.");
  }

  /** The same is not said again: a screen reader would repeat it each second. */
  #say(text: string): void {
    if (this.#said !== null && this.#said.textContent !== text) this.#said.textContent = text;
  }
}
