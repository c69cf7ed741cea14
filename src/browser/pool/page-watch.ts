import type { DriverDialog, DriverPage } from "../driver.ts";

/** What a page watch is called with. */
interface PageWatchParts {
  /** Most tabs that stay open; more are closed at once. */
  readonly maxPopups: number;
  /** Whether the user of the page answers dialogs. */
  readonly answered: () => boolean;
  /** Called when the page's process has ended. */
  readonly crashed: (error: Error) => void;
  /** Called when the page is gone, no matter who closed it. */
  readonly closed: () => void;
}

/**
 * Keeps a leased page from standing still: answers dialogs, bounds the tabs that it opens, and
 * tells when it has crashed.
 */
export class PageWatch {
  readonly #page: DriverPage;
  readonly #parts: PageWatchParts;
  readonly #popups = new Set<DriverPage>();
  #opened = 0;

  constructor(page: DriverPage, parts: PageWatchParts) {
    this.#page = page;
    this.#parts = parts;
    page.on("error", parts.crashed);
    page.on("close", parts.closed);
    this.#listen(page);
  }

  /** How many tabs the page and its tabs have opened. */
  get opened(): number {
    return this.#opened;
  }

  /** Takes all listeners away. */
  end(): void {
    this.#page.off("error", this.#parts.crashed);
    this.#page.off("close", this.#parts.closed);
    for (const page of [this.#page, ...this.#popups]) {
      page.off("dialog", this.#onDialog);
      page.off("popup", this.#onPopup);
    }
    this.#popups.clear();
  }

  #listen(page: DriverPage): void {
    page.on("dialog", this.#onDialog);
    page.on("popup", this.#onPopup);
  }

  readonly #onPopup = (popup: DriverPage | null): void => {
    this.#opened += 1;
    if (popup === null) return;
    if (this.#popups.size < this.#parts.maxPopups) {
      this.#popups.add(popup);
      popup.on("close", () => this.#popups.delete(popup));
      this.#listen(popup);
    } else {
      void ignore(popup.close());
    }
  };

  readonly #onDialog = (dialog: DriverDialog): void => {
    if (this.#parts.answered()) return;
    const yes = dialog.type() === "alert" || dialog.type() === "beforeunload";
    void ignore(yes ? dialog.accept() : dialog.dismiss());
  };
}

/** The page may be gone before it is answered; then there is nothing to answer. */
async function ignore(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}
