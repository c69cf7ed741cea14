import { canonicalUrl } from "../../core/index.ts";
import type { MapAnswer, MapClient } from "../map/map-client.ts";
import { readSitemap, type SitemapReading } from "./read-sitemap.ts";
import { createScope, type Scope } from "../links/scope.ts";
import type { SitemapFormat, SitemapPage } from "./sitemap-entry.ts";
import type { SitemapWalkSettings } from "./sitemap-walk-call.ts";

/** Where sitemaps are looked for when robots.txt names none. */
const WELL_KNOWN = Object.freeze([
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/sitemap.xml.gz",
  "/sitemap.txt",
]);

/** One file of a walk. */
export interface SitemapFile {
  readonly url: string;
  /** The index that names it; undefined for one that the walk began with. */
  readonly from: string | undefined;
  readonly format: SitemapFormat;
  /** Entries that were read. */
  readonly entries: number;
  /** Why the file could not be loaded; `scope`: on a host that neither is the site's nor was named by robots.txt. */
  readonly missing: "failed" | "status" | "robots" | "scope" | "redirects" | undefined;
  /** The limit that ended its reading. */
  readonly stoppedBy: "bytes" | "ratio" | "urls" | undefined;
  /** Whether it is cut off or broken; what could be read was given. */
  readonly damaged: boolean;
}

/** What a walk has met. */
export interface SitemapReport {
  /** The files, in the order in which they were asked for; not those that were only guessed at and are not there. */
  readonly files: readonly SitemapFile[];
  /** Pages given. */
  readonly pages: number;
  /** The limits that were met, each once. */
  readonly stoppedBy: readonly SitemapStop[];
}

/** Limits of a walk: indexes in indexes; files; pages in all; and those of one file. */
export type SitemapStop = "depth" | "files" | "pages" | "bytes" | "ratio" | "urls";

/** A walk through a site's sitemaps. Can be iterated once; it reads no further than is asked for. */
export interface SitemapWalk extends AsyncIterable<SitemapPage> {
  /** How it stands; final when the iteration has ended. */
  readonly report: SitemapReport;
}

/** A file to be read. */
interface Target {
  readonly url: string;
  readonly from: string | undefined;
  /** 1 for a file that the walk began with. */
  readonly depth: number;
  /** Whether nobody named it. */
  readonly isGuess: boolean;
}

/** Goes through sitemaps, indexes depth first, each file once. */
export class ClientSitemapWalk implements SitemapWalk {
  readonly #client: MapClient;
  readonly #seed: string;
  readonly #settings: SitemapWalkSettings;
  readonly #scope: Scope;
  /** Hosts beside the site's whose files are read. */
  readonly #named = new Set<string>();
  readonly #known = new Set<string>();
  readonly #files: SitemapFile[] = [];
  readonly #stops = new Set<SitemapStop>();
  #asked = 0;
  #pages = 0;

  /** @param seed an absolute http or https URL of the site */
  constructor(client: MapClient, seed: string, settings: SitemapWalkSettings) {
    this.#client = client;
    this.#seed = seed;
    this.#settings = settings;
    this.#scope = createScope(seed, settings);
  }

