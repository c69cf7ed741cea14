/** What a page still loads of what it shows. */
export interface PictureState {
  /** Whether all is there that the document itself names. */
  readonly isLoaded: boolean;
  /** Images that are not there yet. */
  readonly loading: number;
  readonly fonts: boolean;
  /** Height of the document in CSS pixels. */
  readonly height: number;
}

/** Runs in a page's isolated world, as source: scrolls, and asks what the picture waits for. */
export class PictureProbe {
  /**
   * Scrolls to a place, two frames long, so that what watches the place has seen it.
   * @returns the document's height in CSS pixels
   */
  async scrollTo(x: number, y: number): Promise<number> {
    window.scrollTo({ left: x, top: y, behavior: "instant" });
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
    return this.#height();
  }

  /** @param last the row, in CSS pixels of the document, up to which images count */
  state(last: number): PictureState {
    const images = Reflect.get(Document.prototype, "images", document);
    let loading = 0;
    for (const image of images) {
      if (!image.complete && this.#isShown(image, last)) loading += 1;
    }
    const fonts = Reflect.get(Document.prototype, "fonts", document).status === "loading";
    const isLoaded = Reflect.get(Document.prototype, "readyState", document) === "complete";
    return { isLoaded, loading, fonts, height: this.#height() };
  }

  /** Has images decoded that are loaded, so that none is blank in the picture. */
  async decode(last: number): Promise<void> {
    const images = [...Reflect.get(Document.prototype, "images", document)];
    const shown = images.filter((image) => image.complete && this.#isShown(image, last));
    await Promise.allSettled(shown.slice(0, 300).map((image) => image.decode()));
  }

  #isShown(image: HTMLImageElement, last: number): boolean {
    const { top, bottom, width, height } = image.getBoundingClientRect();
    return width * height > 0 && bottom + window.scrollY >= 0 && top + window.scrollY <= last;
  }

  #height(): number {
    const root = Reflect.get(Document.prototype, "scrollingElement", document);
    return root === null ? 0 : Reflect.get(Element.prototype, "scrollHeight", root);
  }
}
