import type { Claim } from "./frontier.ts";
import type { CrawlPage } from "./crawl-page.ts";

/** A page on its way to the caller. */
export interface HandedPage {
  readonly claim: Claim;
  readonly page: CrawlPage;
}

/**
 * Pages that wait for the caller, in the order in which they came. A page counts as taken when the
 * caller asks for the next one.
 */
export class PageLine {
  readonly #pages: HandedPage[] = [];
  readonly #onTaken: (page: HandedPage) => void;
  #reader: PromiseWithResolvers<HandedPage | undefined> | undefined;
  #held: HandedPage | undefined;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;

  /** @param onTaken is told when the caller is done with a page */
  constructor(onTaken: (page: HandedPage) => void) {
    this.#onTaken = onTaken;
  }

  /** Pages that were not taken yet, the one in the caller's hands included. */
  get size(): number {
    return this.#pages.length + (this.#held === undefined ? 0 : 1);
  }

  /** Claims of pages that were not taken. */
  claims(): Claim[] {
    const held = this.#held === undefined ? [] : [this.#held];
    return [...held, ...this.#pages].map(({ claim }) => claim);
  }

  add(page: HandedPage): void {
    if (this.#reader === undefined) {
      this.#pages.push(page);
      return;
    }
    this.#held = page;
    this.#reader.resolve(page);
    this.#reader = undefined;
  }

  /** The next page; undefined at the end. Takes the page before. */
  async next(): Promise<CrawlPage | undefined> {
    this.#take();
    const page = this.#pages.shift();
    if (page !== undefined) {
      this.#held = page;
      return page.page;
    }
    if (this.#failure !== undefined) throw this.#failure.reason;
    if (this.#ended) return undefined;
    this.#reader ??= Promise.withResolvers();
    return (await this.#reader.promise)?.page;
  }

  /** No more pages come; those that wait are still given. */
  end(): void {
    this.#ended = true;
    this.#reader?.resolve(undefined);
    this.#reader = undefined;
  }

  /** No more pages come, and those that wait are not given. */
  fail(reason: unknown): void {
    this.#failure = { reason };
    this.#pages.length = 0;
    this.#reader?.reject(reason);
    this.#reader = undefined;
  }

  #take(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#onTaken(held);
  }
}
