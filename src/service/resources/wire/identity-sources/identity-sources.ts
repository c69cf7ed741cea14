import type { VaultAccess, VaultEntry, VaultProvider } from "../../../../vault/index.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import type { SourceRow } from "../../../identities/collections.ts";
import type { Identities } from "../../../identities/identities.ts";
import { invalidParams } from "../../../invalid-params.ts";
import { ServiceError } from "../../../service-error.ts";
import type { Wire } from "../../../wire.ts";
import {
  containerDocument,
  dependentDocument,
  entryDocument,
  providerDocument,
  sourceDocument,
} from "./codec.ts";
import type {
  EntriesQuery,
  NewSourceBody,
  RemovalQuery,
  SourceChangeBody,
  SourcesQuery,
} from "./schema.ts";

/** What the use cases of identity sources work with. */
export interface SourceParts {
  readonly identities: Identities;
  readonly wire: Pick<Wire, "catalogOf">;
}

type Call<Query = unknown, Body = unknown> = KeyedCall<Query, Body>;

/** Entries of an answer, at most (decisions, 0.5). */
const MOST_ENTRIES = 200;

/** GET /wire/identity-sources/providers: nobody is called. */
export async function listProviders({ identities }: SourceParts): Promise<Answer> {
  const providers = identities.providers
    .list()
    .map(({ descriptor }) => providerDocument(descriptor));
  return ok({ providers });
}

/** POST /wire/identity-sources. @throws ServiceError as decisions, 4.9, say */
export async function connectSource(
  { identities }: SourceParts,
  { body, caller, signal }: Call<unknown, NewSourceBody>,
): Promise<Answer> {
  const { provider: type, display_name: displayName, auth_method: method, ...fields } = body;
  const provider = identities.providers.find(type);
  if (provider === undefined) {
    throw new ServiceError("PROVIDER_NOT_SUPPORTED", {
      message: "provider: is none of those that GET /wire/identity-sources/providers lists.",
    });
  }
  const { descriptor } = provider;
  const access = accessOf(fields, method ?? descriptor.methods[0].id, provider);
  const name = displayName ?? descriptor.displayName;
  const order = { account: caller.account, provider, displayName: name, access };
  const row = await identities.sources.connect(order, { signal });
  return { status: 201, json: { status: "ok", identity_source: sourceDocument(row) } };
}

/** GET /wire/identity-sources. */
export async function listSources(
  { identities }: SourceParts,
  { query, caller, signal }: Call<SourcesQuery>,
): Promise<Answer> {
  const rows = await identities.sources.list(caller.account, query, { signal });
  return ok({ identity_sources: rows.map(sourceDocument) });
}

/** GET /wire/identity-sources/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showSource({ identities }: SourceParts, call: Call): Promise<Answer> {
  const row = await ownSource(identities, call);
  const dependents = await identities.store.ofSource(row.id, call);
  return ok({ identity_source: { ...sourceDocument(row), identity_count: dependents.length } });
}

/** PATCH /wire/identity-sources/{id}. @throws ServiceError as decisions, 4.9, say */
export async function changeSource(
  { identities }: SourceParts,
  call: Call<unknown, SourceChangeBody>,
): Promise<Answer> {
  const { display_name: displayName, auth_method: method, ...fields } = call.body;
  const rotates = method !== undefined || Object.keys(fields).length > 0;
  if (displayName === undefined && !rotates) {
    throw invalidParams("The body must hold display_name, or the fields of a method.");
  }
  const row = await ownSource(identities, call);
  const { signal } = call;
  const own = (row.config as { readonly auth_method?: string }).auth_method ?? "";
  const access = rotates
    ? accessOf(fields, method ?? own, identities.providers.get(row.provider))
    : undefined;
  const changed = await identities.sources.change(row, { displayName, access }, { signal });
  return ok({ identity_source: sourceDocument(changed) });
}

/** POST /wire/identity-sources/{id}/verify. @throws ServiceError as decisions, 4.9, say */
export async function verifySource({ identities }: SourceParts, call: Call): Promise<Answer> {
  const row = await ownSource(identities, call);
  const verified = await identities.sources.verify(row, { signal: call.signal });
  return ok({ identity_source: sourceDocument(verified) });
}

