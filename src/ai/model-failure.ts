import { isDraglineError, retryAfterMs, type ErrorCode } from "../core/index.ts";
import { isAiError } from "./ai-error.ts";

/** Why an attempt at a model failed. */
export interface ModelFailure {
  readonly code: ErrorCode<"ai">;
  readonly message: string;
  /** Whether another attempt may succeed. */
  readonly mayPass: boolean;
  /** The HTTP status of an answer. */
  readonly status: number | undefined;
  /** Milliseconds that the server asked to wait. */
  readonly retryAfterMs: number | undefined;
  readonly cause: unknown;
}

/** What the errors of the AI SDK have, whichever copy of it made them. */
interface CallError {
  readonly message?: unknown;
  readonly statusCode?: unknown;
  readonly responseHeaders?: unknown;
  readonly isRetryable?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Errors that an error may be caused by, one after another. */
const LONGEST_CHAIN = 5;
/** Characters of a server's own words. */
const LONGEST_MESSAGE = 300;

/**
 * Sorts what a model threw: statuses 408, 409, 429 and from 500 and failures of the network may
 * pass, other statuses and errors stay.
 * @param now milliseconds since the Unix epoch
 */
export function judgeFailure(error: unknown, now: number): ModelFailure {
  if (isAiError(error)) throw error;
  const chain = chainOf(error);
  const { statusCode, responseHeaders, isRetryable, message } = chain[0] ?? {};
  const said = typeof message === "string" ? `: ${message.slice(0, LONGEST_MESSAGE)}` : "";
  const status = typeof statusCode === "number" ? statusCode : undefined;
  const facts = { status, retryAfterMs: askedWait(responseHeaders, now), cause: error };
  if (status !== undefined && status >= 300) {
    const mayPass = [408, 409, 429].includes(status) || status >= 500;
    const code = mayPass ? "MODEL_UNAVAILABLE" : "MODEL_REJECTED";
    return { ...facts, code, mayPass, message: `The model's server answered ${status}${said}` };
  }
  if (chain.some(isOfNetwork) || (status === undefined && isRetryable === true)) {
    const mayPass = !chain.some((link) => isDraglineError(link, "ADDRESS_NOT_ALLOWED"));
    const reason = `The model could not be reached${said}`;
    return { ...facts, status: undefined, code: "MODEL_UNAVAILABLE", mayPass, message: reason };
  }
  const reason = `The model's answer cannot be read${said}`;
  return { ...facts, code: "MODEL_FAILED", mayPass: false, message: reason };
}

function chainOf(error: unknown): CallError[] {
  const chain: CallError[] = [];
  let link = error;
  while (typeof link === "object" && link !== null && chain.length < LONGEST_CHAIN) {
    chain.push(link);
    link = (link as CallError).cause;
  }
  return chain;
}

/** Codes of Node, of undici and of our own connections. */
function isOfNetwork(error: CallError): boolean {
  if (isDraglineError(error)) return error.name === "NetError";
  const { code } = error;
  // A size beyond the limit stays the same.
  if (typeof code !== "string" || code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return false;
  return /^(?:E[A-Z]{3,}|UND_ERR_\w+)$/.test(code);
}

/** The wait that headers ask for, in milliseconds: `retry-after-ms` goes over `Retry-After`. */
function askedWait(headers: unknown, now: number): number | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  const named = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const exact: unknown = named.get("retry-after-ms");
  if (typeof exact === "string" && /^\d{1,9}(?:\.\d{1,9})?$/.test(exact)) return Number(exact);
  const header: unknown = named.get("retry-after");
  return typeof header === "string" ? retryAfterMs(header, now) : undefined;
}
