/** Absolute URLs that need no parsing: no dot segments, nothing to encode. */
const plain = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][^\s\\]*)?$/i;
/** Paths from the root of a site that need no parsing either. */
const rooted = /^\/(?!\/)[\w\-.~%/?&=+,:;@!$*]*$/;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const refused = new Set(["javascript", "data", "vbscript", "blob"]);
const MAX_REMEMBERED = 4096;

/** Makes the URLs of a page absolute. */
export class UrlResolver {
  readonly #base: URL | undefined = undefined;
  /** Of http and https bases; other schemes need not have one. */
  readonly #origin: string = "";
  readonly #known = new Map<string, string | undefined>();

  /** @param base an http or https URL; without it, or when it is none, relative URLs stay as they are */
  constructor(base: string | undefined) {
    const parsed = base === undefined ? null : URL.parse(base);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return;
    this.#base = parsed;
    this.#origin = parsed.origin;
  }

  /**
   * The absolute URL, of an empty reference that of the page; undefined for what leads nowhere:
   * malformed ones, scripts and inline content (`javascript:`, `data:`).
   */
  resolve(href: string): string | undefined {
    const url = href.trim();
    if (url === "") return this.#base?.href.replace(/#.*/, "");
    if (plain.test(url) && !url.includes("/.")) return url;
    if (this.#base !== undefined && rooted.test(url) && !url.includes("/.")) {
      return this.#origin + url;
    }
    if (this.#known.has(url)) return this.#known.get(url);
    const resolved = this.#parse(url.replace(/[\t\n\r]/g, ""));
    if (this.#known.size < MAX_REMEMBERED) this.#known.set(url, resolved);
    return resolved;
  }

  #parse(url: string): string | undefined {
    const name = scheme.exec(url)?.[1]?.toLowerCase();
    if (name !== undefined && refused.has(name)) return undefined;
    if (name === undefined && this.#base === undefined) return url;
    return URL.parse(url, this.#base?.href)?.href;
  }
}
