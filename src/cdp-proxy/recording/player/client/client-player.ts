/**
 * What the player does besides the browser's own controls: speeds, and keys wherever the focus is. It
 * says in words when the video cannot be played, as when its URL has expired.
 */
export class ClientPlayer {
  readonly #video: HTMLVideoElement;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #keys: ReadonlyMap<string, () => void> = new Map([
    [" ", () => this.#toggle()],
    ["k", () => this.#toggle()],
    ["f", () => this.#fillScreen()],
    ["ArrowLeft", () => this.#seek(-5)],
    ["ArrowRight", () => this.#seek(5)],
    ["j", () => this.#seek(-10)],
    ["l", () => this.#seek(10)],
    ["ArrowUp", () => this.#changeSpeed(1)],
    ["ArrowDown", () => this.#changeSpeed(-1)],
    [">", () => this.#changeSpeed(1)],
    ["<", () => this.#changeSpeed(-1)],
    ["Home", () => this.#seek(-Infinity)],
    ["End", () => this.#seek(Infinity)],
  ]);

  /** @param video the page's */
  constructor(video: HTMLVideoElement) {
    this.#video = video;
    this.#buttons = Array.from(document.querySelectorAll("button[data-speed]"));
    for (const button of this.#buttons) {
      button.addEventListener("click", () => this.#setSpeed(this.#speedOf(button)));
    }
    addEventListener("keydown", (event) => this.#keyDown(event), true);
    const trouble = document.querySelector<HTMLElement>("#trouble");
    video.addEventListener("error", () => {
      if (trouble !== null) trouble.hidden = false;
    });
  }

  #keyDown(event: KeyboardEvent): void {
    const run = this.#keys.get(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey || run === undefined) return;
    const { target } = event;
    const isOnControl = target instanceof Element && target.closest("button, a") !== null;
    if (event.key === " " && isOnControl) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  #speedOf(button: HTMLButtonElement): number {
    return Number(button.dataset["speed"]);
  }

  #setSpeed(speed: number): void {
    this.#video.playbackRate = speed;
    this.#video.defaultPlaybackRate = speed;
    for (const button of this.#buttons) {
      button.setAttribute("aria-pressed", String(this.#speedOf(button) === speed));
    }
  }

  #changeSpeed(step: number): void {
    const speeds = this.#buttons.map((button) => this.#speedOf(button));
    const next = speeds[speeds.indexOf(this.#video.playbackRate) + step];
    if (next !== undefined) this.#setSpeed(next);
  }

  #seek(seconds: number): void {
    const video = this.#video;
    const end = Number.isFinite(video.duration) ? video.duration : 0;
    video.currentTime = Math.min(Math.max(video.currentTime + seconds, 0), end);
  }

  #toggle(): void {
    if (this.#video.paused) this.#video.play().catch(() => {});
    else this.#video.pause();
  }

  #fillScreen(): void {
    if (document.fullscreenElement === null) this.#video.requestFullscreen().catch(() => {});
    else void document.exitFullscreen();
  }
}
