import { route, type Route } from "../../../http/route.ts";
import type { WirePrefix } from "../wire-prefix.ts";
import {
  addCredential,
  changeIdentity,
  createIdentity,
  listCredentials,
  listIdentities,
  removeCredential,
  removeIdentity,
  showIdentity,
  type IdentityParts,
} from "./identities.ts";
import { logIn, verifyLogin } from "./login.ts";
import {
  credentialAnswerSchema,
  credentialsAnswerSchema,
  identitiesAnswerSchema,
  identitiesQuerySchema,
  identityAnswerSchema,
  identityChangeSchema,
  loginSchema,
  newCredentialSchema,
  newIdentitySchema,
  okSchema,
  refusedSchema,
  signedInSchema,
  verifiedSchema,
  verifySchema,
  type IdentitiesQuery,
  type IdentityChangeBody,
  type LoginBody,
  type NewCredentialBody,
  type NewIdentityBody,
  type VerifyBody,
} from "./schema.ts";

const family = { family: "nested" } as const;
const tag = "Identities";
const reads = { limit: 60, per: "user" } as const;
const writes = { limit: 30, per: "user" } as const;
const logins = { limit: 10, per: "user" } as const;

/** What may come of a login's fields, of the site, and of the vault that they are read from. */
const loginErrors = [
  "INVALID_REQUEST",
  "FORBIDDEN",
  "CONFLICT",
  "PROVIDER_NOT_SUPPORTED",
  "SOURCE_FIELD_MISSING",
  "SOURCE_INACTIVE",
  "SOURCE_AUTH_FAILED",
  "SOURCE_FORBIDDEN",
  "SOURCE_ITEM_NOT_FOUND",
  "SOURCE_THROTTLED",
  "SOURCE_UNREACHABLE",
  "SOURCE_UPSTREAM_ERROR",
  "SOURCE_NOT_AVAILABLE",
  "UPSTREAM_ERROR",
  "ACTION_UNAVAILABLE",
  "SERVICE_UNAVAILABLE",
] as const;

const refusedLogin = { description: "The site refused the login.", schema: refusedSchema };

/** The reads that stand under either prefix (decisions, 4.8). */
export function identityReadRoutes(parts: IdentityParts, at: WirePrefix): Route[] {
  const heading = at.prefix === "/wire" ? tag : at.tag;
  return [
    route<IdentitiesQuery>({
      ...family,
      access: "key",
      tag: heading,
      method: "GET",
      path: `${at.prefix}/identities`,
      operationId: at.name("listIdentities"),
      summary: "List your identities, oldest first",
      limit: reads,
      query: identitiesQuerySchema,
      answers: { 200: { description: "All.", schema: identitiesAnswerSchema } },
      errors: [],
      run: (call) => listIdentities(parts, call),
    }),
    route({
      ...family,
      access: "key",
      tag: heading,
      method: "GET",
      path: `${at.prefix}/identities/{id}`,
      operationId: at.name("getIdentity"),
      summary: "Show an identity with its credentials",
      limit: reads,
      answers: { 200: { description: "The identity.", schema: identityAnswerSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showIdentity(parts, call),
    }),
  ];
}

/** The writes, logins and the credentials of one identity. */
export function identityRoutes(parts: IdentityParts): Route[] {
  return [...identityWrites(parts), ...credentialRoutes(parts), ...loginRoutes(parts)];
}

function identityWrites(parts: IdentityParts): Route[] {
  return [
    route<unknown, NewIdentityBody>({
      ...family,
      access: "key",
      tag,
      method: "POST",
      path: "/wire/identities",
      operationId: "createIdentity",
      summary: "Create an identity, with or without a credential",
      limit: writes,
      body: newIdentitySchema,
      answers: {
        200: refusedLogin,
        201: { description: "The identity was created.", schema: identityAnswerSchema },
      },
      errors: loginErrors,
      run: (call) => createIdentity(parts, call),
    }),
    route<unknown, IdentityChangeBody>({
      ...family,
      access: "key",
      tag,
      method: "PATCH",
      path: "/wire/identities/{id}",
      operationId: "changeIdentity",
      summary: "Rename an identity, or make it the default of its site",
      limit: writes,
      body: identityChangeSchema,
      answers: { 200: { description: "The identity.", schema: identityAnswerSchema } },
      errors: ["INVALID_REQUEST", "FORBIDDEN", "CONFLICT"],
      run: (call) => changeIdentity(parts, call),
    }),
    route({
      ...family,
      access: "key",
      tag,
      method: "DELETE",
      path: "/wire/identities/{id}",
      operationId: "deleteIdentity",
      summary: "Remove an identity with its credentials",
      limit: writes,
      answers: { 200: { description: "Removed.", schema: okSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => removeIdentity(parts, call),
    }),
  ];
}

function credentialRoutes(parts: IdentityParts): Route[] {
  return [
    route({
      ...family,
      access: "key",
      tag,
      method: "GET",
      path: "/wire/identities/{id}/credentials",
      operationId: "listCredentials",
      summary: "List the credentials of an identity, oldest first",
      limit: reads,
      answers: { 200: { description: "All.", schema: credentialsAnswerSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => listCredentials(parts, call),
    }),
    addCredentialRoute(parts),
    route({
      ...family,
      access: "key",
      tag,
      method: "DELETE",
      path: "/wire/credentials/{id}",
      operationId: "deleteCredential",
      summary: "Remove a credential",
      limit: writes,
      answers: { 200: { description: "Removed.", schema: okSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => removeCredential(parts, call),
    }),
  ];
}

function addCredentialRoute(parts: IdentityParts): Route {
  return route<unknown, NewCredentialBody>({
    ...family,
    access: "key",
    tag,
    method: "POST",
    path: "/wire/identities/{id}/credentials",
    operationId: "addCredential",
    summary: "Store a key or token, or sign in with a password",
    limit: writes,
    body: newCredentialSchema,
    answers: {
      200: refusedLogin,
      201: { description: "The credential is stored.", schema: credentialAnswerSchema },
    },
    errors: [
      "INVALID_REQUEST",
      "FORBIDDEN",
      "CONFLICT",
      "UPSTREAM_ERROR",
      "ACTION_UNAVAILABLE",
      "SERVICE_UNAVAILABLE",
    ],
    run: (call) => addCredential(parts, call),
  });
}

function loginRoutes(parts: IdentityParts): Route[] {
  return [
    route<unknown, LoginBody>({
      ...family,
      access: "key",
      tag,
      method: "POST",
      path: "/wire/login",
      operationId: "logIn",
      summary: "Sign in to a site, with a password or with fields from a vault",
      limit: logins,
      body: loginSchema,
      answers: {
        200: refusedLogin,
        201: { description: "The login succeeded and is stored.", schema: signedInSchema },
      },
      errors: loginErrors,
      run: (call) => logIn(parts, call),
    }),
    route<unknown, VerifyBody>({
      ...family,
      access: "key",
      tag,
      method: "POST",
      path: "/wire/credentials/verify",
      operationId: "verifyLogin",
      summary: "Sign in again to refresh the login of an identity",
      limit: logins,
      body: verifySchema,
      answers: {
        200: refusedLogin,
        201: { description: "Signed in again.", schema: verifiedSchema },
      },
      errors: loginErrors,
      run: (call) => verifyLogin(parts, call),
    }),
  ];
}
