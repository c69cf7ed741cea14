/** What a player has besides the browser's own: speeds, and keys that seek by five seconds. */
export class ClientPlayer {
  constructor() {
    for (const player of document.querySelectorAll<HTMLElement>("[data-player]")) {
      const video = player.querySelector("video");
      if (video !== null) this.#begin(player, video);
    }
  }

  #begin(player: HTMLElement, video: HTMLVideoElement): void {
    const place = player.querySelector("[data-speeds]");
    const buttons = [1, 2, 4, 8].map((speed) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "small";
      button.textContent = `${speed}×`;
      button.setAttribute("aria-label", `Speed ${speed}`);
      button.setAttribute("aria-pressed", String(speed === 1));
      button.addEventListener("click", () => {
        video.playbackRate = speed;
        for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      });
      return button;
    });
    place?.append(...buttons);
    player.addEventListener("keydown", (event) => this.#key(event, video));
  }

  #key(event: KeyboardEvent, video: HTMLVideoElement): void {
    const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
    if (step === undefined || event.target instanceof HTMLAnchorElement) return;
    event.preventDefault();
    const end = Number.isFinite(video.duration) ? video.duration : Infinity;
    video.currentTime = Math.min(end, Math.max(0, video.currentTime + step));
  }
}
