import type { LinkTarget } from "./write/link-target.ts";
import { Code } from "./write/character.ts";

/** Absolute URLs that need no parsing: no address for a host, no dot segments, nothing to encode. */
const plain = /^https?:\/\/(?:[\w-]+\.)*[a-z][\w-]*(?::\d{1,4})?(?:[/?#][^\s\\]*)?$/i;
/** Paths from the root of a site that need no parsing either. */
const rooted = /^\/(?!\/)[\w\-.~%/?&=+,:;@!$*]*$/;
/** Such of both that need no escaping in markdown, as most; without `;` there is no entity. */
const simple =
  /^https?:\/\/(?:[\w-]+\.)*[a-z][\w-]*(?::\d{1,4})?(?:[/?#][\w\-./?=%+#:@,!$*~&]*)?$/i;
const simpleFragment = /^#[\w\-./?=%+:@,!$*~&]*$/;
const simpleRooted = /^\/(?!\/)[\w\-./?=%+#:@,!$*~&]*$/;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
/** Where a link may lead: what any reader may follow. */
const kept = new Set(["http", "https", "mailto", "tel"]);
const MAX_REMEMBERED = 4096;

/** Makes the URLs of a page absolute. */
export class UrlResolver {
  readonly #base: URL | undefined = undefined;
  /** What paths from the root are of, credentials included. */
  readonly #origin: string = "";
  /** What fragments are of, when that needs no escaping in markdown. */
  readonly #fragmentBase: string | undefined;
  readonly #known = new Map<string, string | undefined>();

  /** @param base an http or https URL; without it, or when it is none, relative URLs stay as they are */
  constructor(base: string | undefined) {
    const parsed = base === undefined ? null : URL.parse(base);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return;
    this.#base = parsed;
    this.#origin = URL.parse("/", parsed.href)?.href.slice(0, -1) ?? parsed.origin;
    const page = parsed.href.replace(/#.*/, "");
    this.#fragmentBase = simple.test(page) ? page : undefined;
  }

  /** Like {@link resolve}, as the target of a link. */
  target(href: string): LinkTarget | undefined {
    const plain = this.#plainUrl(href);
    if (plain !== undefined) return { url: plain, isPlain: true };
    const url = this.resolve(href);
    return url === undefined ? undefined : { url };
  }

  /** The absolute URL of a reference that needs neither parsing nor escaping. */
  #plainUrl(href: string): string | undefined {
    const base = this.#fragmentBase;
    switch (href.charCodeAt(0)) {
      case Code.numberSign:
        return base !== undefined && simpleFragment.test(href) ? base + href : undefined;
      case Code.slash:
        if (this.#base === undefined || !simpleRooted.test(href)) return undefined;
        return href.includes("/.") ? undefined : this.#origin + href;
      default:
        return simple.test(href) && !href.includes("/.") ? href : undefined;
    }
  }

  /**
   * The absolute URL, of an empty reference that of the page; undefined for what leads nowhere on
   * the web: malformed ones, scripts, inline content, files and programs of the reader's (all but
   * `http:`, `https:`, `mailto:` and `tel:`).
   */
  resolve(href: string): string | undefined {
    const url = bare(href);
    if (url === "") return this.#base?.href.replace(/#.*/, "") ?? "";
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
    if (name !== undefined && !kept.has(name)) return undefined;
    if (name === undefined && this.#base === undefined) return url;
    return URL.parse(url, this.#base?.href)?.href;
  }
}

/** Without the white space and control characters that browsers take off an address. */
function bare(href: string): string {
  const url = href.trim();
  // oxlint-disable-next-line no-control-regex
  return url.charCodeAt(0) < 32 ? url.replace(/^[\0-\u001f\s]+/, "") : url;
}
