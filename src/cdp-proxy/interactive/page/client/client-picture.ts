import type { ClientPage } from "./client-page.ts";

/** Draws the pictures, and knows where on the remote page a point of them is. */
export class ClientPicture {
  readonly canvas: HTMLCanvasElement;
  /** Called when a picture is shown. */
  onshown: (() => void) | undefined;
  /** The size of the remote page in its own pixels, which the next picture shows. */
  nextSize = { width: 1, height: 1 };
  #size = this.nextSize;
  #drawing = Promise.resolve();
  #sizing: ReturnType<typeof setTimeout> | undefined;
  readonly #page: ClientPage;
  readonly #stage: HTMLElement;

  constructor(page: ClientPage) {
    this.#page = page;
    this.canvas = page.find("picture");
    this.#stage = page.find("stage");
    new ResizeObserver(() => this.tellSize()).observe(this.#stage);
  }

  /** The height of the remote page. */
  get height(): number {
    return this.#size.height;
  }

  /** Whether a picture was ever shown. */
  get isDrawn(): boolean {
    return this.canvas.width > 1;
  }

  /** Draws a picture behind those that came before it. */
  draw(bytes: ArrayBuffer): void {
    const size = this.nextSize;
    this.#drawing = this.#drawing.then(async () => {
      // A broken picture is followed by a whole one.
      await this.#show(bytes, size).catch(() => {});
      this.#page.say({ type: "drawn" });
    });
  }

  /** Where on the remote page a pointer is. */
  pointOf(event: MouseEvent): { readonly x: number; readonly y: number } {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const along = (share: number, size: number): number =>
      Math.min(Math.max(share, 0), 1) * (size - 1);
    return {
      x: along((event.clientX - left) / (width || 1), this.#size.width),
      y: along((event.clientY - top) / (height || 1), this.#size.height),
    };
  }

  /** Tells the remote browser how large the picture's place is, once it has stopped changing. */
  tellSize(): void {
    clearTimeout(this.#sizing);
    this.#sizing = setTimeout(() => {
      const width = Math.min(Math.round(this.#stage.clientWidth), 4096);
      const height = Math.min(Math.round(this.#stage.clientHeight), 4096);
      if (width > 0 && height > 0) this.#page.say({ type: "size", width, height });
    }, 120);
  }

  async #show(bytes: ArrayBuffer, size: ClientPicture["nextSize"]): Promise<void> {
    const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const { canvas } = this;
    if (canvas.width !== image.width) canvas.width = image.width;
    if (canvas.height !== image.height) canvas.height = image.height;
    canvas.getContext("2d", { alpha: false })?.drawImage(image, 0, 0);
    image.close();
    this.#size = size;
    this.onshown?.();
  }
}
