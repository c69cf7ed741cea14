import { checkNumber, CoreError } from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";

/** A place where browsers are driven by the Chrome DevTools Protocol. */
export interface RemoteEndpoint {
  /**
   * Its address: `ws:` or `wss:`, or the `http:` or `https:` address of a Chromium's debugging port,
   * whose `/json/version` then says the rest. What a service wants as its token stands in it or in
   * `headers`; it is left out of messages.
   */
  readonly url: string;
  /** Headers of the handshake. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Most connections at once, of which a pool makes one for each of its browsers; from 1. @default 8 */
  readonly capacity?: number | undefined;
  /**
   * Whether its browsers are not on this machine, as behind a tunnel or in a container of their own;
   * when absent, those of addresses that are not of loopback are.
   */
  readonly elsewhere?: boolean | undefined;
}

/** How an endpoint is. */
export interface EndpointStatus {
  /** Its address without what stands behind the path. */
  readonly url: string;
  /** `ready`; `resting` for a while after it failed; `draining`: it gets no further browser. */
  readonly state: "ready" | "resting" | "draining";
  /** Connections now. */
  readonly running: number;
  readonly capacity: number;
  /** Failures since it last answered. */
  readonly failures: number;
}

/** An endpoint and what is known of it. */
export interface Seat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly capacity: number;
  /** Whether its browsers are not on this machine. */
  readonly isElsewhere: boolean;
  running: number;
  failures: number;
  /** The last one. */
  failure: unknown;
  /** Milliseconds of the clock's `monotonic`. */
  restsUntil: number;
  /** Aborts when it is taken out of service. */
  leaving: AbortController;
}

export function seatsOf(
  endpoints: readonly (string | RemoteEndpoint)[],
  unguarded: boolean,
): Seat[] {
  if (!Array.isArray(endpoints) || endpoints.length === 0) {
    throw invalid("endpoints", "a list of at least one endpoint", typeof endpoints);
  }
  const seats = endpoints.map((given: string | RemoteEndpoint) => seatOf(given, unguarded));
  if (new Set(seats.map(({ isElsewhere }) => isElsewhere)).size > 1) {
    const expected = "a list of endpoints that are all elsewhere, or all on this machine";
    throw invalid(
      "endpoints",
      expected,
      seats.map(({ url }) => shownUrl(url)),
    );
  }
  if (new Set(seats.map(({ url }) => url)).size === seats.length) return seats;
  throw invalid(
    "endpoints",
    "a list that has each endpoint once",
    seats.map(({ url }) => shownUrl(url)),
  );
}

function seatOf(given: string | RemoteEndpoint, unguarded: boolean): Seat {
  const {
    url,
    headers = {},
    capacity = 8,
    elsewhere,
  } = typeof given === "string" ? { url: given } : given;
  const parsed = typeof url === "string" ? URL.parse(url) : null;
  if (parsed === null || !/^(?:ws|http)s?:$/.test(parsed.protocol)) {
    throw invalid("endpoints", "a list of ws, wss, http or https addresses", shownUrl(url));
  }
  checkNumber("capacity", capacity, { min: 1 });
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  const isElsewhere = elsewhere ?? !isLoopback;
  if (isElsewhere && !unguarded) {
    throw new CoreError("INVALID_OPTION", {
      message: `The endpoint ${shownUrl(url)} is not on this machine, so its pages cannot go through the address guard; set 'unguarded' to true if the endpoint itself keeps them from private addresses.`,
      details: { option: "unguarded", value: unguarded },
    });
  }
  return {
    url,
    headers,
    capacity,
    isElsewhere,
    running: 0,
    failures: 0,
    failure: undefined,
    restsUntil: Number.NEGATIVE_INFINITY,
    leaving: new AbortController(),
  };
}

export function stateOf({ leaving, restsUntil }: Seat, now: number): EndpointStatus["state"] {
  if (leaving.signal.aborted) return "draining";
  return restsUntil > now ? "resting" : "ready";
}

/** The address of the browser's WebSocket. */
export async function socketUrl({ url, headers }: Seat, signal: AbortSignal): Promise<string> {
  if (/^ws/i.test(url)) return url;
  const version = new URL(url);
  const { username, password, protocol, hostname, port, search } = version;
  version.username = "";
  version.password = "";
  version.pathname = `${version.pathname.replace(/\/$/, "")}/json/version`;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const authorization =
    username === "" ? {} : { authorization: `Basic ${login.toString("base64")}` };
  const options = { headers: { ...authorization, ...headers }, signal, redirect: "error" } as const;
  const response = await fetch(version, options).catch((error: Error) => {
    throw error.cause instanceof Error ? error.cause : error;
  });
  if (!response.ok) throw new Error(`${shownUrl(version.href)} answered with ${response.status}`);
  const told = (await response.json()) as { readonly webSocketDebuggerUrl?: unknown } | null;
  const socket = URL.parse(String(told?.webSocketDebuggerUrl));
  if (socket === null) throw new Error(`${shownUrl(version.href)} names no webSocketDebuggerUrl`);
  // The browser says how it is called itself; here it is reached as the endpoint says.
  socket.protocol = protocol === "https:" ? "wss:" : "ws:";
  socket.hostname = hostname;
  socket.port = port;
  socket.username = username;
  socket.password = password;
  if (socket.search === "") socket.search = search;
  return socket.href;
}

/** The error without the address and headers, in which there may be secrets. */
export function withoutSecrets(error: unknown, { url, headers }: Seat): Error {
  const { href, search, password } = new URL(url);
  const secrets = [url, href, search, password, ...Object.values(headers)];
  let message = error instanceof Error ? error.message : String(error);
  for (const secret of secrets) {
    if (secret !== "") message = message.replaceAll(secret, secret === url ? shownUrl(url) : "…");
  }
  return new Error(message);
}

/** Without what may be a secret: a user, a query. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "(no URL)" : `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

export function unavailable(seats: readonly Seat[]): BrowserError {
  const reasons = seats.map(({ url, leaving, failure }) => {
    if (leaving.signal.aborted) return `${shownUrl(url)}: taken out of service`;
    const reason = failure instanceof Error ? failure.message : String(failure);
    return `${shownUrl(url)}: ${reason}`;
  });
  const cause = seats.find(({ failure }) => failure !== undefined)?.failure;
  return new BrowserError("LAUNCH_FAILED", {
    message: `No browser endpoint answers (${reasons.join("; ")}).`,
    details: { reason: reasons.join("; ") },
    ...(cause !== undefined && { cause }),
  });
}

export function invalid(option: string, expected: string, value: unknown): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${expected}; got ${JSON.stringify(value) ?? typeof value}.`,
    details: { option, value },
  });
}
