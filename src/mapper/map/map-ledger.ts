import { createLinkJudge, type LinkJudge } from "../links/link-judge.ts";
import type { MapCallSettings } from "./map-call.ts";
import type { MapReason, MapStop } from "./site-map.ts";

/** External URLs that are kept. */
const MOST_EXTERNAL = 5000;

/** What a map has found so far. */
export class MapLedger {
  readonly #judge: LinkJudge;
  readonly #keepsExternal: boolean;
  /** In order; a URL that leads elsewhere loses its place or gives it away. */
  readonly #links: (string | undefined)[] = [];
  /** Every URL that was taken up or led to, with its place in `links`. */
  readonly #places = new Map<string, number>();
  readonly #external = new Set<string>();
  readonly stops = new Set<MapStop>();
  readonly counts: Record<MapReason, number> = {
    taken: 0,
    duplicate: 0,
    limit: 0,
    "level-limit": 0,
    scope: 0,
    "not-http": 0,
    invalid: 0,
  };
  #size = 0;

  constructor({ rules, includeExternalLinks }: MapCallSettings) {
    this.#judge = createLinkJudge(rules);
    this.#keepsExternal = includeExternalLinks;
  }

  /** How many URLs the map has. */
  get size(): number {
    return this.#size;
  }

  get links(): readonly string[] {
    return this.#links.filter((url) => url !== undefined);
  }

  get externalLinks(): readonly string[] {
    return [...this.#external];
  }

  /** The canonical URL of a reference, whatever becomes of it. */
  canonical(reference: string): string {
    return this.#judge.judge(reference, false).url;
  }

  /** The canonical URL of a reference when it is of the site and new; else it is counted. */
  fresh(reference: string): string | undefined {
    const { url, refusal } = this.#judge.judge(reference, false);
    if (refusal === undefined) {
      if (!this.#places.has(url)) return url;
      this.counts.duplicate += 1;
    } else if (refusal === "scope") this.#addExternal(url);
    else this.counts[refusal === "not-http" ? "not-http" : "invalid"] += 1;
    return undefined;
  }

  take(url: string): void {
    this.#places.set(url, this.#links.push(url) - 1);
    this.counts.taken += 1;
    this.#size += 1;
  }

  /** What is done at a redirect of `from`. */
  judge(from: string, target: string): "follow" | "scope" | "known" {
    const { url, refusal } = this.#judge.judge(target, false);
    if (refusal !== undefined) return "scope";
    return url !== from && this.#places.has(url) ? "known" : "follow";
  }

  /**
   * Puts a URL that was taken up under the one that it leads to.
   * @returns whether that is new
   */
  move(from: string, target: string): boolean {
    const { url, refusal } = this.#judge.judge(target, false);
    const place = this.#places.get(from);
    if (url === from || place === undefined) return true;
    if (refusal !== undefined || this.#places.has(url)) {
      this.#drop(place);
      if (refusal === "scope") this.#addExternal(url);
      else this.counts[refusal === undefined ? "duplicate" : "invalid"] += 1;
      return false;
    }
    this.#links[place] = url;
    this.#places.set(url, place);
    return true;
  }

  #drop(place: number): void {
    this.#links[place] = undefined;
    this.#size -= 1;
    this.counts.taken -= 1;
  }

  #addExternal(url: string): void {
    if (!this.#keepsExternal) this.counts.scope += 1;
    else if (this.#external.has(url)) this.counts.duplicate += 1;
    else {
      this.counts.scope += 1;
      if (this.#external.size < MOST_EXTERNAL) this.#external.add(url);
      else this.stops.add("external-limit");
    }
  }
}
