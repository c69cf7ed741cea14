import type { MapCallSettings } from "./map-call.ts";
import type { MapAnswer, MapClient } from "./map-client.ts";
import { mapInOrder } from "./map-in-order.ts";
import { MapLedger } from "./map-ledger.ts";
import { MapLevel } from "./map-level.ts";
import { linkedTypes, looksLikeSeries, readPageLinks } from "./map-page.ts";
import { MapError } from "../map-error.ts";
import type { MapFailure, SiteMap } from "./site-map.ts";
import { ClientSitemapWalk, type SitemapFile } from "../sitemap/sitemap-walk.ts";
import { completeWalkCall } from "../sitemap/sitemap-walk-call.ts";

/** How much of a page is read, and how many are asked for ahead of the one that is. */
interface MapRunLimits {
  readonly maxPageBytes: number;
  readonly ahead: number;
}

/** Of sitemaps: much less than a map can take up could be found in more. */
const WALK = Object.freeze({ maxFiles: 100, maxPages: 100_000 });

/** A page that was asked for. */
interface Visit {
  /** As it was taken up. */
  readonly url: string;
  readonly answer: MapAnswer;
}

/** One map: level by level, the pages of a level fetched at once and read in order. */
export class MapRun {
  readonly #client: MapClient;
  readonly #call: MapCallSettings;
  readonly #limits: MapRunLimits;
  readonly #ledger: MapLedger;
  readonly #failures: MapFailure[] = [];
  #pages = 0;
  #seedMiss: MapMiss | undefined;
  #sitemaps: readonly SitemapFile[] = [];

  constructor(client: MapClient, call: MapCallSettings, limits: MapRunLimits) {
    this.#client = client;
    this.#call = call;
    this.#limits = limits;
    this.#ledger = new MapLedger(call);
  }

  /** @throws MapError `SEED_FAILED`; the signal's reason */
  async run(): Promise<SiteMap> {
    const { seed, depth, limitPerLevel, limit } = this.#call;
    let urls: readonly string[] = [seed];
    this.#ledger.take(seed);
    for (let step = 1; step <= Math.max(1, depth) && urls.length > 0; step++) {
      const rest = limit - this.#ledger.size;
      const reason = rest <= limitPerLevel ? "limit" : "level-limit";
      const level = new MapLevel(Math.min(rest, limitPerLevel));
      const isWhole = await this.#pagesOf(urls, step, level);
      if (step === 1 && depth > 0) await this.#sitemapsOf(level);
      if (step === 1) this.#checkSeed(level);
      urls = depth === 0 ? [] : level.take();
      for (const url of urls) this.#ledger.take(url);
      this.#ledger.counts[reason] += level.left;
      if (!isWhole || level.left > 0) this.#ledger.stops.add(reason);
    }
    return this.#result();
  }

