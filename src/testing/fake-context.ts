import type { DriverBrowser, DriverContext, DriverContextOptions } from "../browser/index.ts";
import type { FakeBrowser } from "./fake-browser.ts";
import { FakePage } from "./fake-page.ts";

/** A context of a {@link FakeBrowser}. */
export class FakeContext implements DriverContext {
  readonly id: string;
  /** What it was created with. */
  readonly options: DriverContextOptions;
  /** The pages that it has now. */
  readonly open: FakePage[] = [];
  /** Whether closing it is never answered. */
  stuck = false;
  readonly #browser: FakeBrowser;
  #end: (error: Error) => void = () => undefined;
  readonly #ended: Promise<never>;

  constructor(browser: FakeBrowser, id: string, options: DriverContextOptions) {
    this.#browser = browser;
    this.id = id;
    this.options = options;
    this.#ended = new Promise<never>((_, reject) => {
      this.#end = reject;
    });
    // Who asks hears of it; nobody has to.
    this.#ended.catch(() => undefined);
  }

  browser(): DriverBrowser {
    return this.#browser.driver;
  }

  async newPage(): Promise<FakePage> {
    await this.ask(false);
    return this.add();
  }

  async pages(): Promise<FakePage[]> {
    await this.ask(false);
    return this.open.filter((page) => !page.isClosed());
  }

  async close(): Promise<void> {
    await this.ask(this.stuck);
    this.gone(new Error("Target closed"));
  }

  /** Adds a page, no matter who opens it. */
  add(): FakePage {
    const page = new FakePage(this, this.#browser.nextPid());
    this.open.push(page);
    return page;
  }

  /** One question to the browser: answered unless it, or what is asked, hangs. */
  async ask(hung: boolean): Promise<void> {
    const answered = this.#browser.ask(hung);
    await Promise.race([answered, this.#ended]);
  }

  /** Takes it away with its pages. */
  gone(error: Error): void {
    this.#browser.contexts.delete(this);
    this.#end(error);
    for (const page of this.open) page.gone();
  }
}
