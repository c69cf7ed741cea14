import type { NodeTable } from "./node-table.ts";
import { TagFlag } from "../scan/tags.ts";
import type { NodeId } from "./tree.ts";

/** Which rules a start or end tag meets (WHATWG HTML 13.2.4.1, those that differ here). */
export const Mode = Object.freeze({
  /** Before `html`. */
  start: 0,
  /** In `html`, outside `head` and `body`. */
  html: 1,
  head: 2,
  /** In `body`, a cell or a caption. */
  body: 3,
  /** In `table`, a section of it, or a row. */
  table: 4,
  columns: 5,
  select: 6,
});

/** A mode number. */
export type Mode = (typeof Mode)[keyof typeof Mode];

/** Whose content an element has. */
export const Space = Object.freeze({ html: 0, svg: 1, math: 2 });

/** A {@link Space} number. */
export type Space = (typeof Space)[keyof typeof Space];

/** An open element, as it is taken from the stack and put back. */
export interface Frame {
  node: NodeId;
  readonly tag: number;
  readonly flags: number;
  readonly mode: Mode;
  readonly space: Space;
  readonly nesting: number;
}

// Own constants, because the compiler folds them and not another module's properties.
const {
  scope: ENDS_SCOPE,
  buttonScope: ENDS_BUTTON_SCOPE,
  listScope: ENDS_LIST_SCOPE,
  tableScope: ENDS_TABLE_SCOPE,
  special: IS_SPECIAL,
  itemBoundary: ENDS_ITEM,
  foreign: IS_FOREIGN,
  tracked: IS_TRACKED,
} = TagFlag;

// One frame of the stack: what it is, and for every scope the index of the innermost frame that
// ends it. With them "is there a p in button scope" is one comparison, however deep the page.
const NODE = 0;
const TAG = 1;
const FLAGS = 2;
/** Index of the next outer frame with the same tag. */
const OUTER = 3;
const SCOPE = 4;
const BUTTON = 5;
const LIST = 6;
const TABLE = 7;
const SPECIAL = 8;
const ITEM = 9;
/** Index of the innermost element that is not of svg or math. */
const HTML = 10;
const MODE = 11;
const SPACE = 12;
/** How deep the node is in the tree, which is more than the index once frames were removed. */
const NESTING = 13;
const STRIDE = 16;

/** Numbers of arrays that are kept for the next page. */
const KEPT = 1 << 16;

/** Fresh memory costs more than a small page, so pages share these arrays. */
let spare: { readonly frames: Int32Array; readonly innermost: Int32Array } | undefined;

/**
 * The stack of open elements. Frame 0 is the document, so that an index of 0 means "none". Every
 * question takes constant time.
 */
export class OpenElements {
  /** Index of the top frame. */
  depth = 0;
  // What is asked for most is kept beside the frames: it is read many times for each tag.
  /** The top element. */
  node: NodeId = 0;
  /** Its tag. */
  tag = 0;
  /** Its {@link TagFlag}s. */
  flags = 0;
  #mode: Mode = Mode.start;
  #space: Space = Space.html;
  readonly #nodes: NodeTable;
  #frames: Int32Array;
  /** Index of the innermost frame of each tag. */
  #innermost: Int32Array;

  constructor(nodes: NodeTable) {
    this.#nodes = nodes;
    this.#frames = spare?.frames ?? new Int32Array(64 * STRIDE);
    this.#innermost = spare?.innermost.fill(0) ?? new Int32Array(512);
    this.#frames.fill(0, 0, STRIDE);
    spare = undefined;
  }

