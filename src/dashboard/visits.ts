import { createClient, type Client } from "../client/index.ts";
import type { Clock } from "../core/index.ts";
import { isServiceError, type Service } from "../service/index.ts";
import { guarded, moveAnswer, pageAnswer, refusal, withCookies } from "./answer.ts";
import { formOf } from "./form.ts";
import { wholePage } from "./layout/layout.ts";
import { expired, missing, ownersAlone, statusOf, troubleText } from "./layout/trouble.ts";
import type { Outcome, Visit } from "./page.ts";
import { findPage, type FoundPage } from "./pages/pages.ts";
import {
  keptCookie,
  saidCookie,
  sessionCookie,
  whatIsKept,
  whatWasSaid,
} from "./sign-in/cookies.ts";
import { isSameToken, type Sessions, type SignedIn } from "./sign-in/sessions.ts";
import { isCall, type Visitor } from "./visitor.ts";

/** The dependencies of {@link Visits}. */
interface VisitParts {
  readonly service: Pick<
    Service,
    "fetch" | "accounts" | "keys" | "backlog" | "browsers" | "searches"
  >;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** What a form brought; nothing where a page is looked at. */
interface Sent {
  readonly found: FoundPage;
  readonly form: URLSearchParams;
}

/** Shows pages to those who are signed in, and does what their forms ask. */
export class Visits {
  readonly #parts: VisitParts;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** @param cookies that the answer sets */
  async answer(
    visitor: Visitor,
    signedIn: SignedIn,
    cookies: readonly string[],
  ): Promise<Response> {
    const { request, path } = visitor;
    if (isCall(path)) return withCookies(await this.#call(visitor, signedIn), cookies);
    const outcome = await this.#outcome(visitor, signedIn);
    if (outcome instanceof Response) return withCookies(outcome, cookies);
    const kept = outcome.keep === undefined ? [] : [keptCookie(outcome.keep, visitor)];
    if ("to" in outcome) {
      const said = outcome.said === undefined ? [] : [saidCookie(outcome.said, visitor)];
      const left =
        path === "/sign-out" ? [sessionCookie("", visitor), keptCookie("", visitor)] : [];
      return moveAnswer(`${visitor.base}${outcome.to}`, [...cookies, ...said, ...kept, ...left]);
    }
    const said = whatWasSaid(request.headers);
    const lookedAt = await this.#lookedAt(signedIn, request.signal);
    const html = wholePage(outcome, { visitor, signedIn, said, lookedAt });
    const forgotten = said === "" ? [] : [saidCookie("", visitor)];
    return pageAnswer(html, outcome.status ?? 200, [...cookies, ...kept, ...forgotten]);
  }

  /** Whose account the owner looks at, by its name; it may be gone. */
  async #lookedAt({ isOwner, account }: SignedIn, signal: AbortSignal): Promise<string> {
    if (!isOwner || account === null) return "";
    try {
      const { name, id } = await this.#parts.service.accounts.get(account, { signal });
      return name ?? id;
    } catch (error) {
      if (!isServiceError(error, "NOT_FOUND")) throw error;
      return "an account that was removed";
    }
  }

  async #outcome(visitor: Visitor, signedIn: SignedIn): Promise<Outcome> {
    const { request, path } = visitor;
    const method = request.method === "HEAD" ? "GET" : request.method;
    const form = method === "POST" ? await formOf(request) : new URLSearchParams();
    if (method === "POST" && !isSameToken(form.get("csrf") ?? "", signedIn.csrf)) return expired;
    if (method === "POST" && path === "/sign-out") {
      await this.#parts.sessions.end(signedIn.family, { signal: request.signal });
      return { to: "/sign-in" };
    }
    const found = findPage(method, path);
    if (found === undefined) return missing;
    if (found.page.isOwners === true && !signedIn.isOwner) return ownersAlone;
    return await this.#run(visitor, signedIn, { found, form });
  }

  async #run(visitor: Visitor, signedIn: SignedIn, { found, form }: Sent): Promise<Outcome> {
    const { page, params } = found;
    const { request, url, base } = visitor;
    const { signal } = request;
    const needsAccount = page.isOwners !== true && page.needsNoAccount !== true;
    if (signedIn.account === null && needsAccount) {
      return { to: "/accounts", said: "Choose an account first: this page shows one account's." };
    }
    const visit: Visit = {
      api: this.#apiOf(visitor, signedIn),
      open: (path) => this.#open(visitor, signedIn, path),
      signedIn,
      account: signedIn.account ?? "",
      service: this.#parts.service,
      choose: (account) => this.#parts.sessions.choose(signedIn.family, account, { signal }),
      params,
      query: url.searchParams,
      range: request.headers.get("range") ?? undefined,
      kept: whatIsKept(request.headers),
      form,
      base,
      apiUrl: `${url.origin}${base}/v1`,
      now: this.#parts.clock.now(),
      clock: this.#parts.clock,
      signal,
    };
    try {
      return await page.run(visit);
    } catch (error) {
      if (signal.aborted) throw error;
      const body = troubleText(error);
      return { title: "That did not work", body, status: statusOf(error) };
    }
  }

  /** The API as the account of the visit: the same use cases, and the same checks of ownership. */
  #apiOf({ facts, request, base }: Visitor, { account }: SignedIn): Client {
    const url = `${new URL(request.url).origin}${base}`;
    const asAccount = { ...facts, account: account ?? undefined };
    const fetch = (sent: Request): Promise<Response> => this.#parts.service.fetch(sent, asAccount);
    return createClient({ url, fetch, attempts: 1 });
  }

  async #open({ facts, request, base }: Visitor, { account }: SignedIn, path: string) {
    const { signal, url } = request;
    const asked = new Request(`${new URL(url).origin}${base}/v1${path}`, { signal });
    return await this.#parts.service.fetch(asked, { ...facts, account: account ?? undefined });
  }

  /** A call of a page's script: it goes to the route of the API of the same path. */
  async #call({ request, facts, path, url, base }: Visitor, signedIn: SignedIn): Promise<Response> {
    const { account, csrf } = signedIn;
    const isSafe = request.method === "GET" || request.method === "HEAD";
    if (!isSafe && !isSameToken(request.headers.get("x-csrf-token") ?? "", csrf)) {
      return refusal(403, "forbidden", "The page has expired; load it again.");
    }
    if (account === null) return refusal(403, "forbidden", "Choose an account first.");
    const target = `${url.origin}${base}/v1/${path.slice("/api/".length)}${url.search}`;
    const sent = new Request(target, request);
    for (const name of ["cookie", "x-csrf-token"]) sent.headers.delete(name);
    return guarded(await this.#parts.service.fetch(sent, { ...facts, account }));
  }
}
