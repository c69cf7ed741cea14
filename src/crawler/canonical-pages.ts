import type { SourcePage } from "../mapper/index.ts";
import type { PageReading } from "./reader/page-reader.ts";

/** What came of a URL, as far as those matter who name it as their canonical one. */
export type Standing =
  /** A page; `names` is the URL in scope that it calls its own, which may be its own. */
  | { readonly kind: "page"; readonly names: string | undefined }
  /** It redirects to another URL in scope. */
  | { readonly kind: "moved"; readonly to: string }
  /** No page: it failed, is forbidden, or of another type. */
  | { readonly kind: "none" };

/** A page that was fetched before its turn, and kept for it. */
export interface KeptPage {
  readonly page: SourcePage;
  readonly reading: PageReading;
}

/** Goes and sees what there is at a URL; never rejects. */
type Look = (url: string) => Promise<{ standing: Standing; kept?: KeptPage }>;

/** URLs whose standing is remembered, twice over. */
const MOST_REMEMBERED = 20_000;

/** Pages that wait for their turn, and bytes of the largest. */
const MOST_KEPT = 16;
const LARGEST_KEPT = 1_048_576;

/** Steps from a page to the one that it is a duplicate of. */
const MOST_STEPS = 5;

export const NO_PAGE: Standing = Object.freeze({ kind: "none" });

/**
 * Which pages are duplicates of which: a canonical URL is a hint, and counts once there was a page at
 * it. What one worker knows of a crawl; another finds out the same for itself.
 */
export class CanonicalPages {
  #recent = new Map<string, Promise<Standing>>();
  #older = new Map<string, Promise<Standing>>();
  readonly #kept = new Map<string, KeptPage>();
  /** What is being looked at. */
  readonly #looks = new Map<string, Promise<Standing>>();

  /** A URL's turn has come: gives what is to be called with its standing as soon as that is known. */
  begin(url: string): (standing: Standing) => void {
    const { promise, resolve } = Promise.withResolvers<Standing>();
    this.#remember(url, promise);
    return resolve;
  }

  /** What was kept for a URL's turn, which is then gone. */
  async take(url: string): Promise<KeptPage | undefined> {
    await this.#looks.get(url);
    const kept = this.#kept.get(url);
    this.#kept.delete(url);
    return kept;
  }

  /**
   * The page that a page is a duplicate of; undefined when it stands for itself. All that lead to one
   * page, and all in a circle, agree on one: the last that is there, or of a circle the last by
   * its text. Of a chain that is too long nobody knows.
   */
  async original(url: string, names: string | undefined, look: Look): Promise<string | undefined> {
    const path = [{ url, isPage: true }];
    let next = names;
    while (next !== undefined) {
      const at = path.findIndex((step) => step.url === next);
      if (at !== -1) return other(url, lastByText(path.slice(at)) ?? lastPage(path));
      if (path.length > MOST_STEPS) return undefined;
      const standing: Standing = await this.#standing(next, look);
      if (standing.kind === "none") break;
      path.push({ url: next, isPage: standing.kind === "page" });
      next = standing.kind === "page" ? standing.names : standing.to;
    }
    return other(url, lastPage(path));
  }

  #standing(url: string, look: Look): Promise<Standing> {
    const known = this.#known(url);
    if (known !== undefined) return known;
    const found: Promise<Standing> = look(url).then(({ standing, kept }) => {
      if (kept !== undefined) this.#keep(url, kept);
      // It may have been out of reach for a moment.
      if (standing.kind === "none") this.#forget(url, found);
      this.#looks.delete(url);
      return standing;
    });
    this.#looks.set(url, found);
    this.#remember(url, found);
    return found;
  }

  #known(url: string): Promise<Standing> | undefined {
    return this.#recent.get(url) ?? this.#older.get(url);
  }

  #remember(url: string, standing: Promise<Standing>): void {
    if (this.#recent.size >= MOST_REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(url, standing);
  }

  /** Unless the URL's own turn has come since. */
  #forget(url: string, standing: Promise<Standing>): void {
    if (this.#known(url) !== standing) return;
    this.#recent.delete(url);
    this.#older.delete(url);
  }

  #keep(url: string, kept: KeptPage): void {
    if (kept.page.bytes.byteLength > LARGEST_KEPT) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(url, kept);
  }
}

interface Step {
  readonly url: string;
  readonly isPage: boolean;
}

function lastPage(path: readonly Step[]): string | undefined {
  return path.findLast(({ isPage }) => isPage)?.url;
}

function lastByText(circle: readonly Step[]): string | undefined {
  const pages = circle.filter(({ isPage }) => isPage).map(({ url }) => url);
  return pages.toSorted().at(-1);
}

function other(url: string, original: string | undefined): string | undefined {
  return original === url ? undefined : original;
}
