/** What actions remember in a document, out of reach of the page's own scripts. */
export interface PageSlot {
  /** The element that is being clicked. */
  draglineTarget?: Element | undefined;
  /** The element that lies over it. */
  draglineCover?: Element | undefined;
}