  /** @returns false when pages were left because the level was full */
  async #pagesOf(urls: readonly string[], step: number, level: MapLevel): Promise<boolean> {
    // The seed is fetched in any case: without it there is no map.
    if (step > 1 && level.isFull) return false;
    const visits = mapInOrder({
      items: urls,
      ahead: this.#limits.ahead,
      signal: this.#call.signal,
      run: (url, signal) => this.#visit(url, signal),
    });
    let read = 0;
    for await (const visit of visits) {
      this.#read(visit, level);
      read += 1;
      if (level.isFull) break;
    }
    return read === urls.length;
  }

  async #visit(url: string, signal: AbortSignal): Promise<Visit> {
    const answer = await this.#client.get({
      url,
      signal,
      maxBytes: this.#limits.maxPageBytes,
      mediaTypes: linkedTypes,
      judge: (target) => this.#ledger.judge(url, target),
    });
    return { url, answer };
  }

  #read({ url, answer }: Visit, level: MapLevel): void {
    if (answer.kind === "miss") {
      this.#miss(url, answer, level);
      return;
    }
    const isNew = this.#move(url, answer.url, level);
    if (!isNew || this.#call.depth === 0) return;
    const links = readPageLinks(answer.page, answer.url);
    if (links === undefined) {
      this.#fail(url, { url: answer.url, reason: "unreadable" });
      return;
    }
    this.#pages += 1;
    if (links.truncated) this.#ledger.stops.add("page-size");
    const neighbours = new Set([...links.neighbours].map((to) => this.#ledger.canonical(to)));
    for (const { reference } of links.links) this.#find(reference, level, neighbours);
  }

  /** @returns whether the URL that it leads to is new to the map */
  #move(url: string, target: string, level: MapLevel): boolean {
    const isNew = this.#ledger.move(url, target);
    // Its last URL may have been found by itself in the meantime.
    if (isNew && level.remove(this.#ledger.canonical(target))) this.#ledger.counts.duplicate += 1;
    return isNew;
  }

  #miss(url: string, miss: MapMiss, level: MapLevel): void {
    if (url === this.#call.seed) this.#seedMiss = miss;
    // A chain without end leads nowhere.
    const isNew = miss.reason === "redirects" || this.#move(url, miss.url, level);
    const { reason } = miss;
    if (reason === "redirect-known" || (!isNew && reason !== "redirect-scope")) return;
    this.#fail(url, { ...miss, reason });
  }

  #fail(url: string, { url: end, reason, status, cause }: FailedVisit): void {
    const leadsTo = end === url ? undefined : end;
    const error = cause instanceof Error ? cause.message : undefined;
    this.#failures.push({ url, leadsTo, reason, status, error });
  }

  #find(reference: string, level: MapLevel, neighbours: ReadonlySet<string>): void {
    const url = this.#ledger.fresh(reference);
    if (url === undefined) return;
    const isSeries = neighbours.has(url) || looksLikeSeries(url);
    if (!level.add(url, isSeries ? "series" : "link")) this.#ledger.counts.duplicate += 1;
  }

  async #sitemapsOf(level: MapLevel): Promise<void> {
    if (!this.#call.sitemaps || level.room === 0) return;
    const { signal, includeSubdomains } = this.#call;
    const settings = completeWalkCall({ signal, includeSubdomains, ...WALK });
    const walk = new ClientSitemapWalk(this.#client, this.#call.seed, settings);
    const left = level.left;
    for await (const { loc, alternates } of walk) {
      for (const reference of [loc, ...alternates.map(({ url }) => url)]) {
        const url = this.#ledger.fresh(reference);
        if (url !== undefined && !level.add(url, "sitemap")) this.#ledger.counts.duplicate += 1;
      }
      if (level.left > left) break;
    }
    this.#sitemaps = walk.report.files;
    for (const stop of walk.report.stoppedBy) this.#ledger.stops.add(`sitemap-${stop}`);
  }

  /** A seed that cannot be loaded makes no map, unless sitemaps do. */
  #checkSeed(level: MapLevel): void {
    const miss = this.#seedMiss;
    if (miss === undefined || (miss.reason !== "redirect-scope" && !level.isEmpty)) return;
    const { seed: url } = this.#call;
    const { reason, status, cause } = miss;
    throw new MapError("SEED_FAILED", {
      message: `Expected a page at '${url}'; ${seedSentence(miss)}.`,
      details: { url, reason, ...(status !== undefined && { status }) },
      cause,
    });
  }

  #result(): SiteMap {
    const { links, externalLinks, stops, counts } = this.#ledger;
    const search = this.#call.search.toLowerCase();
    const found = links.filter((url) => url.toLowerCase().includes(search));
    const external = externalLinks.filter((url) => url.toLowerCase().includes(search));
    return {
      url: this.#call.seed,
      links: found,
      externalLinks: external,
      totalLinks: found.length,
      totalExternalLinks: external.length,
      truncated: stops.size > 0,
      stoppedBy: [...stops],
      counts,
      pages: this.#pages,
      failures: this.#failures,
      sitemaps: this.#sitemaps,
    };
  }
}

type MapMiss = MapAnswer & { readonly kind: "miss" };

interface FailedVisit extends Pick<MapMiss, "url" | "status" | "cause"> {
  readonly reason: MapFailure["reason"];
}

function seedSentence({ reason, url, status, cause }: MapMiss): string {
  switch (reason) {
    case "status":
      return `the answer was ${status}`;
    case "robots":
      return cause instanceof Error ? cause.message : `robots.txt does not allow ${url}`;
    case "redirect-scope":
      return `it redirects to ${url.slice(0, 200)}, which is on another site`;
    case "redirects":
      return "its redirects do not end";
    default:
      return cause instanceof Error ? cause.message.replace(/\.$/, "") : "there was no answer";
  }
}
