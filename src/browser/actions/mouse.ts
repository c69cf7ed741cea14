import type { Point } from "./in-page/points-of.ts";
import type { Tab } from "./tab.ts";

/** The visitor's mouse. Positions are CSS pixels of the main frame's viewport. */
export class Mouse {
  readonly #tab: Tab;
  #at: Point = [0, 0];
  #isDown = false;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async move(to: Point, signal: AbortSignal): Promise<void> {
    this.#at = to;
    await this.#send("mouseMoved", this.#isDown ? { button: "left", buttons: 1 } : {}, signal);
  }

  /** Presses the left button where the mouse is, and keeps it down. */
  async press(signal: AbortSignal): Promise<void> {
    this.#isDown = true;
    await this.#send("mousePressed", { button: "left", clickCount: 1, buttons: 1 }, signal);
  }

  /** Presses and releases the left button where the mouse is. */
  async click(signal: AbortSignal): Promise<void> {
    await this.press(signal);
    await this.release(signal);
  }

  /** Turns the wheel by CSS pixels, down when positive. */
  async wheel(deltaY: number, signal: AbortSignal): Promise<void> {
    await this.#send("mouseWheel", { deltaX: 0, deltaY }, signal);
  }

  /** Lets the button go, if it is down. */
  async release(signal: AbortSignal): Promise<void> {
    if (!this.#isDown) return;
    this.#isDown = false;
    await this.#send("mouseReleased", { button: "left", clickCount: 1, buttons: 0 }, signal);
  }

  async #send(type: string, more: object, signal: AbortSignal): Promise<void> {
    const [x, y] = this.#at;
    const params = { type, x, y, pointerType: "mouse", ...more };
    await this.#tab.send({ method: "Input.dispatchMouseEvent", params }, signal);
  }
}
