/** An element by its node, for code that has looked at the page itself. */
export interface NodeTarget {
  /** The frame's id of CDP. */
  readonly frame: string;
  /** The element's `backendNodeId` of CDP in the frame's process. */
  readonly node: number;
}

/** A way from where the mouse is, in CSS pixels. */
export interface DragOffset {
  readonly dx: number;
  readonly dy: number;
}

/** Clicks an element, moves the mouse over it, or gives it the focus. */
export interface PointAction {
  readonly type: "click" | "hover" | "focus";
  readonly target: NodeTarget;
}

/** Gives a control a value as a visitor would, in place of the one that it has. */
export interface FillAction {
  readonly type: "fill";
  readonly target: NodeTarget;
  /**
   * What is typed; for a list the option's label or value (one a line where several can be chosen);
   * for a date, time, number, range or colour what it is to be; for a checkbox or a switch `true` or
   * `false`. Empty to empty a field.
   */
  readonly text: string;
}

/** Drags an element onto another, or by a way. */
export interface DragAction {
  readonly type: "drag";
  readonly target: NodeTarget;
  readonly to: NodeTarget | DragOffset;
}

/** Scrolls an element, or what around it scrolls, by what it shows at once. */
export interface ScrollNodeAction {
  readonly type: "scroll";
  readonly target: NodeTarget;
  readonly direction: "up" | "down";
}

/** A file as a page gets it. */
export interface GivenFile {
  /** Without a path. */
  readonly name: string;
  /** Its MIME type; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Chooses a file in a file input, in place of those that it has. The browser needs no such file of its own. */
export interface SetFileAction {
  readonly type: "set_file";
  /** The input, its label, or what holds it and no other. */
  readonly target: NodeTarget;
  readonly file: GivenFile;
}

/** Selects text of an element, as by dragging the mouse over it. */
export interface SelectTextAction {
  readonly type: "select_text";
  readonly target: NodeTarget;
  /** What of its text, whatever its white space; the first that fits. All of it when empty. */
  readonly text: string;
}

/** Something that a visitor does with an element that is known by its node. */
export type NodeAction =
  | PointAction
  | FillAction
  | DragAction
  | ScrollNodeAction
  | SelectTextAction
  | SetFileAction;

/** What an action is for: a CSS selector, or a node. */
export type Target = string | NodeTarget;
