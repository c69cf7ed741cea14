import type { CdpSession, DriverPage, DriverRequest, DriverResponse } from "../driver.ts";

/** A tab that the page opened. */
interface Popup {
  /** Where it was to lead. */
  readonly asked: string;
  /** The tab itself, once the driver has it. */
  page: DriverPage | undefined;
}

/** The documents that a page's main frame goes through, by HTTP and by script. */
export class DocumentTrail implements Disposable {
  readonly #page: DriverPage;
  readonly #popups: Popup[] = [];
  /** The driver's own session, which tells of a tab before there is one. */
  readonly #session: CdpSession | undefined;
  #last: DriverResponse | undefined;
  #failed: DriverRequest | undefined;

  constructor(page: DriverPage) {
    this.#page = page;
    page.on("response", this.#onResponse);
    page.on("requestfailed", this.#onFailed);
    page.on("popup", this.#onPopup);
    this.#session = page._client?.();
    this.#session?.on("Page.windowOpen", this.#onOpen);
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
    return this.#popups.map(({ asked, page }) => {
      const url = page?.url() ?? "";
      return isBlank(url) ? asked : url;
    });
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
    const url = popup?.url();
    if (popup === null || url === undefined) return;
    const waiting = this.#popups.filter(({ page }) => page === undefined);
    const known =
      waiting.find(({ asked }) => asked === url) ?? (isBlank(url) ? waiting[0] : undefined);
    if (known === undefined) this.#popups.push({ asked: url, page: popup });
    else known.page = popup;
  };

  readonly #onOpen = (event: unknown): void => {
    const { url } = event as { readonly url: string };
    this.#popups.push({ asked: url, page: undefined });
  };

  #isDocument(request: DriverRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  [Symbol.dispose](): void {
    this.#page.off("response", this.#onResponse);
    this.#page.off("requestfailed", this.#onFailed);
    this.#page.off("popup", this.#onPopup);
    this.#session?.off("Page.windowOpen", this.#onOpen);
  }
}

function isBlank(url: string): boolean {
  return url === "" || url === ":" || url === "about:blank";
}
