import type { StorageState } from "../../../../browser/index.ts";
import {
  isCdpProxyError,
  type InteractiveSessions,
  type OpenInteractive,
} from "../../../../cdp-proxy/index.ts";
import type { Clock, Ids } from "../../../../core/index.ts";
import type { ProxyProvider } from "../../../../fetcher/index.ts";
import type { Call, Json } from "../../../../storage/index.ts";
import type { Catalog, Site } from "../../../../wire/index.ts";
import { answering } from "../../../base/connection-failure.ts";
import type { Answer, KeyedCall, PublicCall } from "../../../http/route.ts";
import type { NewCredential } from "../logins/identity.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { OwnWire } from "../own-wire.ts";
import { wirePrefix } from "../wire-prefix.ts";
import { owned, unknown } from "../../../base/owned.ts";
import { connectPage } from "./connect-page.ts";
import { connectDocument, connectedDocument, connectionDocument, loginUrl } from "./codec.ts";
import type { FinishBody } from "./schema.ts";

/** The dependencies of logins by hand. */
export interface ConnectParts {
  readonly wire: Pick<OwnWire, "catalogOf" | "identities">;
  /** Absent where nothing can be sealed. */
  readonly interactive: InteractiveSessions | undefined;
  readonly proxies: ProxyProvider | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly checkTarget: (field: string, url: string) => void;
}

type Of<Body = unknown> = KeyedCall<unknown, Body>;

/** What a path names a site by. */
const SLUG = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/** Path of these routes. */
export const CONNECT_PATH = `${wirePrefix.prefix}/connect`;

/** Where people sign in. */
const COUNTRY = "us";

/** Logins of identities that a person makes by hand (decisions, 4.8). */
export class Connect {
  readonly #parts: ConnectParts;

  constructor(parts: ConnectParts) {
    this.#parts = parts;
  }

  /** The page for a person; of a site that only its owner sees it shows the slug. */
  async page({ params, baseUrl, signal }: PublicCall<unknown, unknown>): Promise<Answer> {
    const { slug = "" } = params;
    if (!SLUG.test(slug)) throw notFound("There is no site with this slug.");
    const catalog = await this.#parts.wire.catalogOf(undefined, { signal });
    const { html, headers } = connectPage({
      site: catalog.site(slug)?.name ?? slug,
      root: `${new URL(baseUrl).pathname}${CONNECT_PATH}`,
      slug,
      nonce: this.#parts.ids.token(16),
    });
    return { status: 200, body: html, contentType: "text/html; charset=utf-8", headers };
  }