  /** Ends the use of the stack; the next one takes over its arrays unless they are large. */
  release(): void {
    const [frames, innermost] = [this.#frames, this.#innermost];
    if (frames.length + innermost.length <= KEPT) spare = { frames, innermost };
  }

  /** Opens an element; it meets the same mode and space as its parent. */
  push(node: NodeId, tag: number, flags: number): void {
    const below = this.depth * STRIDE;
    const index = ++this.depth;
    const at = index * STRIDE;
    if (at + STRIDE > this.#frames.length) this.#frames = grown(this.#frames);
    while (tag >= this.#innermost.length) this.#innermost = grown(this.#innermost);
    const frames = this.#frames;
    frames[at + NODE] = node;
    frames[at + TAG] = tag;
    frames[at + FLAGS] = flags;
    frames[at + OUTER] = this.#innermost[tag] as number;
    this.#innermost[tag] = index;
    const scope = (flags & ENDS_SCOPE) !== 0;
    frames[at + SCOPE] = scope ? index : (frames[below + SCOPE] as number);
    frames[at + BUTTON] =
      scope || (flags & ENDS_BUTTON_SCOPE) !== 0 ? index : (frames[below + BUTTON] as number);
    frames[at + LIST] =
      scope || (flags & ENDS_LIST_SCOPE) !== 0 ? index : (frames[below + LIST] as number);
    frames[at + TABLE] =
      (flags & ENDS_TABLE_SCOPE) !== 0 ? index : (frames[below + TABLE] as number);
    frames[at + SPECIAL] = (flags & IS_SPECIAL) !== 0 ? index : (frames[below + SPECIAL] as number);
    frames[at + ITEM] = (flags & ENDS_ITEM) !== 0 ? index : (frames[below + ITEM] as number);
    frames[at + HTML] = (flags & IS_FOREIGN) === 0 ? index : (frames[below + HTML] as number);
    frames[at + MODE] = frames[below + MODE] as number;
    frames[at + SPACE] = frames[below + SPACE] as number;
    frames[at + NESTING] = (frames[below + NESTING] as number) + 1;
    this.node = node;
    this.tag = tag;
    this.flags = flags;
    this.#track(node, flags, true);
  }

  #track(node: NodeId, flags: number, open: boolean): void {
    if ((flags & IS_TRACKED) !== 0) this.#nodes.setOpen(node, open);
  }

  /** Closes the top element and gives its flags. */
  pop(): number {
    const at = this.depth * STRIDE;
    const frames = this.#frames;
    this.depth--;
    this.#innermost[this.tag] = frames[at + OUTER] as number;
    const { flags } = this;
    this.#track(this.node, flags, false);
    this.#readTop(at - STRIDE);
    return flags;
  }

  #readTop(at: number): void {
    const frames = this.#frames;
    this.node = frames[at + NODE] as number;
    this.tag = frames[at + TAG] as number;
    this.flags = frames[at + FLAGS] as number;
    this.#mode = frames[at + MODE] as Mode;
    this.#space = frames[at + SPACE] as Space;
  }

  /** Takes the frames from `index` to the top off the stack. */
  cut(index: number): Frame[] {
    const cut: Frame[] = [];
    while (this.depth >= index) {
      cut.push({
        node: this.node,
        tag: this.tag,
        flags: this.flags,
        mode: this.mode,
        space: this.space,
        nesting: this.nesting,
      });
      this.pop();
    }
    return cut.toReversed();
  }

  /** Puts a frame on top that was cut. */
  restore(frame: Frame): void {
    this.push(frame.node, frame.tag, frame.flags);
    this.mode = frame.mode;
    this.space = frame.space;
    this.#frames[this.depth * STRIDE + NESTING] = frame.nesting;
  }

  /** The mode that the top element's content meets. */
  get mode(): Mode {
    return this.#mode;
  }

  set mode(mode: Mode) {
    this.#mode = mode;
    this.#frames[this.depth * STRIDE + MODE] = mode;
  }

  /** Whose content the top element has. */
  get space(): Space {
    return this.#space;
  }

  set space(space: Space) {
    this.#space = space;
    this.#frames[this.depth * STRIDE + SPACE] = space;
  }

  /** How deep the top element is in the tree, about: the document is at 0. */
  get nesting(): number {
    return this.#top(NESTING);
  }

  /** Index of the innermost end of the default scope. */
  get scope(): number {
    return this.#top(SCOPE);
  }

  /** Index of the innermost end of the button scope. */
  get buttonScope(): number {
    return this.#top(BUTTON);
  }

  /** Index of the innermost end of the list item scope. */
  get listScope(): number {
    return this.#top(LIST);
  }

  /** Index of the innermost table, template or html. */
  get tableScope(): number {
    return this.#top(TABLE);
  }

  /** Index of the innermost special element. */
  get special(): number {
    return this.#top(SPECIAL);
  }

  /** Index of the innermost special element besides address, div and p. */
  get item(): number {
    return this.#top(ITEM);
  }

  /** Index of the innermost element that is not of svg or math. */
  get html(): number {
    return this.#top(HTML);
  }

  #top(cell: number): number {
    return this.#frames[this.depth * STRIDE + cell] as number;
  }

  /** The element of the frame at `index`. */
  nodeAt(index: number): NodeId {
    return this.#frames[index * STRIDE + NODE] as number;
  }

  /** The tag of the frame at `index`. */
  tagAt(index: number): number {
    return this.#frames[index * STRIDE + TAG] as number;
  }

  /** The {@link TagFlag}s of the frame at `index`. */
  flagsAt(index: number): number {
    return this.#frames[index * STRIDE + FLAGS] as number;
  }

  /** Index of the innermost open element with the tag; 0 when there is none. */
  innermost(tag: number): number {
    return this.#innermost[tag] ?? 0;
  }

  /** Index of the frame of an open element. */
  indexOf(node: NodeId, tag: number): number {
    let index = this.innermost(tag);
    while (index > 0 && this.nodeAt(index) !== node) {
      index = this.#frames[index * STRIDE + OUTER] as number;
    }
    return index;
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
