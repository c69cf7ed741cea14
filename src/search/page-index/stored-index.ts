import { checkArgument, signalOf } from "../../core/index.ts";
import type { Clock, Ids } from "../../core/index.ts";
import type { IndexedPage, PageAdded, PageIndex } from "../page-index.ts";
import type { KeptPage, SearchAnswer, SearchNote } from "../provider.ts";
import { checkPage, checkQuery, checkUrl, checkUrls, ownerName } from "./check-calls.ts";
import type { TextEmbedder } from "./embed-texts.ts";
import type { Embedder, TextVectors } from "./embedder.ts";
import { indexClosed } from "./index-closed.ts";
import type { PageToKeep } from "./index-page.ts";
import type { PageThreads } from "./page-threads.ts";

/** What a store is asked. */
export interface StoreQuery {
  readonly query: string;
  readonly limit: number;
  /** Pages whose time is up then are not found. */
  readonly now: number;
  /** The one vector of the query, where meaning counts as well. */
  readonly meaning?: TextVectors | undefined;
}

/** Which page is read, and when. */
export interface PageKey {
  /** Canonical. */
  readonly url: string;
  readonly now: number;
}

/** A page as a store keeps it, with the vectors of its passages where there are any. */
export interface StoredPage extends PageToKeep {
  readonly vectors?: TextVectors | undefined;
}

/** Where an index keeps its pages; owners by the names that they are kept under. */
export interface PageStore {
  /** Puts a page in the place of the former of its URL, whole or not at all. */
  add(owner: string, page: StoredPage, signal: AbortSignal): Promise<void>;
  search(owner: string, query: StoreQuery, signal: AbortSignal): Promise<SearchAnswer>;
  /** A page that is not over at `now`. */
  read(owner: string, page: PageKey, signal: AbortSignal): Promise<KeptPage | undefined>;
  remove(owner: string, urls: readonly string[] | "all", signal: AbortSignal): Promise<number>;
  sweep(now: number, signal: AbortSignal): Promise<number>;
  /** Refuses what waits; resolves when nothing is under way. */
  close(): Promise<void>;
}

/** What an index is made of; it closes the store and the threads. */
interface StoredIndexParts {
  readonly clock: Clock;
  /** Chance for the back-off between attempts at the embedder. */
  readonly ids: Ids;
  readonly store: PageStore;
  readonly threads: PageThreads;
  /** Borrowed; pages are found by words alone without one. */
  readonly embedder: Embedder | undefined;
}

interface Call {
  readonly signal: AbortSignal;
}

/** An index over a store: reads pages on threads, and keeps what is added to a URL in order. */
export class StoredIndex implements PageIndex {
  readonly #parts: StoredIndexParts;
  /** By owner and URL: the addition that came last. */
  readonly #adding = new Map<string, Promise<unknown>>();
  /** Ends calls of the embedder. */
  readonly #ended = new AbortController();
  #embedder: Promise<TextEmbedder> | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: StoredIndexParts) {
    this.#parts = parts;
  }

  async add(owner: string, page: IndexedPage, call: Call): Promise<PageAdded> {
    const signal = signalOf("add(owner, page, { signal })", call);
    const name = ownerName(owner);
    const checked = checkPage(page);
    this.#admit(signal);
    const key = `${name} ${checked.url}`;
    const adding = this.#add(name, checked, { signal, former: this.#adding.get(key) });
    this.#adding.set(key, adding);
    try {
      return await adding;
    } finally {
      if (this.#adding.get(key) === adding) this.#adding.delete(key);
    }
  }

  async search(
    owner: string,
    question: { readonly query: string; readonly limit: number },
    call: Call,
  ): Promise<SearchAnswer> {
    const signal = signalOf("search(owner, { query, limit }, { signal })", call);
    checkArgument("question of search(owner, { query, limit }, call)", question, "object");
    const { query, limit } = question;
    const name = ownerName(owner);
    checkQuery({ query, limit });
    this.#admit(signal);
    const { clock, store, embedder } = this.#parts;
    const asked = { query, limit, now: clock.now() };
    if (embedder === undefined) return store.search(name, asked, signal);
    const texts = await this.#openEmbedder(embedder);
    const { vectors, notes } = await texts.embedQuery(query, this.#either(signal));
    const answer = await store.search(name, { ...asked, meaning: vectors }, signal);
    return { ...answer, notes: [...answer.notes, ...notes] };
  }

  async read(owner: string, url: string, call: Call): Promise<KeptPage | undefined> {
    const signal = signalOf("read(owner, url, { signal })", call);
    const name = ownerName(owner);
    const canonical = checkUrl(url);
    this.#admit(signal);
    const { clock, store } = this.#parts;
    return store.read(name, { url: canonical, now: clock.now() }, signal);
  }

  async remove(owner: string, urls: readonly string[] | "all", call: Call): Promise<number> {
    const signal = signalOf("remove(owner, urls, { signal })", call);
    const name = ownerName(owner);
    const checked = checkUrls(urls);
    this.#admit(signal);
    return this.#parts.store.remove(name, checked, signal);
  }

  async sweep(now: number, call: Call): Promise<number> {
    const signal = signalOf("sweep(now, { signal })", call);
    this.#admit(signal);
    return this.#parts.store.sweep(now, signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #admit(signal: AbortSignal): void {
    signal.throwIfAborted();
    if (this.#closing !== undefined) throw indexClosed();
  }

  async #add(
    owner: string,
    page: IndexedPage,
    { signal, former }: Call & { readonly former: Promise<unknown> | undefined },
  ): Promise<PageAdded> {
    const { store } = this.#parts;
    const [{ kept, notes }] = await Promise.all([
      this.#read(page, signal),
      former?.catch(() => {}),
    ]);
    await store.add(owner, kept, signal);
    const { passages, cutOff } = kept;
    return {
      passages: passages.length,
      ...(cutOff && { cutOff }),
      ...(notes.length > 0 && { notes }),
    };
  }

  async #read(
    page: IndexedPage,
    signal: AbortSignal,
  ): Promise<{ kept: StoredPage; notes: readonly SearchNote[] }> {
    const { threads, embedder } = this.#parts;
    const kept = await threads.read(page, signal);
    if (embedder === undefined) return { kept, notes: [] };
    const texts = await this.#openEmbedder(embedder);
    const { vectors, notes } = await texts.embedPage(kept, this.#either(signal));
    return { kept: { ...kept, vectors }, notes };
  }

  /** What embeds is loaded with the first call that needs it. */
  #openEmbedder(embedder: Embedder): Promise<TextEmbedder> {
    const { clock, ids } = this.#parts;
    this.#embedder ??= import("./embed-texts.ts").then(
      ({ TextEmbedder: Opened }) => new Opened({ embedder, clock, ids }),
    );
    return this.#embedder;
  }

  #either(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#ended.signal]);
  }

  async #close(): Promise<void> {
    this.#ended.abort(indexClosed());
    await Promise.all([this.#parts.threads[Symbol.asyncDispose](), this.#parts.store.close()]);
    await Promise.allSettled(this.#adding.values());
  }
}
