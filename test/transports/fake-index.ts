import type { IndexedPage, KeptPage, PageAdded, PageIndex, SearchAnswer } from "dragline/search";

/** An index that finds pages by any of their words; it can fail. */
export class FakeIndex implements PageIndex {
  /** By owner, then by URL. */
  readonly pages = new Map<string, Map<string, IndexedPage>>();
  /** What every call throws. */
  failure: Error | undefined;
  added = 0;

  async add(owner: string, page: IndexedPage): Promise<PageAdded> {
    this.#fail();
    this.added += 1;
    const own = this.pages.get(owner) ?? new Map<string, IndexedPage>();
    this.pages.set(owner, own.set(page.url, page));
    return { passages: 1 };
  }

  async search(
    owner: string,
    { query, limit }: { readonly query: string; readonly limit: number },
  ): Promise<SearchAnswer> {
    this.#fail();
    const words = query.toLowerCase().split(/\W+/);
    const found = [...(this.pages.get(owner)?.values() ?? [])].filter(({ html }) =>
      words.some((word) => word !== "" && html.toLowerCase().includes(word)),
    );
    const results = found.map(({ url, html }) => ({
      url,
      title: "",
      snippet: html.replace(/<[^>]+>/g, " "),
    }));
    return { results: results.slice(0, limit), notes: [] };
  }

  async read(owner: string, url: string): Promise<KeptPage | undefined> {
    this.#fail();
    const page = this.pages.get(owner)?.get(url);
    if (page === undefined) return undefined;
    const text = page.html.replace(/<[^>]+>/g, " ").trim();
    return { url, title: "", passages: [{ heading: "", text }] };
  }

  async remove(owner: string, urls: readonly string[] | "all"): Promise<number> {
    this.#fail();
    const own = this.pages.get(owner);
    const gone = urls === "all" ? [...(own?.keys() ?? [])] : urls;
    return gone.filter((url) => own?.delete(url)).length;
  }

  async sweep(now: number): Promise<number> {
    this.#fail();
    let count = 0;
    for (const own of this.pages.values()) {
      for (const [url, { expiresAt = Infinity }] of own) {
        if (expiresAt <= now && own.delete(url)) count += 1;
      }
    }
    return count;
  }

  /** Addresses of an owner's pages, in the order of adding. */
  urls(owner: string): readonly string[] {
    return [...(this.pages.get(owner)?.keys() ?? [])];
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #fail(): void {
    if (this.failure !== undefined) throw this.failure;
  }
}
