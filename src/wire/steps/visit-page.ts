import {
  isActionError,
  type StorageState,
  type VisitCall,
  type VisitedPage,
} from "../../browser/index.ts";
import type { SourcePage } from "../../mapper/index.ts";
import type { Json } from "../../storage/index.ts";
import { requestFailure } from "../requests/request-failure.ts";
import { checkHost } from "../requests/send-request.ts";
import { executionFault, RunFault } from "../run-fault.ts";
import { runLimits } from "../run-limits.ts";
import type { RunState } from "../run-state.ts";
import type { Details } from "../run-trace.ts";
import { checkedState, setStateCookies } from "../state-cookies.ts";

/** What is to be visited, and how. */
export interface Visit {
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
  const { browser, deadline, site } = state;
  const { signal } = deadline;
  details["url"] = url.href;
  if (browser === undefined) {
    const message = "The step needs a browser, and this runner was made without one.";
    throw new RunFault({ code: "EXECUTION_FAILED", message }, { inconclusive: true });
  }
  checkHost(url, state);
  if (isSecret && !state.ownHosts.has(url)) {
    throw executionFault(`The step would give the credential of ${site.name} to ${url.host}.`);
  }
  await takeTurn(url, state);
  state.login?.ask(url);
  const saved = state.ownHosts.has(url) ? storageOf(state) : undefined;
  try {
    const page = await browser.visit(url.href, {
      ...call,
      headers,
      signal,
      // What holds a secret goes to no other host, wherever the page's links and forms lead.
      ...((isSecret || state.login !== undefined) && {
        allowDocument: (document) => state.ownHosts.has(document) && !isDowngrade(url, document),
      }),
      ...(state.login !== undefined && { saveState: true }),
      ...(saved !== undefined && { state: checkedState(saved) }),
    });
    details["status"] = page.status;
    details["final_url"] = page.url;
    checkWay(page, state);
    if (state.login !== undefined && page.state !== undefined) {
      state.login.storage = page.state;
      await setStateCookies(state.cookies, toJson(page.state));
    }
    return page;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isActionError(error, "INVALID_ACTION")) throw executionFault(error.message, error);
    throw requestFailure(error);
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

/** Whether a document would be asked for openly that follows one that was not. */
function isDowngrade(from: URL, to: URL): boolean {
  return from.protocol === "https:" && to.protocol === "http:";
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
