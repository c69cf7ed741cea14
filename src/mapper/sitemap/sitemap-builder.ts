import { detach } from "../../core/index.ts";
import { readTimestamp } from "../../html/internal.ts";
import {
  changeFrequencies,
  type ChangeFrequency,
  type SitemapAlternate,
  type SitemapEntry,
  type SitemapFormat,
} from "./sitemap-entry.ts";
import { xmlAttribute, type XmlSink } from "./xml-scanner.ts";

/** Longer URLs are none; longer texts are cut. */
const LONGEST_URL = 8192;
const LONGEST_TITLE = 1000;

/** Of one page. */
const MOST_ITEMS = 1000;

/** Elements deeper than this have no meaning. */
const DEEPEST = 32;

/** Elements that are an entry each, and the format of a file that has them. */
const ENTRIES: Readonly<Record<string, SitemapFormat>> = Object.freeze({
  url: "urlset",
  sitemap: "index",
});

const ROOTS: Readonly<Record<string, SitemapFormat>> = Object.freeze({
  urlset: "urlset",
  sitemapindex: "index",
});

/** What texts mean, by the element that they are in and the one around it. */
const FIELDS: Readonly<Record<string, Field>> = Object.freeze({
  "url loc": "loc",
  "url lastmod": "date",
  "url changefreq": "changefreq",
  "url priority": "priority",
  "sitemap loc": "loc",
  "sitemap lastmod": "date",
  "image loc": "image",
  "news title": "newsTitle",
  "video title": "videoTitle",
});

type Field = "loc" | "date" | "changefreq" | "priority" | "image" | "newsTitle" | "videoTitle";

/** An entry in the making. */
interface Draft {
  readonly element: string;
  /** How deep its element is, 1 for the root. */
  readonly depth: number;
  readonly texts: Partial<Record<Field, string>>;
  readonly images: string[];
  readonly videoTitles: string[];
  readonly alternates: SitemapAlternate[];
}

/** An element in an entry. */
interface Part {
  readonly name: string;
  readonly parent: string;
  readonly tag: string;
}

/** Makes entries of what an XmlScanner finds, whatever the namespaces are. */
export class SitemapBuilder implements XmlSink {
  readonly #base: string;
  readonly #path: string[] = [];
  #depth = 0;
  #draft: Draft | undefined;
  #field: Field | undefined;
  /** The depth of the field's element. */
  #fieldDepth = 0;
  #text = "";
  /** What came since it was last emptied. */
  readonly ready: SitemapEntry[] = [];
  format: SitemapFormat = "none";
  skipped = 0;
  /** Whether an element was closed that was not open. */
  damaged = false;
  /** Whether it is a web page, and nothing can be read from it. */
  isHtml = false;

  /** @param base what relative URLs are relative to */
  constructor(base: string) {
    this.#base = base;
  }

  get wantsText(): boolean {
    return this.#field !== undefined;
  }

  /** Whether elements are open. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  text(text: string): void {
    if (this.#text.length <= LONGEST_URL) this.#text += text;
  }

  open(name: string, tag: string): void {
    if (this.#depth === 0) this.#root(name);
    if (this.isHtml) return;
    const parent = this.#path.at(-1) ?? "";
    if (this.#field !== undefined && this.#text.trim() !== "" && isKnown(name)) this.#endField();
    if (this.#depth++ < DEEPEST) this.#path.push(name);
    if (this.#field !== undefined) return;
    if (Object.hasOwn(ENTRIES, name)) this.#begin(name);
    else if (this.#draft !== undefined) this.#part(this.#draft.element, { name, parent, tag });
  }

  close(name: string): void {
    if (this.isHtml) return;
    const at = this.#path.lastIndexOf(name);
    const isDeep = this.#depth > DEEPEST && !Object.hasOwn(ENTRIES, name);
    if (at === -1 || isDeep) {
      if (isDeep) this.#depth -= 1;
      else this.damaged = true;
      return;
    }
    if (this.#field !== undefined && at < this.#fieldDepth) this.#endField();
    if (this.#draft !== undefined && at < this.#draft.depth) this.#finish();
    this.#path.length = at;
    this.#depth = at;
  }

  /** The end of the file: an entry counts when its element was left open behind its URL. */
  finish(): void {
    this.#field = undefined;
    this.#finish();
  }

