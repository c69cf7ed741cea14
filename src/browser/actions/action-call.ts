import type { Clock } from "../../core/index.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Mouse } from "./mouse.ts";
import type { Tab } from "./tab.ts";

/** The dependencies of carrying out one action. */
export interface ActionCall {
  readonly tab: Tab;
  readonly clock: Clock;
  readonly mouse: Mouse;
  readonly keyboard: Keyboard;
  /** Aborts when the run is cancelled, the action's time is up or the page is gone. */
  readonly signal: AbortSignal;
}

/** How an action went that did not fail. */
export interface ActionOutcome {
  readonly outcome: "done" | "skipped";
  readonly reason?: string;
}
