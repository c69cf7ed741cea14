import type { Call } from "../../../../storage/index.ts";
import type { VaultEntry, VaultProvider } from "../../../../vault/index.ts";
import type { SourceRow } from "../logins/collections.ts";
import type { Identities } from "../own-wire.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { Wire } from "../../../base/wire.ts";
import { owned } from "../../../base/owned.ts";
import {
  boundDocument,
  containerDocument,
  entryDocument,
  providerDocument,
  sourceDocument,
} from "./codec.ts";
import type {
  ChangeBody,
  ConnectBody,
  EntriesQuery,
  RemovalQuery,
  SourcesQuery,
} from "./schema.ts";

/** The dependencies of the use cases of sources. */
export interface SourceParts {
  readonly identities: Identities;
  readonly catalogOf: Wire["catalogOf"];
}

/** Entries of an answer (decisions, 0.5). */
const MOST_ENTRIES = 200;

type Of<Query = unknown, Body = unknown> = KeyedCall<Query, Body>;

/** Connections to the vaults of users (interface and decisions, 4.9). */
export class IdentitySources {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Every kind of vault, without a call to any. */
  async providers(): Promise<Answer> {
    const providers = this.#parts.identities.providers.list().map(({ descriptor }) => descriptor);
    return ok({ providers: providers.map(providerDocument) });
  }

  /** @throws ServiceError `PROVIDER_NOT_SUPPORTED`; as `SourceStore.connect` */
  async connect({ body, caller, signal }: Of<unknown, ConnectBody>): Promise<Answer> {
    const { provider: type, display_name: name, auth_method: method, ...fields } = body;
    const provider = this.#parts.identities.providers.find(type);
    if (provider === undefined) throw unknownProvider();
    const { descriptor } = provider;
    const source = await this.#parts.identities.sources.connect(
      {
        account: caller.account,
        provider,
        displayName: name ?? descriptor.displayName,
        access: { method: method ?? descriptor.methods[0].id, fields: fieldsOf(fields, provider) },
      },
      { signal },
    );
    return { status: 201, json: { status: "ok", identity_source: sourceDocument(source) } };
  }

  /** An account's, newest first. */
  async list({ query, caller, signal }: Of<SourcesQuery>): Promise<Answer> {
    const rows = await this.#parts.identities.sources.list(caller.account, query, { signal });
    return ok({ identity_sources: rows.map(sourceDocument) });
  }

  /** One, with the number of identities that depend on it. */
  async show(call: Of): Promise<Answer> {
    const source = await this.#own(call);
    const { length } = await this.#parts.identities.store.ofSource(source.id, call);
    return ok({ identity_source: { ...sourceDocument(source), identity_count: length } });
  }

  /** Renames, or gives another credential. @throws ServiceError as `SourceStore.change` */
  async change(call: Of<unknown, ChangeBody>): Promise<Answer> {
    const source = await this.#own(call);
    const { display_name: displayName, auth_method: method, ...rest } = call.body;
    const fields = fieldsOf(rest, this.#parts.identities.providers.find(source.provider));
    const isRotation = method !== undefined || Object.keys(fields).length > 0;
    const access = isRotation ? { method: method ?? methodOf(source), fields } : undefined;
    const changed = await this.#parts.identities.sources.change(
      source,
      { displayName, access },
      call,
    );
    return ok({ identity_source: sourceDocument(changed) });
  }

  /** Tries the stored credential. @throws ServiceError as `SourceStore.verify` */
  async verify(call: Of): Promise<Answer> {
    const verified = await this.#parts.identities.sources.verify(await this.#own(call), call);
    return ok({ identity_source: sourceDocument(verified) });
  }

  /** Disconnects. */
  async remove(call: Of<RemovalQuery>): Promise<Answer> {
    const { id } = await this.#own(call);
    const bonds = { deletesIdentities: call.query.delete_identities ?? false };
    if (!(await this.#parts.identities.sources.remove(id, bonds, call))) throw unknownSource();
    return ok({});
  }

  /** The identities that depend on one, oldest first. */
  async bound(call: Of): Promise<Answer> {
    const { id, account } = await this.#own(call);
    const identities = await this.#parts.identities.store.ofSource(id, call);
    const catalog = await this.#parts.catalogOf(account, call);
    return ok({
      identities: identities.map((each) => boundDocument(each, catalog.site(each.catalog)?.name)),
    });
  }

  /** What its vault holds entries in. @throws ServiceError as `SourceStore.containers` */
  async containers(call: Of): Promise<Answer> {
    const containers = await this.#parts.identities.sources.containers(await this.#own(call), call);
    return ok({ containers: containers.map(containerDocument) });
  }

  /** What a container holds, of one site where asked so. @throws ServiceError as `SourceStore.entries` */
  async entries(call: Of<EntriesQuery>): Promise<Answer> {
    const source = await this.#own(call);
    const container = call.params["container_id"] ?? "";
    const entries = await this.#parts.identities.sources.entries(source, container, call);
    const { domain = "" } = call.query;
    const found = entries.filter((entry) => isOf(entry, domain.toLowerCase()));
    return ok({ entries: found.slice(0, MOST_ENTRIES).map(entryDocument) });
  }

  /** @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
  async #own({ params, caller, signal }: Pick<Of, "params" | "caller"> & Call): Promise<SourceRow> {
    const source = await this.#parts.identities.sources.find(params["id"] ?? "", { signal });
    return owned("identity source", source, caller.account);
  }
}

function ok(content: object): Answer {
  return { status: 200, json: { status: "ok", ...content } };
}

/**
 * Members of the body that are no members of every source. Those that the provider has must be text;
 * which others there are is told by the provider, whatever they hold.
 */
function fieldsOf(
  rest: Readonly<Record<string, unknown>>,
  provider: VaultProvider | undefined,
): Readonly<Record<string, string>> {
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const methods = provider?.descriptor.methods ?? [];
  const known = new Set(methods.flatMap(({ fields }) => fields.map(({ name }) => name)));
  for (const [name, value] of given) {
    if (typeof value === "string" || !known.has(name)) continue;
    throw new ServiceError("INVALID_REQUEST", {
      message: `${name.slice(0, 64)}: must be a string`,
    });
  }
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** The method that a source was connected by. */
function methodOf({ config }: SourceRow): string {
  const isObject = typeof config === "object" && config !== null && "auth_method" in config;
  const method = isObject ? config["auth_method"] : undefined;
  return typeof method === "string" ? method : "";
}

function isOf({ title, urls = [] }: VaultEntry, domain: string): boolean {
  const texts = [title, ...urls.map(({ href }) => href)];
  return texts.some((text) => text.toLowerCase().includes(domain));
}

function unknownProvider(): ServiceError {
  return new ServiceError("PROVIDER_NOT_SUPPORTED", {
    message:
      "This service has no provider of this type; GET /wire/identity-sources/providers lists the types.",
  });
}

function unknownSource(): ServiceError {
  return new ServiceError("NOT_FOUND", { message: "There is no identity source with this id." });
}
