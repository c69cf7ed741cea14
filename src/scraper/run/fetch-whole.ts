import type { VisitCall } from "../../browser/index.ts";
import type { FetchCall, FetchedPage, Fetcher, ProxyProvider } from "../../fetcher/index.ts";
import { checkHeaders, crossOriginHeaders } from "../../fetcher/internal.ts";
import {
  documentBase,
  htmlSource,
  parse,
  tagIds,
  toHtml,
  type NodeId,
  type Tree,
} from "../../html/index.ts";
import {
  escapeAttribute,
  escapeText,
  framesOf,
  isInHead,
  withoutFrames,
} from "../../html/internal.ts";
import type { PageVisitor } from "./visit-page.ts";
import type { PageWish } from "./made-page.ts";
import type { MeaningParts } from "./page-meaning.ts";
import type { PageMaker } from "./page-maker.ts";
import type { AcquiredPage } from "./acquired-page.ts";
import { failureText } from "./failure.ts";
import { kindOf, readPage } from "../readers/read-page.ts";
import type { ScrapeWarning } from "../scrape-result.ts";

/** What brings pages. */
export interface Engines {
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly visitor: PageVisitor;
  readonly proxies: ProxyProvider | undefined;
  /** What is asked before a browser visits a page, when robots.txt is obeyed. */
  readonly robots: Fetcher["robots"] | undefined;
  readonly maker: Pick<PageMaker, "make">;
  /** What summaries and JSON are made with. */
  readonly meaning: MeaningParts;
}

/** One scrape, as far as engines need to know. */
export interface PageRequest extends PageWish {
  readonly url: string;
  readonly engine: "http" | "browser" | "auto";
  readonly fetching: Omit<FetchCall, "signal" | "method">;
  /** What is the browser's alone. */
  readonly visiting: Omit<VisitCall, "signal" | "proxy" | "country">;
  readonly signal: AbortSignal;
}

/** Most frames that are fetched for a page. */
const MOST_FRAMES = 10;
/** Most framesets in each other, the page's own included. */
const MOST_NESTED = 2;
/** Characters of all frames of a page together, about as many as the fetcher's bytes for one page. */
const MOST_CHARACTERS = 10_485_760;

const FRAMESET = /<(?:[\w.-]+:)?frameset[\s>/]/i;

type WholeRequest = Pick<PageRequest, "url" | "fetching" | "signal">;

/** A document of a frameset page: the page itself, or what is in a frame. */
interface FramedDocument {
  readonly tree: Tree;
  readonly url: string;
  readonly base: string;
  readonly frames: readonly NodeId[];
  /** The addresses of the document and of those that it is in. */
  readonly path: ReadonlySet<string>;
  /** What came of its frames. */
  readonly content: Map<NodeId, FramedDocument>;
}

/**
 * Fetches a page; one that is a frameset comes with the content of its frames, in document order and
 * in place of each.
 * @throws FetchError; the signal's reason
 */
export async function fetchWhole(
  fetcher: Engines["fetcher"],
  request: WholeRequest,
): Promise<AcquiredPage> {
  const { url, fetching, signal } = request;
  const page = await fetcher.fetch(url, { ...fetching, refresh: "follow", signal });
  if (page.status >= 400 || page.bytes.length === 0) return page;
  if (kindOf(page) !== "html" || !FRAMESET.test(page.text)) return page;
  const { html, malformed } = htmlSource(page.text, page.contentType.sniffed);
  const tree = parse(html);
  const plain = withoutFrames(tree, html);
  if (plain !== undefined) return joined(page, plain, malformed ? ["malformed"] : []);
  const root = documentOf(tree, page.url, new Set());
  if (root.frames.length === 0) return page;
  const joiner = new FrameJoiner(fetcher, request);
  await joiner.fill(root);
  if (malformed) joiner.warnings.add("malformed");
  return joined(page, writePage(root), [...joiner.warnings]);
}

function joined(page: FetchedPage, text: string, warnings: readonly ScrapeWarning[]): AcquiredPage {
  const { url, status, statusText, headers, bytes, truncated, damage } = page;
  return {
    url,
    status,
    statusText,
    headers,
    bytes,
    text,
    contentType: { sniffed: "text/html" },
    truncated,
    damage,
    fromCache: page.fromCache,
    redirects: page.redirects,
    refresh: page.refresh,
    warnings: isCut(page) ? warnings.filter((warning) => warning !== "truncated") : warnings,
  };
}

function isCut({ truncated, damage }: FetchedPage): boolean {
  return truncated || damage === "truncated" || damage === "corrupt";
}

function documentOf(tree: Tree, url: string, outer: ReadonlySet<string>): FramedDocument {
  return {
    tree,
    url,
    base: documentBase(tree, url) ?? url,
    frames: framesOf(tree),
    path: new Set([...outer, withoutFragment(url)]),
    content: new Map(),
  };
}

/** Fetches frames, those of outer framesets first. */
class FrameJoiner {
  readonly #fetcher: Engines["fetcher"];
  readonly #request: WholeRequest;
  readonly warnings = new Set<ScrapeWarning>();
  #frames = 0;
  #characters = 0;

  constructor(fetcher: Engines["fetcher"], request: WholeRequest) {
    this.#fetcher = fetcher;
    this.#request = request;
  }

