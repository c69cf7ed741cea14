/** Pauses. */
export interface WaitAction {
  readonly type: "wait";
  /** Milliseconds, a whole number from 1 to 15000; all of a run's together at most 30000. */
  readonly milliseconds: number;
}

/** Waits until an element is in the page, seen or not. */
export interface WaitForAction {
  readonly type: "wait_for";
  /** A CSS selector, 1 to 500 characters. */
  readonly selector: string;
  /** How long at most, in milliseconds: a whole number from 1 to 30000. @default 10000 */
  readonly milliseconds?: number | undefined;
}

/** Clicks the first element that matches and is not hidden; the first of all when all are. */
export interface ClickAction {
  readonly type: "click";
  /** A CSS selector, 1 to 500 characters. */
  readonly selector: string;
}

/** Scrolls the page, or an element, by what it shows at once. */
export interface ScrollAction {
  readonly type: "scroll";
  /** Which way. @default "down" */
  readonly direction?: "up" | "down" | undefined;
  /** A CSS selector of what to scroll, 1 to 500 characters; absent for the page. @default undefined */
  readonly selector?: string | undefined;
}

/** Types into the element that has the focus. */
export interface WriteAction {
  readonly type: "write";
  /** At most 1000 characters, counted in code points. A line feed is the Enter key. */
  readonly text: string;
}

/** Presses a key. */
export interface PressAction {
  readonly type: "press";
  /**
   * A `key` value of UI Events ("Enter", "ArrowDown", "a"), a `code` value ("KeyA"), a usual other
   * name ("Esc", "Return", "Up"), or one of them after modifiers ("Control+A"). The case of names
   * does not matter.
   */
  readonly key: string;
}

/** Something that a visitor does on a page. */
export type Action =
  | WaitAction
  | WaitForAction
  | ClickAction
  | ScrollAction
  | WriteAction
  | PressAction;

/** The name of a kind of action. */
export type ActionType = Action["type"];
