import type { LinkRefusal } from "../../mapper/index.ts";
import type { LinkVerdict } from "../../mapper/internal.ts";
import type { PageReading } from "./page-reader.ts";

/** Characters of a page's URLs beyond which the rest is left out. */
const MOST_CHARACTERS = 67_108_864;

/** The links of one page, each URL once; it is followed where one of its links is. */
export class LinkTally {
  readonly #found = new Map<string, LinkRefusal | undefined>();
  #characters = 0;
  #truncated: boolean;

  /** @param truncated whether links were left out already */
  constructor(truncated: boolean) {
    this.#truncated = truncated;
  }

  /** Whether another may be added. */
  add({ url, refusal }: LinkVerdict): boolean {
    const before = this.#found.size;
    if (refusal === undefined || !this.#found.has(url)) this.#found.set(url, refusal);
    if (this.#found.size > before) this.#characters += url.length;
    this.#truncated ||= this.#characters > MOST_CHARACTERS;
    return this.#characters <= MOST_CHARACTERS;
  }

  finish(): Pick<PageReading, "follow" | "refused" | "linksTruncated"> {
    const follow: string[] = [];
    const refused: { [R in LinkRefusal]?: number } = {};
    for (const [url, refusal] of this.#found) {
      if (refusal === undefined) follow.push(url);
      else refused[refusal] = (refused[refusal] ?? 0) + 1;
    }
    return { follow, refused, linksTruncated: this.#truncated };
  }
}
