/** What actions remember in a document, out of reach of the page's own scripts. */
export interface PageSlot {
  /** The element that an action by node is for. */
  draglineAsked?: Element | undefined;
  /** The element that is being clicked. */
  draglineTarget?: Element | undefined;
  /** The element that lies over it. */
  draglineCover?: Element | undefined;
}

/** Remembers the element that an action is for, which is `this`; tells whether it is in the page. */
function keepAsked(this: Element): boolean {
  (globalThis as PageSlot).draglineAsked = this;
  return this.isConnected;
}

/** The source of {@link keepAsked}. */
export const keepAskedSource: string = keepAsked.toString();
