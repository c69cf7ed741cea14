import type { Method } from "../run/method.ts";

/** Response headers: lower-case names; several lines of one name become an array. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One request as it goes on the wire. */
export interface TransportRequest {
  /** http or https; the fragment is not sent. */
  readonly url: URL;
  readonly method: Method;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** None when absent. */
  readonly body?: Uint8Array | undefined;
  /** Go through this proxy (`http:`, `https:` or `socks5:`) instead of directly. */
  readonly proxy?: URL | undefined;
}

/** Where the time of one exchange went, in milliseconds. */
export interface ExchangeTimings {
  /** Resolving the name; 0 when the connection was reused. */
  readonly dnsMs: number;
  /** TCP, and the proxy's handshake; 0 when the connection was reused. */
  readonly connectMs: number;
  /** TLS; 0 when the connection was reused or is plain. */
  readonly tlsMs: number;
  /** From the request to the last byte of the response's headers. */
  readonly firstByteMs: number;
}

/** A response whose body has yet to be read. */
export interface TransportResponse {
  readonly status: number;
  /** The reason phrase; empty with HTTP/2. */
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** `1.1` or `2`. */
  readonly httpVersion: string;
  /**
   * The bytes on the wire, content encodings not undone. Must be read to its end, or left by
   * `return()`, which may be called while a `next()` waits and then ends it.
   */
  readonly body: AsyncIterable<Uint8Array>;
  readonly timings: ExchangeTimings;
  /** The address of the peer: the server's, or the proxy's. */
  readonly remoteAddress: string | undefined;
}

/** Sends one request and hands over one response. */
export interface Transport extends AsyncDisposable {
  /**
   * Resolves when the response's headers are complete. Redirects are responses. A POST or PATCH is sent once,
   * whatever happens to its connection (RFC 9110, 9.2.2), unless an HTTP/2 server says that it has
   * not looked at it (RFC 9113, 8.7). When `signal` aborts, then or while the body is read, the
   * socket is closed and the signal's reason thrown.
   * @throws FetchError; the signal's reason
   */
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse>;
}
