import { isDraglineError, retryAfterMs, type ErrorCode } from "../core/index.ts";
import { isAiError } from "./ai-error.ts";
import { toldError, type ToldError } from "./told-error.ts";

/** Why an attempt at a model failed. */
export interface ModelFailure {
  readonly code: ErrorCode<"ai">;
  readonly message: string;
  /** Whether another attempt may succeed. */
  readonly mayPass: boolean;
  /** The HTTP status of an answer, or the one that its body names. */
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
  readonly responseBody?: unknown;
  readonly isRetryable?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Errors that an error may be caused by, one after another. */
const LONGEST_CHAIN = 5;
/** Characters of a server's own words. */
const LONGEST_MESSAGE = 300;

/** An answer that tells an error in the place of what was asked for. */
export class AnsweredError extends Error {
  readonly told: ToldError;

  constructor(told: ToldError) {
    super(told.message);
    this.told = told;
  }
}

/**
 * Sorts what a model threw: statuses 408, 409, 429 and from 500 and failures of the network may
 * pass, other statuses and errors stay. A status counts also where only the body of an answer names it.
 * @param now milliseconds since the Unix epoch
 */
export function judgeFailure(error: unknown, now: number): ModelFailure {
  if (isAiError(error)) throw error;
  const chain = chainOf(error);
  const { responseHeaders } = chain[0] ?? {};
  const sorted = byAnswer(error, chain[0] ?? {}) ?? byChain(chain);
  return { ...sorted, retryAfterMs: askedWait(responseHeaders, now), cause: error };
}

/** By what the server answered; undefined where it did not, or where nothing can be told from it. */
function byAnswer(error: unknown, { statusCode, responseBody, message }: CallError) {
  const told = error instanceof AnsweredError ? error.told : toldError(responseBody);
  if (typeof statusCode === "number" && statusCode >= 300) {
    return byStatus(statusCode, saidIn(message), told);
  }
  if (told !== undefined) return byBody(told);
  return typeof responseBody === "string" ? byPage(responseBody) : undefined;
}

function byChain(chain: readonly CallError[]): Sorted {
  const { statusCode, isRetryable, message } = chain[0] ?? {};
  const status = typeof statusCode === "number" ? statusCode : undefined;
  const said = saidIn(message);
  if (chain.some(isOfNetwork) || (status === undefined && isRetryable === true)) {
    const mayPass = !chain.some((link) => isDraglineError(link, "ADDRESS_NOT_ALLOWED"));
    const reason = `The model could not be reached${said}`;
    return { status: undefined, code: "MODEL_UNAVAILABLE", mayPass, message: reason };
  }
  const reason = `The model's answer cannot be read${said}`;
  return { status, code: "MODEL_FAILED", mayPass: false, message: reason };
}

function saidIn(message: unknown): string {
  return typeof message === "string" ? `: ${message.slice(0, LONGEST_MESSAGE)}` : "";
}

type Sorted = Pick<ModelFailure, "code" | "mayPass" | "message" | "status">;

/** What an account has to pay for does not pass by waiting, whatever the status. */
const NO_CREDIT = 402;

function byStatus(status: number, said: string, told: ToldError | undefined): Sorted {
  const message = `The model's server answered ${status}${said}`;
  if (told?.isRefusal === true) return { status, code: "REFUSED", mayPass: false, message };
  const isBusy = [408, 409, 429].includes(status) || status >= 500;
  const mayPass = isBusy && told?.status !== NO_CREDIT;
  return { status, code: mayPass ? "MODEL_UNAVAILABLE" : "MODEL_REJECTED", mayPass, message };
}

/** An error in the body of an answer that is none by its status. */
function byBody(told: ToldError): Sorted {
  const { status, message } = told;
  const said = message === "" ? "" : `: ${message}`;
  if (status !== undefined) return byStatus(status, said, told);
  const code = told.isRefusal ? "REFUSED" : "MODEL_FAILED";
  return { status, code, mayPass: false, message: `The model's server reported an error${said}` };
}

/** Characters of a page in which its title is looked for. */
const PAGE_HEAD = 4096;

/** A body that no server of models gives: of a gateway before it, or of another server. */
function byPage(body: string): Sorted | undefined {
  if (body.trim() === "") {
    const message = "The model's server sent an empty answer";
    return { status: undefined, code: "MODEL_UNAVAILABLE", mayPass: true, message };
  }
  if (!/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(body.slice(0, PAGE_HEAD))) return undefined;
  const [, title = ""] = /<title[^<>]{0,200}>([^<]{0,200})/i.exec(body.slice(0, PAGE_HEAD)) ?? [];
  const named = /(?<!\d)[45]\d\d(?!\d)/.exec(title)?.[0];
  const said = `: a web page${title.trim() === "" ? "" : ` ("${title.trim()}")`}`;
  if (named !== undefined) return byStatus(Number(named), said, undefined);
  const message = `The model's server did not answer as a model server${said}; its address may be wrong`;
  return { status: undefined, code: "MODEL_FAILED", mayPass: false, message };
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