  get report(): SitemapReport {
    return { files: [...this.#files], pages: this.#pages, stoppedBy: [...this.#stops] };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SitemapPage> {
    const named = this.#settings.sitemaps ?? (await this.#fromRobots());
    for (const url of named) if (URL.canParse(url)) this.#named.add(new URL(url).host);
    for (const url of named) yield* this.#file({ url, from: undefined, depth: 1, isGuess: false });
    if (named.length > 0) return;
    for (const path of WELL_KNOWN) {
      const url = new URL(path, this.#seed).href;
      yield* this.#file({ url, from: undefined, depth: 1, isGuess: true });
      // One that is there is all; where nobody answers, nobody will.
      if (this.#files.length > 0) return;
    }
  }

  async #fromRobots(): Promise<readonly string[]> {
    const { signal } = this.#settings;
    try {
      return (await this.#client.robots(this.#seed, signal)).sitemaps;
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }

  async *#file(target: Target): AsyncGenerator<SitemapPage> {
    if (!this.#enter(target)) return;
    const { signal, maxBytes } = this.#settings;
    const { url, depth, isGuess } = target;
    const children: string[] = [];
    const judge = (to: string) => (this.#mayRead(to) ? "follow" : "scope");
    const answer = await this.#client.get({
      url,
      signal,
      maxBytes,
      judge,
      isFile: true,
      isNamed: depth === 1 && !isGuess,
    });
    yield* this.#read(target, answer, children);
    for (const child of children) {
      if (this.#isFull()) return;
      yield* this.#file({ url: child, from: url, depth: depth + 1, isGuess: false });
    }
  }

  /** Whether the file is to be asked for. */
  #enter(target: Target): boolean {
    const { maxDepth, maxFiles } = this.#settings;
    const key = URL.canParse(target.url) ? canonicalUrl(target.url) : target.url;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    if (!this.#mayRead(target.url)) {
      this.#tell(target, { missing: "scope" });
      return false;
    }
    if (target.depth > maxDepth) this.#stops.add("depth");
    else if (this.#asked >= maxFiles) this.#stops.add("files");
    else {
      this.#asked += 1;
      return true;
    }
    return false;
  }

  #mayRead(text: string): boolean {
    const url = URL.parse(text);
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
    return this.#scope.includes(url.href) || this.#named.has(url.host);
  }

  #isFull(): boolean {
    return this.#stops.has("pages") || this.#stops.has("files");
  }

  async *#read(target: Target, answer: MapAnswer, children: string[]): AsyncGenerator<SitemapPage> {
    if (answer.kind === "miss") {
      const missing = missingOf(answer.reason);
      if (!target.isGuess || missing === "failed") this.#tell(target, { missing });
      return;
    }
    const { bytes, headers, truncated } = answer.page;
    const { maxBytes, maxRatio, maxUrls } = this.#settings;
    const charset = charsetOf(headers["content-type"]);
    const limits = { maxBytes, maxRatio, maxUrls };
    const reading = readSitemap(bytes, { url: answer.url, charset, ...limits });
    try {
      yield* this.#entries(reading, children);
    } finally {
      const { outcome } = reading;
      const stoppedBy = outcome.stoppedBy ?? (truncated ? "bytes" : undefined);
      if (stoppedBy !== undefined) this.#stops.add(stoppedBy);
      if (!target.isGuess || outcome.format !== "none")
        this.#tell(target, { ...outcome, stoppedBy });
    }
  }

  async *#entries(reading: SitemapReading, children: string[]): AsyncGenerator<SitemapPage> {
    const { maxPages, maxFiles } = this.#settings;
    for await (const entry of reading) {
      if (entry.kind === "sitemap") {
        // One more than may be, to know that there was one.
        if (children.length <= maxFiles) children.push(entry.loc);
      } else if (this.#pages >= maxPages) {
        this.#stops.add("pages");
        return;
      } else {
        this.#pages += 1;
        yield entry;
      }
    }
  }

  #tell({ url, from }: Target, said: Partial<SitemapFile>): void {
    const { format = "none", entries = 0, missing, stoppedBy, damaged = false } = said;
    if (this.#files.length < this.#settings.maxFiles) {
      this.#files.push({ url, from, format, entries, missing, stoppedBy, damaged });
    }
  }
}

function missingOf(reason: (MapAnswer & { kind: "miss" })["reason"]): SitemapFile["missing"] {
  if (reason === "redirect-scope" || reason === "redirect-known") return "scope";
  return reason;
}

function charsetOf(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === "string" ? header : header?.[0];
  return /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{1,64})/i.exec(text ?? "")?.[1];
}
