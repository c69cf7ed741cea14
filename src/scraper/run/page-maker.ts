import type { AcquiredPage } from "./acquired-page.ts";
import { makePage, type MadePage, type PageWish } from "./made-page.ts";
import { MakerThreads, type MakerThreadsParts } from "./maker-threads.ts";
import { readPage } from "../readers/read-page.ts";

/** With so many scrapes under way, pages are read in threads. */
const SEVERAL = 4;
/** Characters of a page that is read in a thread at any rate: it would hold up all else for long. */
const LARGE = 1_000_000;

/**
 * Reads pages and makes what is wanted of them: HTML on worker threads where several scrapes are under
 * way or a page is large, all else here. A scrape alone is over before a thread has started.
 */
export class PageMaker implements AsyncDisposable {
  readonly #threads: MakerThreads | undefined;
  #underWay = 0;

  /** @param parts with 0 threads everything is read in the caller's thread */
  constructor(parts: MakerThreadsParts) {
    this.#threads = parts.threads > 0 ? new MakerThreads(parts) : undefined;
  }

  /** Counts a scrape while it runs, and so what comes to be read. */
  async during<Result>(scrape: () => Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    try {
      return await scrape();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** @throws HtmlError; UnreadablePdf; UnreadPage; the signal's reason */
  async make(page: AcquiredPage, wish: PageWish, signal: AbortSignal): Promise<MadePage> {
    const threads = this.#threads;
    // A model is asked about the tree, which no thread can give away.
    if (threads === undefined || wish.meaning !== undefined || !this.#isForThreads(page)) {
      return makePage(await readPage(page, signal), wish);
    }
    return threads.make(page, wish, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads?.[Symbol.asyncDispose]();
  }

  #isForThreads(page: AcquiredPage): boolean {
    // XHTML is rare, and not read as HTML.
    if (page.contentType.sniffed !== "text/html" || page.bytes.length === 0) return false;
    return this.#underWay >= SEVERAL || page.text.length > LARGE;
  }
}
