import type { Action, Catalog } from "../../../../wire/index.ts";
import type { Answer, OpenCall } from "../../../http/route.ts";
import type { Call } from "../../../../storage/index.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { OwnWire } from "../own-wire.ts";
import type { CatalogQuery, ResolveQuery } from "../schema.ts";
import { entryDocument, recordDocument, siteDocument } from "./codec.ts";

type DiscoveryCall<Query> = OpenCall<Query, unknown>;

/** Records of a question, and without one. */
const FEW = 5;
const MANY = 50;

/** What can be done on which sites (decisions, 4.8). */
export class Discovery {
  readonly #wire: OwnWire;

  constructor(wire: OwnWire) {
    this.#wire = wire;
  }

  /** Every site. @throws ServiceError `UNAUTHORIZED` for one's own without a key */
  async sites({ query, caller, signal }: DiscoveryCall<CatalogQuery>): Promise<Answer> {
    if (query.scope === "my" && caller === undefined) {
      const message = "The scope 'my' needs an API key in the header X-API-Key.";
      throw new ServiceError("UNAUTHORIZED", { message });
    }
    const catalog = await this.#wire.catalogOf(caller?.account, { signal });
    const shown = await this.#inScope(catalog, query.scope, { signal });
    const entries = shown.map((site) =>
      entryDocument(site, {
        actions: catalog.actions(site.slug),
        sources: this.#wire.identities.providers.supportedBy(site),
      }),
    );
    return { status: 200, json: { status: "ok", catalog: entries } };
  }

  /** A site with its actions. @throws ServiceError `NOT_FOUND` */
  async site({ params, caller, signal }: DiscoveryCall<unknown>): Promise<Answer> {
    const catalog = await this.#wire.catalogOf(caller?.account, { signal });
    const site = catalog.site(params["slug"] ?? "");
    if (site !== undefined) {
      const sources = this.#wire.identities.providers.supportedBy(site);
      return { status: 200, json: siteDocument(catalog, site, sources) };
    }
    throw new ServiceError("NOT_FOUND", { message: "There is no site with this slug." });
  }

  /** Actions by intent. */
  async resolve(call: DiscoveryCall<ResolveQuery>): Promise<Answer> {
    const { query, caller, signal } = call;
    const catalog = await this.#wire.catalogOf(caller?.account, { signal });
    const text = query.q?.trim() === "" ? undefined : query.q;
    const found = catalog.resolve({
      text,
      catalog: query.catalog,
      category: query.category,
      authMode: query.auth_mode,
      auth: query.auth,
      type: query.type,
      limit: query.limit ?? (text === undefined ? MANY : FEW),
    });
    const connected = await this.#connected(caller?.account, { signal });
    const results = found.map((action) => recordDocument(action, connected));
    const next = nextCall(found[0], { hasKey: caller !== undefined, path: call.baseUrl });
    return { status: 200, json: { results, next } };
  }

  async #inScope(catalog: Catalog, scope: CatalogQuery["scope"], call: Call) {
    const sites = catalog.sites();
    if (scope === undefined) return sites;
    if (scope === "my") {
      return sites.filter(({ slug }) =>
        catalog.actions(slug).some(({ owner }) => owner !== undefined),
      );
    }
    const common = await this.#wire.catalogOf(undefined, call);
    return sites.filter(({ slug }) => common.site(slug) !== undefined);
  }

  async #connected(account: string | undefined, call: Call) {
    if (account === undefined) return undefined;
    return (await this.#wire.credentials?.connected(account, call)) ?? new Set<string>();
  }
}

/** The suggested call for the best record. */
function nextCall(
  best: Action | undefined,
  { hasKey, path }: { readonly hasKey: boolean; readonly path: string },
): string {
  const prefix = new URL(path).pathname;
  if (best === undefined) {
    return `GET ${prefix}/wire/catalog lists every site; no action matches the question.`;
  }
  const { action_id: id, type, auth_mode: mode } = best.info;
  const body = `with action_id "${id}" and its params`;
  if (!hasKey && type === "read" && mode !== "required") {
    return `POST ${prefix}/wire-run ${body}; it needs no API key.`;
  }
  const secret = mode === "required" ? " and a credential_id" : "";
  return `POST ${prefix}/wire/task ${body}${secret}.`;
}
