import type { ActionCall } from "./action-call.ts";
import { actionLimits } from "./action-limits.ts";
import { clearCover } from "./clear-cover.ts";
import type { AimScroll } from "./in-page/aim.ts";
import type { Point } from "./in-page/points-of.ts";
import type { Target } from "./node-action.ts";
import { takeAim, type Cover, type Sight } from "./take-aim.ts";

/** Milliseconds between two looks: more than two frames of the screen. */
const INTERVAL = 40;
/** Milliseconds that an overlay has to go away after its button was pressed. */
const FADE = 500;
/** Milliseconds until a cover without a button is looked at again. */
const RETRY = 200;
/** Milliseconds after which a cover that is not an overlay counts as permanent. */
const LASTING = 1000;
/** Overlays that are taken away for one click. */
const OVERLAYS = 3;

/** Watches a target until a click can go to it, and does what a person does to get there. */
export class TargetWatch {
  readonly interval = INTERVAL;
  readonly #call: ActionCall;
  readonly #target: Target;
  readonly #end: number;
  /** Where to scroll, one after the other, until something else than a cover is in sight. */
  readonly #scrolls: AimScroll[] = ["center", "start", "end"];
  #scroll: AimScroll = "";
  #last: Sight | undefined;
  #hovered: Point | undefined;
  #isAimed = false;
  #isStuck = false;
  #coveredFrom: number | undefined;
  #patientUntil = 0;
  #cleared = 0;
  #escaped = false;

  constructor(call: ActionCall, target: Target) {
    this.#call = call;
    this.#target = target;
    this.#end = call.clock.monotonic() + actionLimits.ready;
  }

  /** Whether the mouse is over the target and a click would go to it. */
  get isAimed(): boolean {
    return this.#isAimed;
  }

  /** Whether there is nothing more to wait for. */
  get isOver(): boolean {
    const state = this.#last?.state ?? "missing";
    return (
      this.#isAimed ||
      this.#isStuck ||
      ["option", "area"].includes(state) ||
      this.#call.clock.monotonic() >= this.#end
    );
  }

  /** Looks at the target and takes the next step towards it. */
  async look(): Promise<Sight> {
    const { tab, signal } = this.#call;
    const scroll = this.#scroll;
    this.#scroll = "";
    const sight = await tab.persist(() => takeAim(this.#call, this.#target, scroll), signal);
    const isStill = sight.place === this.#last?.place;
    this.#last = sight;
    if (sight.state !== "ready") return sight;
    if (sight.points.length > 0) await this.#approach(sight.points);
    else if (isStill && sight.cover !== undefined) await this.#uncover(sight.cover);
    return sight;
  }

  /** Moves the mouse there, and looks once more before the click: what it hovers may react. */
  async #approach(points: readonly Point[]): Promise<void> {
    const [best = [0, 0]] = points;
    const at = this.#hovered;
    this.#coveredFrom = undefined;
    // The points of what moves are never twice the same.
    this.#isAimed = at !== undefined && points.some(([x, y]) => x === at[0] && y === at[1]);
    if (this.#isAimed) return;
    await this.#call.mouse.move(best, this.#call.signal);
    this.#hovered = best;
  }

  async #uncover(cover: Cover): Promise<void> {
    const now = this.#call.clock.monotonic();
    this.#coveredFrom ??= now;
    const scroll = this.#scrolls.shift();
    if (scroll !== undefined) {
      this.#scroll = scroll;
      this.#coveredFrom = now;
      return;
    }
    if (now < this.#patientUntil || this.#cleared >= OVERLAYS) return;
    const clearing = await clearCover(this.#call, cover, !this.#escaped);
    // What lies there after an overlay has gone has its own time.
    if (clearing !== "none") this.#coveredFrom = undefined;
    if (clearing === "none" || clearing === "wait") {
      const from = this.#coveredFrom ?? now;
      this.#isStuck = clearing === "none" && now - from >= LASTING;
      this.#patientUntil = now + RETRY;
      return;
    }
    if (clearing === "button") this.#cleared += 1;
    else this.#escaped = true;
    this.#patientUntil = this.#call.clock.monotonic() + FADE;
    this.#hovered = undefined;
  }
}
