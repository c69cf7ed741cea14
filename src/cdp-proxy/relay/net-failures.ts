import { isNetError, type NetError } from "../../net/index.ts";
import { isObject, type CdpCommand } from "./cdp-command.ts";

/** Navigations and requests that are remembered; the oldest go first. */
const MOST = 2_000;
/** Bytes of an event in which its request's URL stands. */
const HEAD = 16_384;
/** Bytes of a message that may tell of a failure. */
const LONGEST = 16_384;

const REQUEST = '{"method":"Network.requestWillBeSent"';
const FAILED = '{"method":"Network.loadingFailed"';
const ANSWER = '{"id":';
const REQUEST_ID = /"requestId":"((?:[^"\\]|\\.)*)"/;
const REQUEST_URL = /"request":\{"url":"((?:[^"\\]|\\.)*)"/;

/** What Chromium says when its proxy gave no connection, whatever the reason. */
const UNTOLD = /^net::ERR_(?:TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE)$/;

/** Chromium's own names, as it would say without a proxy, by our codes. */
const NAMES: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED: "net::ERR_BLOCKED_BY_ADMINISTRATOR",
  INVALID_URL: "net::ERR_BLOCKED_BY_ADMINISTRATOR",
  DNS_FAILED: "net::ERR_NAME_NOT_RESOLVED",
  PROXY_FAILED: "net::ERR_PROXY_CONNECTION_FAILED",
  TIMEOUT: "net::ERR_CONNECTION_TIMED_OUT",
};

/** Chromium's names of a system's reasons why a connection was not made. */
const BY_REASON: Readonly<Record<string, string>> = {
  ECONNREFUSED: "net::ERR_CONNECTION_REFUSED",
  ECONNRESET: "net::ERR_CONNECTION_RESET",
  ENETUNREACH: "net::ERR_ADDRESS_UNREACHABLE",
  EHOSTUNREACH: "net::ERR_ADDRESS_UNREACHABLE",
};

/**
 * Says why a page or a request could not be loaded. Chromium reaches the web through the address
 * guard's proxy and knows no more than that there was no connection; the guard knows the reason.
 */
export class NetFailures {
  readonly #failureOf: (host: string) => Error | undefined;
  /** URLs of navigations that wait for their answers, by session and id. */
  readonly #navigations = new Map<string, string>();
  /** URLs by the id of their request. */
  readonly #requests = new Map<string, string>();

  constructor(failureOf: (host: string) => Error | undefined) {
    this.#failureOf = failureOf;
  }

  /** Takes a command that goes on to the browser. */
  command({ id, method, params, sessionId }: CdpCommand): void {
    const url = params?.["url"];
    if (method !== "Page.navigate" || typeof url !== "string") return;
    keep(this.#navigations, `${id} ${sessionId ?? ""}`, url);
  }

  /** Takes a message of the browser; gives what to say instead where the guard knows more. */
  hear(message: Buffer): string | undefined {
    // The letters after {" and "method":" tell most messages apart.
    const isAnswer = message[2] === 0x69 && this.#navigations.size > 0;
    if (!isAnswer && message[11] !== 0x4e) return undefined;
    const head = message.toString("latin1", 0, REQUEST.length);
    if (head.startsWith(ANSWER)) return isAnswer ? this.#answered(message) : undefined;
    if (head.startsWith(REQUEST)) this.#sent(message.toString("utf8", 0, HEAD));
    return head.startsWith(FAILED) ? this.#failed(message) : undefined;
  }

  #sent(head: string): void {
    const id = REQUEST_ID.exec(head)?.[1];
    const url = REQUEST_URL.exec(head)?.[1];
    if (id !== undefined && url !== undefined) keep(this.#requests, id, url);
  }

  #failed(message: Buffer): string | undefined {
    const event = read(message);
    const params = event?.["params"];
    if (!isObject(params) || typeof params["requestId"] !== "string") return undefined;
    const url = this.#requests.get(params["requestId"]);
    this.#requests.delete(params["requestId"]);
    const errorText = this.#reason(params["errorText"], url);
    return errorText && JSON.stringify({ ...event, params: { ...params, errorText } });
  }

  #answered(message: Buffer): string | undefined {
    const answer = read(message);
    const session = answer?.["sessionId"];
    const key = `${String(answer?.["id"])} ${typeof session === "string" ? session : ""}`;
    const url = this.#navigations.get(key);
    this.#navigations.delete(key);
    const result = answer?.["result"];
    if (!isObject(result)) return undefined;
    const errorText = this.#reason(result["errorText"], url);
    return errorText && JSON.stringify({ ...answer, result: { ...result, errorText } });
  }

  #reason(told: unknown, url: string | undefined): string | undefined {
    if (typeof told !== "string" || !UNTOLD.test(told) || url === undefined) return undefined;
    const host = URL.parse(url)?.hostname;
    const failure = host === undefined ? undefined : this.#failureOf(host);
    return isNetError(failure) ? `${nameOf(failure)} (${failure.message})` : undefined;
  }
}

function nameOf({ code, details }: NetError): string {
  const name = BY_REASON[details.reason ?? ""] ?? NAMES[code];
  return name ?? "net::ERR_CONNECTION_FAILED";
}

/** A message that is short enough to tell of a failure. */
function read(message: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (message.length > LONGEST) return undefined;
  const value: unknown = JSON.parse(message.toString("utf8"));
  return isObject(value) ? value : undefined;
}

function keep(urls: Map<string, string>, key: string, url: string): void {
  urls.delete(key);
  urls.set(key, url);
  if (urls.size <= MOST) return;
  for (const oldest of urls.keys()) {
    urls.delete(oldest);
    return;
  }
}