  async fill(root: FramedDocument): Promise<void> {
    let level = [root];
    for (let depth = 1; level.length > 0; depth += 1) {
      const next: FramedDocument[] = [];
      for (const document of level) {
        next.push(...(await this.#fillOne(document, depth <= MOST_NESTED)));
      }
      level = next;
    }
  }

  async #fillOne(document: FramedDocument, mayNest: boolean): Promise<readonly FramedDocument[]> {
    for (const frame of document.frames) {
      const address = addressOf(document, frame);
      if (address === undefined) continue;
      const found = mayNest ? await this.#frame(document, address) : undefined;
      if (found === undefined) this.warnings.add("frames-missing");
      else document.content.set(frame, found);
    }
    return [...document.content.values()].filter(({ frames }) => frames.length > 0);
  }

  async #frame(outer: FramedDocument, address: string): Promise<FramedDocument | undefined> {
    if (!/^https?:/.test(address) || outer.path.has(withoutFragment(address))) return undefined;
    if (this.#frames === MOST_FRAMES || this.#characters >= MOST_CHARACTERS) return undefined;
    this.#frames += 1;
    const page = await this.#fetch(address);
    if (page === undefined || outer.path.has(withoutFragment(page.url))) return undefined;
    return this.#read(page, outer);
  }

  async #read(page: FetchedPage, outer: FramedDocument): Promise<FramedDocument | undefined> {
    if (kindOf(page) !== "html") return undefined;
    this.#characters += page.text.length;
    if (this.#characters > MOST_CHARACTERS) return undefined;
    const { reading, failure } = await readPage(page, this.#request.signal);
    if (failure !== undefined || reading === undefined) return undefined;
    if (isCut(page)) this.warnings.add("truncated");
    for (const warning of reading.document.warnings ?? []) this.warnings.add(warning);
    return documentOf(reading.whole.tree, page.url, outer.path);
  }

  /** Undefined when it cannot be loaded. */
  async #fetch(address: string): Promise<FetchedPage | undefined> {
    const { url, fetching, signal } = this.#request;
    const isOwn = URL.parse(address)?.origin === URL.parse(url)?.origin;
    const headers = checkHeaders(fetching.headers ?? {});
    try {
      return await this.#fetcher.fetch(address, {
        ...fetching,
        headers: isOwn ? headers : crossOriginHeaders(headers),
        refresh: "follow",
        signal,
      });
    } catch (error) {
      if (signal.aborted || failureText(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** The absolute URL of what a frame shows; undefined when that is nothing. */
function addressOf({ tree, base }: FramedDocument, frame: NodeId): string | undefined {
  const address = tree.attribute(frame, "src")?.trim() ?? "";
  if (address === "" || /^about:blank/i.test(address)) return undefined;
  return URL.parse(address, base)?.href ?? "";
}

function withoutFragment(url: string): string {
  const end = url.indexOf("#");
  return end < 0 ? url : url.slice(0, end);
}

/** The page itself, with what came of its frames in place of the frameset. */
function writePage(root: FramedDocument): string {
  const { tree } = root;
  const head = tree.firstOfTag(tagIds.head);
  const lang = tree.attribute(tree.firstOfTag(tagIds.html), "lang");
  const start = lang === undefined ? "<html>" : `<html lang="${escapeAttribute(lang)}">`;
  const heading = head === 0 ? "" : toHtml(tree, [head]);
  return `<!DOCTYPE html>${start}${heading}<body>${writeFrames(root)}</body></html>`;
}

function writeFrames(document: FramedDocument): string {
  const { tree, frames, content } = document;
  const written = frames.map((frame) => {
    const inner = content.get(frame);
    return inner === undefined
      ? linkTo(document, frame)
      : `<section>${writeContent(inner)}</section>`;
  });
  if (content.size > 0) return written.join("\n");
  // A browser without frames is who it is written for.
  for (let node = tree.firstOfTag(tagIds.noframes); node !== 0; node = tree.nextOfTag(node)) {
    const source = parse(tree.text(tree.firstChild(node)));
    written.push(`<section>${bodyOf(source, document.base)}</section>`);
  }
  return written.join("\n");
}

function linkTo(document: FramedDocument, frame: NodeId): string {
  const address = addressOf(document, frame) ?? "";
  if (!/^https?:/.test(address)) return "";
  const { tree } = document;
  const title = tree.attribute(frame, "title")?.trim() || tree.attribute(frame, "name")?.trim();
  return `<p><a href="${escapeAttribute(address)}">${escapeText(title || address)}</a></p>`;
}

function writeContent(document: FramedDocument): string {
  return document.frames.length > 0 ? writeFrames(document) : bodyOf(document.tree, document.base);
}

/** What is in a document's body, and the styles and scripts of its head. */
function bodyOf(tree: Tree, base: string): string {
  const roots: NodeId[] = [];
  for (const tag of [tagIds.style, tagIds.script]) {
    for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) {
      if (isInHead(tree, node)) roots.push(node);
    }
  }
  const body = tree.firstChild(tree.firstOfTag(tagIds.body));
  for (let node = body; node !== 0; node = tree.nextSibling(node)) roots.push(node);
  return toHtml(tree, roots, base);
}
