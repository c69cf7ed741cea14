import { route, type Route } from "../../../http/route.ts";
import { okSchema } from "../identities/schema.ts";
import {
  changeSource,
  connectSource,
  listContainers,
  listDependents,
  listEntries,
  listProviders,
  listSources,
  removeSource,
  showSource,
  verifySource,
  type SourceParts,
} from "./identity-sources.ts";
import {
  containersAnswerSchema,
  dependentsAnswerSchema,
  entriesAnswerSchema,
  entriesQuerySchema,
  newSourceSchema,
  providersAnswerSchema,
  removalQuerySchema,
  sourceAnswerSchema,
  sourceChangeSchema,
  sourcesAnswerSchema,
  sourcesQuerySchema,
  type EntriesQuery,
  type NewSourceBody,
  type RemovalQuery,
  type SourceChangeBody,
  type SourcesQuery,
} from "./schema.ts";

const family = { family: "nested", tag: "Identity sources" } as const;
const BASE = "/wire/identity-sources";
const reads = { limit: 60, per: "user" } as const;
const browsing = { limit: 30, per: "user" } as const;
const writes = { limit: 30, per: "user" } as const;
const proving = { limit: 10, per: "user" } as const;

/** What a call of a vault may come to. */
const vaultErrors = [
  "FORBIDDEN",
  "SOURCE_FORBIDDEN",
  "SOURCE_THROTTLED",
  "SOURCE_UNREACHABLE",
  "SOURCE_UPSTREAM_ERROR",
  "SOURCE_NOT_AVAILABLE",
  "SERVICE_UNAVAILABLE",
] as const;

const connectErrors = [
  ...vaultErrors,
  "INVALID_REQUEST",
  "UNKNOWN_CONNECT_FIELD",
  "INVALID_VAULT_URL",
  "SOURCE_TOKEN_REJECTED",
  "SOURCE_ITEM_NOT_FOUND",
] as const;

const browseErrors = [
  ...vaultErrors,
  "PROVIDER_NOT_BROWSABLE",
  "SOURCE_INACTIVE",
  "SOURCE_AUTH_FAILED",
  "SOURCE_ITEM_NOT_FOUND",
] as const;

/** Connections to vaults that logins are read from (interface and decisions, 4.9). */
export function identitySourceRoutes(parts: SourceParts): Route[] {
  return [...listRoutes(parts), ...sourceRoutes(parts), ...browseRoutes(parts)];
}

function listRoutes(parts: SourceParts): Route[] {
  return [
    route({
      ...family,
      access: "key",
      method: "GET",
      path: `${BASE}/providers`,
      operationId: "listIdentitySourceProviders",
      summary: "The kinds of vaults that can be connected, and what each takes",
      limit: reads,
      answers: { 200: { description: "By type.", schema: providersAnswerSchema } },
      errors: [],
      run: () => listProviders(parts),
    }),
    route<SourcesQuery>({
      ...family,
      access: "key",
      method: "GET",
      path: BASE,
      operationId: "listIdentitySources",
      summary: "Your sources, newest first",
      limit: reads,
      query: sourcesQuerySchema,
      answers: { 200: { description: "All.", schema: sourcesAnswerSchema } },
      errors: [],
      run: (call) => listSources(parts, call),
    }),
    route<unknown, NewSourceBody>({
      ...family,
      access: "key",
      method: "POST",
      path: BASE,
      operationId: "connectIdentitySource",
      summary: "Connects a vault, once its provider has taken the credential",
      limit: proving,
      body: newSourceSchema,
      answers: { 201: { description: "It is connected.", schema: sourceAnswerSchema } },
      errors: [...connectErrors, "PROVIDER_NOT_SUPPORTED"],
      run: (call) => connectSource(parts, call),
    }),
  ];
}

function sourceRoutes(parts: SourceParts): Route[] {
  const source = { description: "The source.", schema: sourceAnswerSchema };
  return [
    route({
      ...family,
      access: "key",
      method: "GET",
      path: `${BASE}/{id}`,
      operationId: "getIdentitySource",
      summary: "A source, and how many identities depend on it",
      limit: reads,
      answers: { 200: source },
      errors: ["FORBIDDEN"],
      run: (call) => showSource(parts, call),
    }),
    route<unknown, SourceChangeBody>({
      ...family,
      access: "key",
      method: "PATCH",
      path: `${BASE}/{id}`,
      operationId: "changeIdentitySource",
      summary: "Renames a source, or gives it another credential",
      limit: proving,
      body: sourceChangeSchema,
      answers: { 200: source },
      errors: [...connectErrors, "CONFLICT"],
      run: (call) => changeSource(parts, call),
    }),
    route<RemovalQuery>({
      ...family,
      access: "key",
      method: "DELETE",
      path: `${BASE}/{id}`,
      operationId: "deleteIdentitySource",
      summary: "Disconnects a vault",
      limit: writes,
      query: removalQuerySchema,
      answers: { 200: { description: "It is gone.", schema: okSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => removeSource(parts, call),
    }),
    verifyRoute(parts),
  ];
}

function verifyRoute(parts: SourceParts): Route {
  return route({
    ...family,
    access: "key",
    method: "POST",
    path: `${BASE}/{id}/verify`,
    operationId: "verifyIdentitySource",
    summary: "Tries the stored credential",
    limit: proving,
    answers: { 200: { description: "The source.", schema: sourceAnswerSchema } },
    errors: [...vaultErrors, "SOURCE_AUTH_FAILED", "SOURCE_ITEM_NOT_FOUND"],
    run: (call) => verifySource(parts, call),
  });
}

function browseRoutes(parts: SourceParts): Route[] {
  return [
    route({
      ...family,
      access: "key",
      method: "GET",
      path: `${BASE}/{id}/identities`,
      operationId: "listIdentitySourceIdentities",
      summary: "The identities that depend on a source, oldest first",
      limit: reads,
      answers: { 200: { description: "All.", schema: dependentsAnswerSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => listDependents(parts, call),
    }),
    route({
      ...family,
      access: "key",
      method: "GET",
      path: `${BASE}/{id}/containers`,
      operationId: "listIdentitySourceContainers",
      summary: "The vaults that a source can read, by name",
      limit: browsing,
      answers: { 200: { description: "All.", schema: containersAnswerSchema } },
      errors: browseErrors,
      run: (call) => listContainers(parts, call),
    }),
    route<EntriesQuery>({
      ...family,
      access: "key",
      method: "GET",
      path: `${BASE}/{id}/containers/{container_id}/entries`,
      operationId: "listIdentitySourceEntries",
      summary: "What a vault holds, by title; never a value",
      limit: browsing,
      query: entriesQuerySchema,
      answers: { 200: { description: "The first 200.", schema: entriesAnswerSchema } },
      errors: browseErrors,
      run: (call) => listEntries(parts, call),
    }),
  ];
}
