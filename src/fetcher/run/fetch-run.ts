import type { Clock, Deadline, Ids } from "../../core/index.ts";
import type { AddressGuard } from "../../net/index.ts";
import type { BodySink } from "../body/body-sink.ts";
import type { Cookies } from "../cookies/cookies.ts";
import type { FetcherSettings } from "../fetcher-options.ts";
import type { Method } from "./method.ts";
import type { PageCache } from "../cache/page-cache.ts";
import type { ProxyProvider } from "./proxies.ts";
import type { RequestHeaders } from "./request-headers.ts";
import type { Transport } from "../transport/transport.ts";

/** What every fetch of a fetcher shares. */
export interface Engine {
  readonly transport: Transport;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly proxies: ProxyProvider | undefined;
  readonly cache: PageCache;
  readonly settings: FetcherSettings;
  /** Sent with every request; lower-case names. */
  readonly headers: RequestHeaders;
}

/** One fetch under way. */
export interface FetchRun {
  readonly engine: Engine;
  /** Of the first request; those after redirects are the hops'. */
  readonly method: Method;
  readonly country: string | undefined;
  readonly session: string | undefined;
  /** Milliseconds; undefined: neither look into the cache nor add to it. */
  readonly maxAgeMs: number | undefined;
  readonly maxRedirects: number;
  /** Whether a redirect's response is the page. */
  readonly manual: boolean;
  /** Whether pages that send their readers elsewhere are followed. */
  readonly followsRefresh: boolean;
  /** Further attempts; none is left once a part of the body was given away. */
  maxRetries: number;
  /** Declared types whose body is read; undefined: all. */
  readonly mediaTypes: ReadonlySet<string> | undefined;
  readonly maxBytes: number;
  readonly onOversize: "fail" | "truncate";
  readonly deadline: Deadline;
  readonly cookies: Cookies;
  /** Asked before each request; throws when the URL must not be fetched. */
  readonly permit: ((url: URL, run: FetchRun) => Promise<void>) | undefined;
  /** The caller's question before each request. */
  readonly checkHop: ((url: URL, signal: AbortSignal) => void | Promise<void>) | undefined;
  readonly sink: BodySink | undefined;
  /** Attempts so far, over all URLs of the fetch. */
  attempts: number;
  /** Retries so far. */
  retries: number;
}

/** One URL of a fetch. */
export interface Hop {
  readonly url: URL;
  readonly method: Method;
  /** The caller's headers that may be sent there; lower-case names. */
  readonly headers: RequestHeaders;
  readonly body: Uint8Array | undefined;
  /** Whether a page led here by itself: what is a file to download is then left. */
  readonly byRefresh?: boolean | undefined;
}