/** DELETE /wire/identity-sources/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function removeSource(
  { identities }: SourceParts,
  call: Call<RemovalQuery>,
): Promise<Answer> {
  const { id } = await ownSource(identities, call);
  const { signal } = call;
  const deletesIdentities = call.query.delete_identities ?? false;
  const isRemoved = await identities.sources.remove(id, { deletesIdentities }, { signal });
  if (!isRemoved) throw unknownSource();
  return ok({});
}

/** GET /wire/identity-sources/{id}/identities. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function listDependents(
  { identities, wire }: SourceParts,
  call: Call,
): Promise<Answer> {
  const { id } = await ownSource(identities, call);
  const { signal } = call;
  const catalog = await wire.catalogOf(call.caller.account, { signal });
  const found = await identities.store.ofSource(id, { signal });
  return ok({
    identities: found.map((each) => dependentDocument(each, catalog.site(each.catalog))),
  });
}

/** GET /wire/identity-sources/{id}/containers. @throws ServiceError as decisions, 4.9, say */
export async function listContainers({ identities }: SourceParts, call: Call): Promise<Answer> {
  const row = await ownSource(identities, call);
  const found = await identities.sources.containers(row, { signal: call.signal });
  const sorted = found.toSorted((a, b) => order(a.name, b.name));
  return ok({ containers: sorted.map(containerDocument) });
}

/** GET …/containers/{container_id}/entries. @throws ServiceError as decisions, 4.9, say */
export async function listEntries(
  { identities }: SourceParts,
  call: Call<EntriesQuery>,
): Promise<Answer> {
  const row = await ownSource(identities, call);
  const container = call.params["container_id"] ?? "";
  const found = await identities.sources.entries(row, container, { signal: call.signal });
  const domain = call.query.domain?.toLowerCase() ?? "";
  const shown = found
    .filter((entry) => isOf(entry, domain))
    .toSorted((a, b) => order(a.title, b.title))
    .slice(0, MOST_ENTRIES);
  return ok({ entries: shown.map(entryDocument) });
}

function isOf({ title, urls = [] }: VaultEntry, domain: string): boolean {
  return [title, ...urls.map(({ href }) => href)].some((text) =>
    text.toLowerCase().includes(domain),
  );
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** @throws ServiceError `INVALID_REQUEST` with `missing_fields`, `UNKNOWN_CONNECT_FIELD` */
function accessOf(
  fields: Readonly<Record<string, unknown>>,
  method: string,
  { descriptor }: VaultProvider,
): VaultAccess {
  const found = descriptor.methods.find(({ id }) => id === method);
  if (found === undefined) throw invalidParams("auth_method: is none of the provider's methods.");
  const known = new Set(found.fields.map(({ name }) => name));
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new ServiceError("UNKNOWN_CONNECT_FIELD", {
      message: "The method has no such fields; see GET /wire/identity-sources/providers.",
      details: { extra: { unknown_fields: unknown } },
    });
  }
  const texts = Object.entries(fields).filter(([, value]) => value !== null);
  const wrong = texts.find(([, value]) => typeof value !== "string");
  if (wrong !== undefined) throw invalidParams(`${wrong[0]}: must be a text.`);
  const given = Object.fromEntries(texts.map(([name, value]) => [name, String(value).trim()]));
  const missing = found.fields
    .filter(({ name, required }) => required && (given[name] ?? "") === "")
    .map(({ name }) => name);
  if (missing.length > 0) throw invalidParams(`Missing: ${missing.join(", ")}.`, missing);
  return { method, fields: given };
}

/** The caller's source of the path. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
async function ownSource(
  { sources }: Identities,
  { params, caller, signal }: Pick<Call, "params" | "caller" | "signal">,
): Promise<SourceRow> {
  const row = await sources.find(params["id"] ?? "", { signal });
  if (row === undefined) throw unknownSource();
  if (row.account === caller.account) return row;
  throw new ServiceError("FORBIDDEN", { message: "The identity source does not belong to you." });
}

function unknownSource(): ServiceError {
  return new ServiceError("NOT_FOUND", { message: "There is no identity source of that id." });
}

function ok(members: object): Answer {
  return { status: 200, json: { status: "ok", ...members } };
}