  /**
   * Opens a browser on the site's login page.
   * @throws ServiceError `NOT_FOUND`, `INVALID_REQUEST`, `CONFLICT` with `session_id`, `UPSTREAM_ERROR`,
   *   `SERVICE_UNAVAILABLE`
   */
  async start(call: Of): Promise<Answer> {
    const { caller, baseUrl, signal } = call;
    const { catalog, site } = await this.#site(call);
    if (!site.auth_types.includes("browser_state")) {
      throw new ServiceError("INVALID_REQUEST", {
        message: `${site.name} does not support logins from a browser.`,
      });
    }
    const interactive = this.#interactive();
    const owner = caller.account;
    const websiteUrl = loginUrl(site);
    const query = { country: COUNTRY, session: owner, url: new URL(websiteUrl) };
    const proxy = await this.#parts.proxies?.proxyFor(query);
    const order = { owner, websiteUrl, country: COUNTRY, purpose: purposeOf(site), proxy, signal };
    const started = await told(() => interactive.start(order));
    const place = { baseUrl, now: this.#parts.clock.now() };
    const sources = this.#parts.wire.identities.providers.supportedBy(site);
    return { status: 200, json: connectDocument({ catalog, site, sources }, started, place) };
  }

  /**
   * Stores what the browser has as the identity's login, and ends it. A browser without a login stays.
   * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `LOGIN_NO_COOKIES`, `CONFLICT`, `UPSTREAM_ERROR`,
   *   `SERVICE_UNAVAILABLE`
   */
  async finish(call: Of<FinishBody>): Promise<Answer> {
    const { body, caller, signal } = call;
    if (body.website_url !== undefined) this.#parts.checkTarget("website_url", body.website_url);
    const { site } = await this.#site(call);
    const { id } = this.#own(body.session_id, caller.account, purposeOf(site));
    const identity = await this.#identity(site, call);
    const take = { id, purpose: purposeOf(site), signal };
    const held = await told(() =>
      this.#interactive().take(take, async (state) => {
        checkCookies(state, site, body.website_url);
        return this.#parts.wire.identities.store.storeCredential(
          {
            account: caller.account,
            catalog: site.slug,
            identity,
            type: "browser_state",
            credential: { values: {}, state: jsonOf(state) },
            // Its cookies say when they lapse, and not when the login does.
            expiresAt: null,
          },
          { signal },
        );
      }),
    );
    return { status: 200, json: connectedDocument(held) };
  }

  /** Ends a browser without a login. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
  async cancel({ params, caller }: Of): Promise<Answer> {
    const { id } = this.#own(params["session_id"] ?? "", caller.account);
    await this.#parts.interactive?.end(id);
    return { status: 200, json: { status: "ok" } };
  }

  /** Removes the logins of a site that were made by hand. @throws ServiceError `NOT_FOUND` */
  async disconnect({ params, caller, signal }: Of): Promise<Answer> {
    const { store } = this.#parts.wire.identities;
    const choice = { catalog: params["slug"] ?? "", type: "browser_state" } as const;
    const held = await store.credentialsOfType(caller.account, choice, { signal });
    let removed = 0;
    for (const { credential } of held) {
      if (await store.removeCredential(credential.id, { signal })) removed += 1;
    }
    if (removed > 0) return { status: 200, json: { status: "ok" } };
    throw notFound("There is no connection to the site.");
  }

  /** An account's connections, newest first. */
  async list({ caller, signal }: Of): Promise<Answer> {
    const { wire } = this.#parts;
    const { store } = wire.identities;
    const choice = { type: "browser_state" } as const;
    const held = await store.credentialsOfType(caller.account, choice, { signal });
    const catalog = await wire.catalogOf(caller.account, { signal });
    const connections = held
      .toReversed()
      .toSorted((one, other) => other.credential.createdAt - one.credential.createdAt)
      .map((each) => connectionDocument(each, catalog.site(each.identity.catalog)?.name));
    return { status: 200, json: { status: "ok", connections } };
  }

  async #site({ params, caller, signal }: Pick<Of, "params" | "caller"> & Call) {
    const catalog: Catalog = await this.#parts.wire.catalogOf(caller.account, { signal });
    const site = catalog.site(params["slug"] ?? "");
    if (site === undefined) throw notFound("There is no site with this slug.");
    return { catalog, site };
  }

  /** @throws ServiceError `NOT_FOUND` also for one of another purpose, `FORBIDDEN` */
  #own(id: string, account: string, purpose?: string): OpenInteractive {
    const open = this.#parts.interactive?.find(id);
    const isMeant = purpose === undefined || open?.purpose === purpose;
    if (open?.purpose === undefined || !isMeant) throw unknown("open interactive session");
    return owned("interactive session", open, account);
  }

  async #identity(
    site: Site,
    { body, caller, signal }: Of<FinishBody>,
  ): Promise<NewCredential["identity"]> {
    const { identity_id: id, identity_name: name = "default" } = body;
    if (id === undefined) return { name };
    const identity = await this.#parts.wire.identities.store.find(id, { signal });
    if (identity === undefined) throw notFound("There is no identity with this 'identity_id'.");
    if (identity.account === caller.account && identity.catalog === site.slug) return { id };
    throw new ServiceError("FORBIDDEN", {
      message: "The identity belongs to another account or another site.",
    });
  }

  /** @throws ServiceError `SERVICE_UNAVAILABLE` */
  #interactive(): InteractiveSessions {
    const { interactive, wire } = this.#parts;
    wire.identities.store.vault.check();
    if (interactive !== undefined) return interactive;
    throw new ServiceError("SERVICE_UNAVAILABLE", {
      message: "This service has no browsers for manual logins.",
    });
  }
}

function purposeOf({ slug }: Site): string {
  return `connect:${slug}`;
}

/** As {@link answering}, in the codes of these routes. */
async function told<Result>(run: () => Promise<Result>): Promise<Result> {
  return answering(async () => {
    try {
      return await run();
    } catch (cause) {
      throw isCdpProxyError(cause) ? (refusalOf(cause.code, cause) ?? cause) : cause;
    }
  });
}

function refusalOf(
  code: string,
  cause: { readonly message: string; readonly details: { readonly sessionId?: string } },
): ServiceError | undefined {
  if (code === "TOO_MANY_CONNECTIONS") {
    const { sessionId } = cause.details;
    const message =
      "An interactive session is already open; finish it, cancel it or wait until it ends.";
    const extra = { session_id: sessionId };
    return new ServiceError("CONFLICT", { message, details: { extra }, cause });
  }
  if (code !== "BROWSER_UNAVAILABLE") return undefined;
  return new ServiceError("UPSTREAM_ERROR", { message: cause.message, cause });
}

/** @throws ServiceError `LOGIN_NO_COOKIES` */
function checkCookies(state: StorageState, { domain }: Site, websiteUrl: string | undefined): void {
  const host = websiteUrl === undefined ? domain : new URL(websiteUrl).hostname;
  if (hasCookieOf(state, host)) return;
  throw new ServiceError("LOGIN_NO_COOKIES", {
    message: `The browser has no cookie of ${host}; sign in there, then finish again.`,
  });
}

function jsonOf(state: StorageState): Json {
  const json: Json = JSON.parse(JSON.stringify(state));
  return json;
}

function notFound(message: string): ServiceError {
  return new ServiceError("NOT_FOUND", { message });
}

/** Whether a browser holds a cookie of a host: its own, of its parents, or of hosts below it. */
function hasCookieOf({ cookies }: StorageState, host: string): boolean {
  const wanted = plain(host);
  return cookies.some((cookie) => {
    const domain = plain(cookie.domain);
    const isParent = cookie.domain.startsWith(".") && wanted.endsWith(`.${domain}`);
    return domain === wanted || domain.endsWith(`.${wanted}`) || isParent;
  });
}

function plain(host: string): string {
  return host
    .replace(/^\./, "")
    .replace(/^www\./, "")
    .toLowerCase();
}
