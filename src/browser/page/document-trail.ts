import type { DriverPage, DriverRequest, DriverResponse } from "../driver.ts";

/** The documents that a page's main frame goes through, by HTTP and by script. */
export class DocumentTrail implements Disposable {
  readonly #page: DriverPage;
  readonly #popups: DriverPage[] = [];
  #last: DriverResponse | undefined;
  #failed: DriverRequest | undefined;

  constructor(page: DriverPage) {
    this.#page = page;
    page.on("response", this.#onResponse);
    page.on("requestfailed", this.#onFailed);
    page.on("popup", this.#onPopup);
  }

  /** The last document's response; undefined when none came. */
  get last(): DriverResponse | undefined {
    return this.#last;
  }

  /** The last request for a document that failed since the last response. */
  get failed(): DriverRequest | undefined {
    return this.#failed;
  }

  /** Where the tabs led that the page opened. */
  get popups(): readonly string[] {
    return this.#popups.map((popup) => popup.url());
  }

  readonly #onResponse = (response: DriverResponse): void => {
    if (!this.#isDocument(response.request())) return;
    this.#last = response;
    this.#failed = undefined;
  };

  readonly #onFailed = (request: DriverRequest): void => {
    if (this.#isDocument(request)) this.#failed = request;
  };

  readonly #onPopup = (popup: DriverPage | null): void => {
    if (popup !== null) this.#popups.push(popup);
  };

  #isDocument(request: DriverRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  [Symbol.dispose](): void {
    this.#page.off("response", this.#onResponse);
    this.#page.off("requestfailed", this.#onFailed);
    this.#page.off("popup", this.#onPopup);
  }
}
