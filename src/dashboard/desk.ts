import type { Clock, Ids } from "../core/index.ts";
import type { RateLimiter } from "../rate-limiter/index.ts";
import type { Service } from "../service/index.ts";
import { trustedProxies, type IsTrusted } from "../service/internal.ts";
import type { Records } from "../storage/index.ts";
import { moveAnswer, pageAnswer, refusal } from "./answer.ts";
import { assetAt } from "./assets.ts";
import type { DashboardSettings } from "./dashboard-options.ts";
import { doorPage } from "./layout/layout.ts";
import { markup } from "./markup.ts";
import { findPage } from "./pages/pages.ts";
import { troubleText } from "./layout/trouble.ts";
import { sessionCookie, sessionToken } from "./sign-in/cookies.ts";
import { Door } from "./sign-in/door.ts";
import { Sessions, type SignedIn } from "./sign-in/sessions.ts";
import { signInForm } from "./sign-in/sign-in-page.ts";
import { formOf } from "./form.ts";
import { Visits } from "./visits.ts";
import { isCall, visitorOf, type Arrival, type Visitor } from "./visitor.ts";

/** The dependencies of {@link Desk}. */
interface DeskParts {
  readonly service: Pick<
    Service,
    "fetch" | "accounts" | "keys" | "backlog" | "browsers" | "searches"
  >;
  readonly settings: DashboardSettings;
  readonly records: Records;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Recognizes who comes; shows the sign-in to those whom it does not know. */
export class Desk {
  readonly #service: DeskParts["service"];
  readonly #sessions: Sessions;
  readonly #door: Door;
  readonly #visits: Visits;
  readonly #isTrusted: IsTrusted;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(parts: DeskParts) {
    const { settings, service, limiter, clock } = parts;
    const { ownerPassword, idleMs } = settings;
    this.#service = service;
    this.#sessions = new Sessions({ ...parts, idleMs, ownerPassword });
    this.#door = new Door({ service, sessions: this.#sessions, limiter, clock, ownerPassword });
    this.#visits = new Visits({ service, sessions: this.#sessions, clock });
    this.#isTrusted = trustedProxies(settings.trustedProxies);
  }

  /** Answers a request for a page, a file of the pages, or a call of a page's script. */
  async answer(arrival: Arrival): Promise<Response> {
    const asset = assetAt(arrival.path);
    if (asset !== undefined) return asset;
    const visitor = visitorOf(arrival, this.#isTrusted);
    const { request, path, base } = visitor;
    try {
      if (path === "/sign-in" && request.method === "POST") return await this.#signIn(visitor);
      const response = await this.#known(visitor);
      if (request.method !== "HEAD") return response;
      await response.body?.cancel();
      return new Response(null, response);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return pageAnswer(doorPage(base, "Trouble", troubleText(error)), 500);
    }
  }

  async #known(visitor: Visitor): Promise<Response> {
    const { request, base, path, url } = visitor;
    const { signal } = request;
    const token = sessionToken(request.headers);
    const known =
      token === undefined ? undefined : await this.#sessions.recognize(token, { signal });
    if (known === undefined || !(await this.#isStillGood(known.signedIn, signal))) {
      if (path === "/sign-in") return this.#signInPage(visitor, { trouble: "", status: 200 });
      if (isCall(path)) return refusal(401, "unauthorized", "Sign in again.");
      // A probe that asks in the wrong place is not to take the sign-in for an answer.
      if (findPage("GET", path) === undefined) return nothingThere(base);
      const next = path === "/" ? "" : `?next=${encodeURIComponent(`${path}${url.search}`)}`;
      return moveAnswer(`${base}/sign-in${next}`);
    }
    const cookies = known.token === undefined ? [] : [sessionCookie(known.token, visitor)];
    if (path === "/sign-in") return moveAnswer(`${base}/`, cookies);
    return await this.#visits.answer(visitor, known.signedIn, cookies);
  }

  /** A key that was revoked since, or whose account is gone, ends the session. */
  async #isStillGood({ key, account, isOwner }: SignedIn, signal: AbortSignal): Promise<boolean> {
    if (isOwner) return this.#door.hasOwner;
    const keys = await this.#service.keys.list(account ?? "", { signal });
    return keys.some(({ id, revokedAt }) => id === key && revokedAt === null);
  }

  /** A form of another site is refused, which would sign a person in to somebody else's account. */
  async #signIn(visitor: Visitor): Promise<Response> {
    const { request, base, network, url } = visitor;
    if (!isOwnForm(request.headers, url)) {
      return refusal(403, "forbidden", "This form comes from another site.");
    }
    const form = await formOf(request);
    const { signal } = request;
    const attempt = await this.#door.try(network, (form.get("secret") ?? "").trim(), { signal });
    if ("trouble" in attempt) return this.#signInPage(visitor, attempt, form.get("next"));
    const before = sessionToken(request.headers);
    if (before !== undefined) await this.#sessions.forget(before, { signal });
    const next = pathWithin(form.get("next") ?? "", url);
    return moveAnswer(`${base}${next}`, [sessionCookie(attempt.token, visitor)]);
  }

  #signInPage(
    { base, url }: Visitor,
    { trouble, status }: { readonly trouble: string; readonly status: number },
    given: string | null = url.searchParams.get("next"),
  ): Response {
    const next = pathWithin(given ?? "", url);
    const form = signInForm({ base, next, trouble, hasOwner: this.#door.hasOwner });
    return pageAnswer(doorPage(base, "Sign in", form), status);
  }
}

/** Browsers say where a form comes from; older ones, and those without https, by its origin alone. */
function isOwnForm(headers: Headers, { hostname }: URL): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || URL.parse(origin)?.hostname === hostname;
}

function nothingThere(base: string): Response {
  const body = markup`<main class="door" id="main"><h1>There is no such page</h1><p><a href="${base}/">To the dashboard</a></p></main>`;
  return pageAnswer(doorPage(base, "There is no such page", body), 404);
}

/** A path of this site with its query; `/` for what leads elsewhere. */
function pathWithin(text: string, { origin }: URL): string {
  const isPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
  const url = isPath(text) ? URL.parse(text, origin) : null;
  // A path with dots in it may become one that names a host.
  return url?.origin === origin && isPath(url.pathname) ? `${url.pathname}${url.search}` : "/";
}
