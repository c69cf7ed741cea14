import type { AbsoluteRefresh } from "../html/index.ts";
import { detectCharset, decodeText, type Charset } from "./body/charset.ts";
import { isXml, parseMediaType, sniffMediaType, type MediaType } from "./body/media-type.ts";
import type { BodyDamage } from "./body/decompress.ts";
import type { Redirect } from "./run/redirect.ts";
import type { ExchangeTimings, ResponseHeaders } from "./transport/transport.ts";

/** Where a page sends its reader after some time. */
export interface PageRefresh extends AbsoluteRefresh {
  /** Whether its `Refresh` header says so, which comes first, or a `meta`. */
  readonly from: "header" | "meta";
}

/** Where the time of a fetch went, in milliseconds. */
export interface FetchTimings extends ExchangeTimings {
  /** Reading and decompressing the body. */
  readonly bodyMs: number;
  /** From the call to the page: redirects, retries and waits included. */
  readonly totalMs: number;
}

/** The declared and the actual type of a page. */
export interface ContentType {
  /** What Content-Type says; undefined when it is absent or malformed. */
  readonly declared: MediaType | undefined;
  /** What the bytes are, such as `text/html` or `application/pdf`. */
  readonly sniffed: string;
}

/** A fetched page. The text and what it takes to get it are computed on first use. */
export interface FetchedPage {
  /** The URL that was asked for. */
  readonly requestedUrl: string;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** The responses that led here, in order. */
  readonly redirects: readonly Redirect[];
  /**
   * Where the page sends its reader, when `refresh` of the call is `follow` and it was not followed:
   * after more than 5 seconds, with a status from 400, or to what is no URL to fetch.
   */
  readonly refresh?: PageRefresh | undefined;
  readonly status: number;
  /** The reason phrase; empty with HTTP/2. */
  readonly statusText: string;
  /** Lower-case names; several lines of one name are an array. */
  readonly headers: ResponseHeaders;
  /** `1.1` or `2`. */
  readonly httpVersion: string;
  readonly contentType: ContentType;
  /** The encoding of {@link text}, by its WHATWG name. */
  readonly charset: string;
  /** How the encoding was found. */
  readonly charsetSource: Charset["source"];
  /** The body, decompressed. */
  readonly bytes: Uint8Array;
  /** The body as text. */
  readonly text: string;
  /** Of the exchange that gave the page; from the cache, all but the total are 0. */
  readonly timings: FetchTimings;
  /** Whether the body was cut at the limit. */
  readonly truncated: boolean;
  /** Whether the body was left because its declared type is not among `mediaTypes` of the call. */
  readonly unread: boolean;
  /** What was wrong with the compression, when the body could be used all the same. */
  readonly damage: BodyDamage | undefined;
  /** Whether the body came from the cache. */
  readonly fromCache: boolean;
  /** Whether the server was asked, and confirmed that the copy in the cache still holds. */
  readonly revalidated: boolean;
  /** 1, and one for each retry. */
  readonly attempts: number;
  /** The address of the peer, the server's or the proxy's; undefined from the cache. */
  readonly remoteAddress: string | undefined;
}

/** What a page is made from. */
type PageParts = Omit<FetchedPage, "contentType" | "charset" | "charsetSource" | "text">;

/** A page of its parts. */
export class LazyPage implements FetchedPage {
  readonly requestedUrl: string;
  readonly url: string;
  readonly redirects: readonly Redirect[];
  readonly refresh: PageRefresh | undefined;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly httpVersion: string;
  readonly bytes: Uint8Array;
  readonly timings: FetchTimings;
  readonly truncated: boolean;
  readonly unread: boolean;
  readonly damage: BodyDamage | undefined;
  readonly fromCache: boolean;
  readonly revalidated: boolean;
  readonly attempts: number;
  readonly remoteAddress: string | undefined;
  #contentType: ContentType | undefined;
  #guess: Charset | undefined;
  #text: string | undefined;

  constructor(parts: PageParts) {
    this.requestedUrl = parts.requestedUrl;
    this.url = parts.url;
    this.redirects = parts.redirects;
    this.refresh = parts.refresh;
    this.status = parts.status;
    this.statusText = parts.statusText;
    this.headers = parts.headers;
    this.httpVersion = parts.httpVersion;
    this.bytes = parts.bytes;
    this.timings = parts.timings;
    this.truncated = parts.truncated;
    this.unread = parts.unread;
    this.damage = parts.damage;
    this.fromCache = parts.fromCache;
    this.revalidated = parts.revalidated;
    this.attempts = parts.attempts;
    this.remoteAddress = parts.remoteAddress;
  }

  get contentType(): ContentType {
    this.#contentType ??= typeOf(this.headers, this.bytes);
    return this.#contentType;
  }

  get charset(): string {
    return this.#findCharset().charset;
  }

  get charsetSource(): Charset["source"] {
    return this.#findCharset().source;
  }

  get text(): string {
    this.#text ??= decodeText(this.bytes, this.charset);
    return this.#text;
  }

  #findCharset(): Charset {
    this.#guess ??= charsetOf(this.bytes, this.contentType);
    return this.#guess;
  }
}

/** The declared and the actual type of a body. */
export function typeOf(headers: ResponseHeaders, bytes: Uint8Array): ContentType {
  const header = headers["content-type"];
  const declared = parseMediaType(typeof header === "string" ? header : header?.join(", "));
  return { declared, sniffed: sniffMediaType(bytes, declared) };
}

/** The encoding of a body of a type. */
export function charsetOf(bytes: Uint8Array, { declared, sniffed }: ContentType): Charset {
  return detectCharset(bytes, {
    contentType: declared ?? { essence: sniffed },
    xml: isXml(sniffed),
  });
}
