import { route, type Route, type RouteFacts } from "../../../http/route.ts";
import type { ServiceErrorCode } from "../../../base/service-error.ts";
import { wirePrefix } from "../wire-prefix.ts";
import { IdentitySources, type SourceParts } from "./identity-sources.ts";
import * as schemas from "./schema.ts";

const path = `${wirePrefix.prefix}/identity-sources`;
const one = `${path}/{id}`;
const facts = { family: "nested", tag: "Identity sources" } as const;

const perUser = (limit: number) => ({ limit, per: "user" }) as const;
const shown = (description: string, schema: NonNullable<RouteFacts["answers"][200]["schema"]>) => ({
  200: { description, schema },
});

/** What a provider may fail in, asked with a credential that is stored. */
const providerErrors: readonly ServiceErrorCode[] = [
  "SOURCE_AUTH_FAILED",
  "SOURCE_FORBIDDEN",
  "SOURCE_ITEM_NOT_FOUND",
  "SOURCE_THROTTLED",
  "SOURCE_UNREACHABLE",
  "SOURCE_UPSTREAM_ERROR",
  "SOURCE_NOT_AVAILABLE",
  "SERVICE_UNAVAILABLE",
];

/** The same of one that is new. */
const newErrors: readonly ServiceErrorCode[] = [
  "INVALID_REQUEST",
  "UNKNOWN_CONNECT_FIELD",
  "INVALID_VAULT_URL",
  "SOURCE_TOKEN_REJECTED",
  ...providerErrors.filter((code) => code !== "SOURCE_AUTH_FAILED"),
];

/** Connections to vaults (interface and decisions, 4.9). */
export function identitySourceRoutes(parts: SourceParts): Route[] {
  const sources = new IdentitySources(parts);
  return [
    ...collectionRoutes(sources),
    ...sourceRoutes(sources),
    verifyRoute(sources),
    ...readRoutes(sources),
  ];
}

function collectionRoutes(sources: IdentitySources): Route[] {
  return [
    route({
      ...facts,
      access: "key",
      method: "GET",
      path: `${path}/providers`,
      operationId: "listIdentitySourceProviders",
      summary: "List the kinds of vaults that can be connected, and the fields that each needs",
      limit: perUser(60),
      answers: shown("By type.", schemas.providersAnswerSchema),
      errors: [],
      run: () => sources.providers(),
    }),
    route<unknown, schemas.ConnectBody>({
      ...facts,
      access: "key",
      method: "POST",
      path,
      operationId: "connectIdentitySource",
      summary: "Connect a vault; it is verified before anything is stored",
      limit: perUser(10),
      body: schemas.connectBodySchema,
      answers: { 201: { description: "The source.", schema: schemas.sourceAnswerSchema } },
      errors: ["PROVIDER_NOT_SUPPORTED", ...newErrors],
      run: (call) => sources.connect(call),
    }),
    route<schemas.SourcesQuery>({
      ...facts,
      access: "key",
      method: "GET",
      path,
      operationId: "listIdentitySources",
      summary: "List connected vaults, newest first",
      limit: perUser(60),
      query: schemas.sourcesQuerySchema,
      answers: shown("All of them.", schemas.sourcesAnswerSchema),
      errors: ["INVALID_REQUEST"],
      run: (call) => sources.list(call),
    }),
  ];
}

function sourceRoutes(sources: IdentitySources): Route[] {
  return [
    route({
      ...facts,
      access: "key",
      method: "GET",
      path: one,
      operationId: "getIdentitySource",
      summary: "Show a connected vault, with the number of identities that depend on it",
      limit: perUser(60),
      answers: shown("The source.", schemas.countedAnswerSchema),
      errors: ["FORBIDDEN"],
      run: (call) => sources.show(call),
    }),
    route<unknown, schemas.ChangeBody>({
      ...facts,
      access: "key",
      method: "PATCH",
      path: one,
      operationId: "changeIdentitySource",
      summary: "Rename a source or rotate its credential; identities stay bound",
      limit: perUser(10),
      body: schemas.changeBodySchema,
      answers: shown("The source.", schemas.sourceAnswerSchema),
      errors: ["FORBIDDEN", ...newErrors],
      run: (call) => sources.change(call),
    }),
    route<schemas.RemovalQuery>({
      ...facts,
      access: "key",
      method: "DELETE",
      path: one,
      operationId: "removeIdentitySource",
      summary: "Disconnect a vault, with or without the identities that depend on it",
      limit: perUser(30),
      query: schemas.removalQuerySchema,
      answers: shown("The vault is disconnected.", schemas.removedAnswerSchema),
      errors: ["INVALID_REQUEST", "FORBIDDEN"],
      run: (call) => sources.remove(call),
    }),
  ];
}

function verifyRoute(sources: IdentitySources): Route {
  return route({
    ...facts,
    access: "key",
    method: "POST",
    path: `${one}/verify`,
    operationId: "verifyIdentitySource",
    summary: "Test the stored credential",
    limit: perUser(10),
    answers: shown("The credential works.", schemas.sourceAnswerSchema),
    errors: ["FORBIDDEN", ...providerErrors],
    run: (call) => sources.verify(call),
  });
}

function readRoutes(sources: IdentitySources): Route[] {
  return [
    route({
      ...facts,
      access: "key",
      method: "GET",
      path: `${one}/identities`,
      operationId: "listIdentitiesOfSource",
      summary: "List the identities that depend on a source, oldest first",
      limit: perUser(60),
      answers: shown("All of them.", schemas.boundAnswerSchema),
      errors: ["FORBIDDEN"],
      run: (call) => sources.bound(call),
    }),
    route({
      ...facts,
      access: "key",
      method: "GET",
      path: `${one}/containers`,
      operationId: "listContainersOfSource",
      summary: "List the containers of the vault, read from the vault now",
      limit: perUser(30),
      answers: shown("By name.", schemas.containersAnswerSchema),
      errors: ["FORBIDDEN", "PROVIDER_NOT_BROWSABLE", "SOURCE_INACTIVE", ...providerErrors],
      run: (call) => sources.containers(call),
    }),
    route<schemas.EntriesQuery>({
      ...facts,
      access: "key",
      method: "GET",
      path: `${one}/containers/{container_id}/entries`,
      operationId: "listEntriesOfContainer",
      summary: "List the first 200 entries of a container, without their values",
      limit: perUser(30),
      query: schemas.entriesQuerySchema,
      answers: shown("By title.", schemas.entriesAnswerSchema),
      errors: [
        "INVALID_REQUEST",
        "FORBIDDEN",
        "PROVIDER_NOT_BROWSABLE",
        "SOURCE_INACTIVE",
        ...providerErrors,
      ],
      run: (call) => sources.entries(call),
    }),
  ];
}
