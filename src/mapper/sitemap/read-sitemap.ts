import { checkArgument } from "../../core/index.ts";
import { looksLikeFeed } from "../../html/index.ts";
import { SitemapBuilder } from "./sitemap-builder.ts";
import { SitemapBytes } from "./sitemap-bytes.ts";
import type { SitemapEntry, SitemapFormat, SitemapOutcome } from "./sitemap-entry.ts";
import { SitemapFeed } from "./sitemap-feed.ts";
import { SitemapLines } from "./sitemap-lines.ts";
import { sitemapLimits, type SitemapLimits } from "./sitemap-options.ts";
import { sitemapText } from "./sitemap-text.ts";
import { XmlScanner } from "./xml-scanner.ts";

/** How a sitemap is read. */
export interface ReadSitemapOptions extends SitemapLimits {
  /** Where the file comes from; what relative URLs, which should not be there, are relative to. */
  readonly url: string;
  /** The charset that Content-Type names, if it does. */
  readonly charset?: string | undefined;
}

/** A sitemap being read. Can be iterated once. */
export interface SitemapReading extends AsyncIterable<SitemapEntry> {
  /** How far it is; final when the iteration has ended. */
  readonly outcome: SitemapOutcome;
}

/**
 * Reads a sitemap as it comes (sitemaps.org protocol): an XML list of pages or of sitemaps, a text
 * with a URL per line, RSS, Atom or JSON Feed, plain or packed with gzip, by what it holds and not by
 * its name. A feed's pages come when all of it has been read, up to 64 Mi characters.
 * Namespaces make no difference. It never fails on what it reads: bad dates and URLs are left out,
 * of a broken file it gives what came before; `outcome` says so.
 * @throws CoreError `INVALID_OPTION`; while it is iterated, what the input throws
 * @example
 * ```ts
 * import { readSitemap } from "dragline/mapper";
 *
 * const bytes = new TextEncoder().encode("https://example.com/tides\n");
 * for await (const entry of readSitemap(bytes, { url: "https://example.com/sitemap.txt" })) {
 *   console.log(entry.loc);
 * }
 * ```
 */
export function readSitemap(
  input: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadSitemapOptions,
): SitemapReading {
  checkArgument("input of readSitemap(input, { url })", input, "bytesOrStream");
  checkArgument("options of readSitemap(input, { url })", options, "object");
  const { url, charset, ...limits } = options;
  const settings = sitemapLimits(limits);
  return new Reading(new SitemapBytes(input, settings), { url, charset, ...settings });
}

interface ReadingSettings {
  readonly url: string;
  readonly charset: string | undefined;
  readonly maxUrls: number;
}

/** What makes entries of text. */
interface EntryParser {
  /** What came since it was last emptied. */
  readonly ready: SitemapEntry[];
  readonly format: SitemapFormat;
  readonly skipped: number;
  readonly damaged: boolean;
  /** @returns false when nothing can be read from the rest */
  push(text: string): boolean;
  finish(): void;
}

class Reading implements SitemapReading {
  readonly #bytes: SitemapBytes;
  readonly #settings: ReadingSettings;
  #parser: EntryParser | undefined;
  #entries = 0;
  #isFull = false;

  constructor(bytes: SitemapBytes, settings: ReadingSettings) {
    this.#bytes = bytes;
    this.#settings = settings;
  }

  get outcome(): SitemapOutcome {
    const { bytes, stoppedBy, damaged } = this.#bytes;
    const parser = this.#parser;
    return {
      format: this.#entries === 0 ? emptyFormat(parser) : (parser?.format ?? "none"),
      entries: this.#entries,
      skipped: parser?.skipped ?? 0,
      bytes,
      stoppedBy: this.#isFull ? "urls" : stoppedBy,
      damaged: damaged || (parser?.damaged ?? false),
    };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SitemapEntry> {
    for await (const text of sitemapText(this.#bytes, this.#settings.charset)) {
      this.#parser ??= parserFor(text, this.#settings);
      const goesOn = this.#parser?.push(text) ?? true;
      yield* this.#take();
      if (!goesOn || this.#isFull) return;
    }
    const isFeed = this.#parser instanceof SitemapFeed;
    if (isFeed || this.#bytes.stoppedBy === undefined) this.#parser?.finish();
    yield* this.#take();
  }

  *#take(): Generator<SitemapEntry> {
    const ready = this.#parser?.ready.splice(0) ?? [];
    for (const entry of ready) {
      if (this.#entries === this.#settings.maxUrls) {
        this.#isFull = true;
        return;
      }
      this.#entries += 1;
      yield entry;
    }
  }
}

/** A list that has no entry is one all the same; lines of which none is a URL are not. */
function emptyFormat(parser: EntryParser | undefined): SitemapFormat {
  return parser === undefined || parser.format === "text" ? "none" : parser.format;
}

/** Markup begins with `<`; undefined while there are only blanks. */
function parserFor(text: string, { url, maxUrls }: ReadingSettings): EntryParser | undefined {
  const start = text.trimStart();
  if (start === "") return undefined;
  if (start.startsWith("{") || looksLikeFeed(start)) return new SitemapFeed(url, maxUrls);
  return start.startsWith("<") ? new XmlParser(url) : new SitemapLines();
}

class XmlParser implements EntryParser {
  readonly #builder: SitemapBuilder;
  readonly #scanner: XmlScanner;
  #isCut = false;

  constructor(url: string) {
    this.#builder = new SitemapBuilder(url);
    this.#scanner = new XmlScanner(this.#builder);
  }

  get ready(): SitemapEntry[] {
    return this.#builder.ready;
  }

  get format(): SitemapFormat {
    return this.#builder.format;
  }

  get skipped(): number {
    return this.#builder.skipped;
  }

  get damaged(): boolean {
    return this.#isCut || this.#scanner.damaged || this.#builder.damaged;
  }

  push(text: string): boolean {
    this.#scanner.push(text);
    return !this.#builder.isHtml;
  }

  finish(): void {
    this.#isCut = !this.#scanner.finish() || this.#builder.isOpen;
    this.#builder.finish();
  }
}