  #root(name: string): void {
    if (Object.hasOwn(ROOTS, name)) this.format = ROOTS[name] ?? "none";
    this.isHtml ||= name === "html";
  }

  #begin(name: string): void {
    this.#finish();
    if (this.format === "none") this.format = ENTRIES[name] ?? "none";
    const { length: depth } = this.#path;
    this.#draft = { element: name, depth, texts: {}, images: [], videoTitles: [], alternates: [] };
  }

  #part(entry: string, { name, parent, tag }: Part): void {
    if (name === "link" && parent === entry) this.#alternate(tag);
    else this.#beginField(`${parent} ${name}`);
  }

  #alternate(tag: string): void {
    const rel = xmlAttribute(tag, "rel")?.trim().toLowerCase() ?? "alternate";
    const { alternates = [] } = this.#draft ?? {};
    if (rel !== "alternate" || alternates.length >= MOST_ITEMS) return;
    const url = this.#absolute(xmlAttribute(tag, "href") ?? "");
    const hreflang = xmlAttribute(tag, "hreflang")?.trim().slice(0, 64);
    if (url !== undefined) alternates.push({ url, hreflang: hreflang && detach(hreflang) });
  }

  #beginField(place: string): void {
    this.#field = FIELDS[place];
    this.#fieldDepth = this.#path.length;
    this.#text = "";
  }

  #endField(): void {
    const field = this.#field;
    const text = this.#text.trim();
    this.#field = undefined;
    if (field === undefined || this.#draft === undefined || text === "") return;
    const { texts, images, videoTitles } = this.#draft;
    if (field === "image") {
      const url = images.length < MOST_ITEMS ? this.#absolute(text) : undefined;
      if (url !== undefined) images.push(url);
    } else if (field !== "videoTitle") texts[field] ??= text;
    else if (videoTitles.length < MOST_ITEMS) videoTitles.push(title(text));
  }

  #finish(): void {
    const draft = this.#draft;
    if (draft === undefined) return;
    this.#draft = undefined;
    const loc = draft.texts.loc === undefined ? undefined : this.#absolute(draft.texts.loc);
    if (loc === undefined) {
      this.skipped += 1;
      return;
    }
    const { texts, alternates, images, videoTitles } = draft;
    const lastmod = texts.date === undefined ? undefined : readTimestamp(texts.date);
    if (draft.element === "sitemap") {
      this.ready.push({ kind: "sitemap", loc, lastmod });
      return;
    }
    this.ready.push({
      kind: "page",
      loc,
      lastmod,
      changefreq: frequency(texts.changefreq),
      priority: priority(texts.priority),
      alternates,
      images,
      newsTitle: texts.newsTitle === undefined ? undefined : title(texts.newsTitle),
      videoTitles,
    });
  }

  #absolute(reference: string): string | undefined {
    if (reference.length > LONGEST_URL) return undefined;
    const url = URL.parse(reference, this.#base);
    if (url === null || url.href.length > LONGEST_URL) return undefined;
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
  }
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  Object.keys(FIELDS).map((place) => place.slice(place.indexOf(" ") + 1)),
);

/** An element that cannot be inside a text, so that the text's own end was forgotten. */
function isKnown(name: string): boolean {
  return KNOWN_FIELDS.has(name) || Object.hasOwn(ENTRIES, name);
}

function title(text: string): string {
  return detach(text.slice(0, LONGEST_TITLE));
}

function frequency(text: string | undefined): ChangeFrequency | undefined {
  return changeFrequencies.find((known) => known === text?.toLowerCase());
}

function priority(text: string | undefined): number | undefined {
  const value = text !== undefined && /^\d{0,3}\.?\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}
