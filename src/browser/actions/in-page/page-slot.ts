/** What actions remember in a document, out of reach of the page's own scripts. */
export interface PageSlot {
  /** The element that an action by node is for. */
  draglineAsked?: Element | undefined;
  /** The element that is being clicked. */
  draglineTarget?: Element | undefined;
  /** The element that lies over it. */
  draglineCover?: Element | undefined;
  /** The element that is dragged. */
  draglineDragged?: Element | undefined;
  /** Closed shadow roots that were revealed, by their hosts. */
  draglineRoots?: WeakMap<Element, ShadowRoot>;
}

/** Remembers the element that an action is for, which is `this`; tells whether it is in the page. */
function keepAsked(this: Element): boolean {
  (globalThis as PageSlot).draglineAsked = this;
  return this.isConnected;
}

/** The source of {@link keepAsked}. */
export const keepAskedSource: string = keepAsked.toString();

/** Remembers the element that is dragged, which is `this`. */
function keepDragged(this: Element): void {
  (globalThis as PageSlot).draglineDragged = this;
}

/** The source of {@link keepDragged}. */
export const keepDraggedSource: string = keepDragged.toString();
