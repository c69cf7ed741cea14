import type { ViewerMessageOf } from "../../viewer/viewer-message.ts";
import type { ClientKeys } from "./client-keys.ts";
import type { ClientPage } from "./client-page.ts";
import type { ClientPicture } from "./client-picture.ts";

/** Where a finger went down or was last, and whether it has moved. */
interface Finger {
  readonly x: number;
  readonly y: number;
  readonly isScrolling: boolean;
}

/** Mouse and touch: a finger taps and scrolls. */
export class ClientPointer {
  readonly #page: ClientPage;
  readonly #picture: ClientPicture;
  readonly #keys: ClientKeys;
  /** By the number of a button. */
  readonly #buttons: readonly ("left" | "middle" | undefined)[] = ["left", "middle"];
  #clicks = 0;
  #lastClick = { time: -Infinity, x: 0, y: 0 };
  #finger: Finger | undefined;
  #move: ViewerMessageOf<"mouse"> | undefined;
  #wheel: ViewerMessageOf<"wheel"> | undefined;

  constructor(page: ClientPage, picture: ClientPicture, keys: ClientKeys) {
    this.#page = page;
    this.#picture = picture;
    this.#keys = keys;
    const { canvas } = picture;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#moved(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => (this.#finger = undefined));
    canvas.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #down(event: PointerEvent): void {
    event.preventDefault();
    this.#picture.canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      const { clientX: x, clientY: y } = event;
      if (event.isPrimary) this.#finger = { x, y, isScrolling: false };
      return;
    }
    this.#keys.focus();
    const button = this.#buttons[event.button];
    if (button === undefined) return;
    this.#countClicks(event);
    this.#mouse("down", event, { button, buttons: event.buttons & 5 });
  }

  #moved(event: PointerEvent): void {
    if (event.pointerType === "touch") return this.#drag(event);
    this.#later();
    const buttons = event.buttons & 5;
    const button = (buttons & 1) !== 0 ? "left" : (buttons & 4) !== 0 ? "middle" : "none";
    this.#move = this.#mouseMessage("move", event, { button, buttons });
  }

  #up(event: PointerEvent): void {
    if (event.pointerType === "touch") return this.#lift(event);
    const button = this.#buttons[event.button];
    if (button !== undefined) this.#mouse("up", event, { button, buttons: event.buttons & 5 });
  }

  #countClicks({ clientX: x, clientY: y, timeStamp: time }: PointerEvent): void {
    const last = this.#lastClick;
    const isAgain = Math.hypot(x - last.x, y - last.y) < 6 && time - last.time < 500;
    this.#clicks = isAgain ? (this.#clicks % 3) + 1 : 1;
    this.#lastClick = { time, x, y };
  }

  #mouseMessage(
    kind: "down" | "up" | "move",
    event: PointerEvent,
    held: Pick<ViewerMessageOf<"mouse">, "button" | "buttons">,
  ): ViewerMessageOf<"mouse"> {
    const clicks = kind === "move" ? 0 : this.#clicks;
    const modifiers = this.#keys.modifiersOf(event);
    return { type: "mouse", kind, ...this.#picture.pointOf(event), ...held, clicks, modifiers };
  }

  #mouse(
    kind: "down" | "up" | "move",
    event: PointerEvent,
    held: Pick<ViewerMessageOf<"mouse">, "button" | "buttons">,
  ): void {
    this.#flush();
    this.#page.say(this.#mouseMessage(kind, event, held));
  }

  /** Moves and wheels of one frame of the screen go as one. */
  #later(): void {
    if (this.#move === undefined && this.#wheel === undefined) {
      requestAnimationFrame(() => this.#flush());
    }
  }

  #flush(): void {
    const [move, wheel] = [this.#move, this.#wheel];
    [this.#move, this.#wheel] = [undefined, undefined];
    if (move !== undefined) this.#page.say(move);
    if (wheel === undefined) return;
    const bounded = (value: number): number => Math.min(Math.max(value, -4096), 4096);
    this.#page.say({ ...wheel, dx: bounded(wheel.dx), dy: bounded(wheel.dy) });
  }

  #scroll(event: MouseEvent, dx: number, dy: number): void {
    this.#later();
    const before = this.#wheel ?? { dx: 0, dy: 0 };
    this.#wheel = {
      type: "wheel",
      ...this.#picture.pointOf(event),
      dx: before.dx + dx,
      dy: before.dy + dy,
      modifiers: this.#keys.modifiersOf(event),
    };
  }

  #drag(event: PointerEvent): void {
    const finger = this.#finger;
    if (finger === undefined || !event.isPrimary) return;
    const { clientX: x, clientY: y } = event;
    const [dx, dy] = [finger.x - x, finger.y - y];
    if (!finger.isScrolling && Math.hypot(dx, dy) < 8) return;
    this.#finger = { x, y, isScrolling: true };
    this.#scroll(event, dx, dy);
  }

  #lift(event: PointerEvent): void {
    const finger = this.#finger;
    if (finger === undefined || !event.isPrimary) return;
    this.#finger = undefined;
    if (finger.isScrolling) return;
    this.#countClicks(event);
    this.#mouse("move", event, { button: "none", buttons: 0 });
    this.#mouse("down", event, { button: "left", buttons: 1 });
    this.#mouse("up", event, { button: "left", buttons: 0 });
  }

  #wheeled(event: WheelEvent): void {
    event.preventDefault();
    // In pixels, in lines of 40 of them, or in pages.
    const unit = [1, 40, this.#picture.height][event.deltaMode] ?? 1;
    this.#scroll(event, event.deltaX * unit, event.deltaY * unit);
  }
}
