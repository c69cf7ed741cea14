/**
 * An HTTP client for pages of strangers: addresses that are not public are refused, every redirect is
 * checked, sizes and times are bounded; with cookies, charsets, compression, retries, a cache, proxies and
 * robots.txt.
 *
 * Loads readers of charsets; `undici` and cookies (`tough-cookie`) on first use.
 *
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 *
 * await using fetcher = createFetcher();
 * const page = await fetcher.fetch("https://example.com/");
 * console.log(page.status, page.url, page.text);
 * ```
 * @packageDocumentation
 */
export { ApiClient } from "./api-client.ts";
export type { ApiCollaborators, ApiFailure, ApiParts, ApiRequest } from "./api-parts.ts";
export { decodeText, detectCharset, type Charset, type CharsetHints } from "./body/charset.ts";
export type { AnswerHead, BodySink } from "./body/body-sink.ts";
export { Cookies } from "./cookies/cookies.ts";
export type { KeptCookie } from "./cookies/cookie-jar.ts";
export { isFetchError, FetchError, type FetchErrorDetails } from "./fetch-error.ts";
export type { FetchCall } from "./run/fetch-call.ts";
export {
  createTransport,
  type TransportCollaborators,
  type TransportOptions,
} from "./transport/create-transport.ts";
export { createFetcher, type Fetcher, type RobotsCall } from "./fetcher.ts";
export type { FetcherCollaborators } from "./engine.ts";
export type { FetcherOptions } from "./fetcher-options.ts";
export type { ContentType, FetchedPage, FetchTimings } from "./page.ts";
export { methods, type Method } from "./run/method.ts";
export type { MediaType } from "./body/media-type.ts";
export type { PageRefresh } from "./page.ts";
export type { PageStore } from "./cache/page-store.ts";
export { staticProxies, type ProxyProvider, type ProxyQuery } from "./run/proxies.ts";
export { redirectTarget, type Redirect } from "./run/redirect.ts";
export { type HeadersInput, type RequestHeaders } from "./run/request-headers.ts";
export type { RobotsVerdict } from "./robots/robots.ts";
export type {
  ExchangeTimings,
  ResponseHeaders,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./transport/transport.ts";
export type { Dialer, DialTarget, Resolver } from "../net/index.ts";
