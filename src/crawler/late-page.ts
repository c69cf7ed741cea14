import { htmlSource } from "../html/index.ts";
import { refreshInHeaders } from "../html/internal.ts";
import type { SourcePage } from "../mapper/index.ts";
import { headersRefuseFollowing } from "../mapper/internal.ts";
import type { PageToRead } from "./reader/page-reader.ts";

/**
 * A page whose text is decoded where it is read. A class, as an object with a getter of its own has
 * a hidden class of its own too, which keeps the page until the whole heap is cleaned up.
 */
export class LatePage implements PageToRead {
  readonly url: string;
  readonly utf8: Uint8Array | undefined;
  readonly nofollow: boolean;
  readonly refresh: string | undefined;
  readonly #page: SourcePage;

  /** @param agent the product token by which pages may address the crawler */
  constructor(page: SourcePage, agent: string) {
    this.url = page.url;
    const isAsItCame = page.contentType.sniffed === "text/html";
    this.utf8 = isAsItCame && page.charset?.toLowerCase() === "utf-8" ? page.bytes : undefined;
    this.nofollow = headersRefuseFollowing(page.headers, agent);
    this.refresh = refreshInHeaders(page.headers, page.url)?.url;
    this.#page = page;
  }

  get text(): string {
    return htmlSource(this.#page.text, this.#page.contentType.sniffed).html;
  }
}
