import { unknownPage, type SitemapEntry, type SitemapFormat } from "./sitemap-entry.ts";

/** Longer lines are no URLs. */
const LONGEST = 8192;

/** Makes entries of a text with a URL per line (sitemaps.org protocol, "Text file"). */
export class SitemapLines {
  /** What came since it was last emptied. */
  readonly ready: SitemapEntry[] = [];
  readonly format: SitemapFormat = "text";
  readonly damaged = false;
  /** Lines that are not blank and no URL. */
  skipped = 0;
  /** The beginning of a line whose end has not come. */
  #line = "";

  push(text: string): true {
    const lines = text.split(/\r\n?|\n/);
    const last = lines.pop() ?? "";
    for (const line of lines) {
      this.#take(this.#line + line);
      this.#line = "";
    }
    // What is too long stays so, and is not kept.
    if (this.#line.length <= LONGEST) this.#line += last;
    return true;
  }

  finish(): void {
    this.#take(this.#line);
    this.#line = "";
  }

  #take(line: string): void {
    const text = line.trim();
    if (text === "") return;
    const url = text.length > LONGEST ? null : URL.parse(text);
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) this.skipped += 1;
    else this.ready.push({ ...unknownPage, loc: url.href });
  }
}
