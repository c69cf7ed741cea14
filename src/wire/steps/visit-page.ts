import {
  isActionError,
  isBrowserError,
  type StorageState,
  type VisitCall,
  type VisitedPage,
} from "../../browser/index.ts";
import type { SourcePage } from "../../mapper/index.ts";
import type { Json } from "../../storage/index.ts";
import { requestFailure } from "../requests/request-failure.ts";
import { checkHost } from "../requests/send-request.ts";
import { executionFault, RunFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import type { RunState } from "../run/run-state.ts";
import type { Details } from "../run/run-trace.ts";
import { checkedState, setStateCookies } from "../run/state-cookies.ts";

/** What is to be visited, and how. */
interface Visit {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly isSecret: boolean;
  readonly call: Pick<VisitCall, "actions" | "capture">;
}

/**
 * Visits a page in the browser, within the hosts of the run, at their pace.
 * @throws RunFault; the reason of the run's signal
 */
export async function visitPage(
  { url, headers, isSecret, call }: Visit,
  state: RunState,
  details: Details,
): Promise<VisitedPage> {
  const { signal } = state.deadline;
  details["url"] = url.href;
  const browser = browserFor({ url, isSecret }, state);
  await takeTurn(url, state);
  state.login?.ask(url);
  const saved = state.ownHosts.has(url) ? storageOf(state) : undefined;
  const isGuarded = isSecret || state.login !== undefined;
  const way = new SecretWay(url, state);
  try {
    const page = await browser.visit(url.href, {
      ...call,
      headers,
      signal,
      ...(isGuarded && { allowDocument: (document) => way.allows(document) }),
      ...(state.login !== undefined && { saveState: true }),
      ...(saved !== undefined && { state: checkedState(saved) }),
    });
    details["status"] = page.status;
    details["final_url"] = page.url;
    checkWay(page, state);
    await keepStorage(page, state);
    return page;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isActionError(error, "INVALID_ACTION")) throw executionFault(error.message, error);
    throw way.failure(error) ?? requestFailure(error);
  }
}

/**
 * The browser, for a URL that it may visit.
 * @throws RunFault
 */
function browserFor({ url, isSecret }: Pick<Visit, "url" | "isSecret">, state: RunState) {
  if (state.browser === undefined) {
    const message = "The step needs a browser, but this runner was created without one.";
    throw new RunFault({ code: "EXECUTION_FAILED", message }, { inconclusive: true });
  }
  checkHost(url, state);
  if (isSecret && !state.ownHosts.has(url)) {
    const { name } = state.site;
    throw executionFault(`The step would send the credential of ${name} to ${url.host}.`);
  }
  return state.browser;
}

/** What the browser of a login stores is for the steps that follow, whichever way they go. */
async function keepStorage({ state: storage }: VisitedPage, state: RunState): Promise<void> {
  if (state.login === undefined || storage === undefined) return;
  state.login.storage = storage;
  await setStateCookies(state.cookies, toJson(storage));
}

/** Where documents may be asked for while a page holds a secret, wherever its links and forms lead. */
class SecretWay {
  readonly #from: URL;
  readonly #state: RunState;
  #refused: URL | undefined;

  constructor(from: URL, state: RunState) {
    this.#from = from;
    this.#state = state;
  }

  allows(url: URL): boolean {
    const isOpen = this.#from.protocol === "https:" && url.protocol === "http:";
    if (this.#state.ownHosts.has(url) && !isOpen) return true;
    this.#refused = url;
    return false;
  }

  /** Why a visit failed, when a document was refused that the page would have become. */
  failure(error: unknown): RunFault | undefined {
    if (this.#refused === undefined || !isBrowserError(error)) return undefined;
    const { site } = this.#state;
    return executionFault(
      `The page led to ${this.#refused.origin}, where a secret of ${site.name} must not be sent.`,
    );
  }
}

/** A visited page as answers are judged by. */
export function answerOf({
  url,
  status,
  headers,
  html,
  mediaType,
  truncated,
}: VisitedPage): SourcePage {
  return {
    url,
    status,
    headers,
    contentType: { sniffed: mediaType === "" ? "text/html" : mediaType },
    text: html,
    bytes: Buffer.from(html),
    truncated,
    unread: false,
  };
}

async function takeTurn(url: URL, state: RunState): Promise<void> {
  state.used.requests += 1;
  if (state.used.requests > runLimits.requests) {
    throw executionFault(`The action sent more than ${runLimits.requests} requests.`);
  }
  if (state.pace !== undefined) {
    await state.paces.take(url.host, state.pace, state.deadline.signal);
  }
}

function toJson(state: StorageState): Json {
  return JSON.parse(JSON.stringify(state)) as Json;
}

function storageOf({ credential, site, login }: RunState): Json | undefined {
  if (login !== undefined) return login.storage === undefined ? undefined : toJson(login.storage);
  if (site.auth?.cookies !== true) return undefined;
  return credential?.state ?? undefined;
}

/** Redirects and scripts may lead a browser anywhere; what is read must be of the run's hosts. */
function checkWay({ url, redirects }: VisitedPage, state: RunState): void {
  for (const each of [...redirects.map((redirect) => redirect.url), url]) {
    const parsed = URL.parse(each);
    if (parsed !== null) checkHost(parsed, state);
  }
}
