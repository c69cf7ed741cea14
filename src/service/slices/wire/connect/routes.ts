import { route, type Route } from "../../../http/route.ts";
import { removedAnswerSchema } from "../identity-sources/schema.ts";
import { wirePrefix } from "../wire-prefix.ts";
import { Connect, CONNECT_PATH, type ConnectParts } from "./connect.ts";
import {
  connectionsAnswerSchema,
  finishBodySchema,
  finishedAnswerSchema,
  startedAnswerSchema,
  type FinishBody,
} from "./schema.ts";

const { prefix } = wirePrefix;
const facts = { family: "nested", tag: "Connections" } as const;
const changes = { limit: 30, per: "user" } as const;

/** Logins by hand, and what they left (decisions, 4.8). */
export function connectRoutes(parts: ConnectParts): Route[] {
  const connect = new Connect(parts);
  return [pageRoute(connect), ...loginRoutes(connect), ...connectionRoutes(connect)];
}

function pageRoute(connect: Connect): Route {
  return route({
    ...facts,
    access: "public",
    method: "GET",
    path: `${CONNECT_PATH}/{slug}/start`,
    operationId: "openWireConnect",
    summary: "Show a page on which a person connects the site with an API key",
    limit: { limit: 60, per: "ip" },
    answers: { 200: { description: "The page.", mediaType: "text/html" } },
    errors: ["NOT_FOUND"],
    run: (call) => connect.page(call),
  });
}

function loginRoutes(connect: Connect): Route[] {
  return [
    route({
      ...facts,
      access: "key",
      method: "POST",
      path: `${CONNECT_PATH}/{slug}/start`,
      operationId: "startWireConnect",
      startsWork: true,
      summary: "Open a browser on the site's login page",
      limit: changes,
      answers: { 200: { description: "The browser is open.", schema: startedAnswerSchema } },
      errors: ["INVALID_REQUEST", "CONFLICT", "UPSTREAM_ERROR", "SERVICE_UNAVAILABLE"],
      run: (call) => connect.start(call),
    }),
    route<unknown, FinishBody>({
      ...facts,
      access: "key",
      method: "POST",
      path: `${CONNECT_PATH}/{slug}/finish`,
      operationId: "finishWireConnect",
      summary: "Store the browser's login in an identity, and end the browser",
      limit: changes,
      body: finishBodySchema,
      answers: { 200: { description: "Stored.", schema: finishedAnswerSchema } },
      errors: [
        "INVALID_REQUEST",
        "LOGIN_NO_COOKIES",
        "FORBIDDEN",
        "CONFLICT",
        "UPSTREAM_ERROR",
        "SERVICE_UNAVAILABLE",
      ],
      run: (call) => connect.finish(call),
    }),
    route({
      ...facts,
      access: "key",
      method: "DELETE",
      path: `${CONNECT_PATH}/cancel/{session_id}`,
      operationId: "cancelWireConnect",
      summary: "End the browser without storing a login",
      limit: changes,
      answers: { 200: { description: "The browser has ended.", schema: removedAnswerSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => connect.cancel(call),
    }),
  ];
}

function connectionRoutes(connect: Connect): Route[] {
  return [
    route({
      ...facts,
      access: "key",
      method: "DELETE",
      path: `${CONNECT_PATH}/{slug}`,
      operationId: "removeWireConnection",
      summary: "Remove the manual logins of a site",
      limit: changes,
      answers: { 200: { description: "The logins are removed.", schema: removedAnswerSchema } },
      errors: [],
      run: (call) => connect.disconnect(call),
    }),
    route({
      ...facts,
      access: "key",
      method: "GET",
      path: `${prefix}/connections`,
      operationId: "listWireConnections",
      summary: "List manual logins, newest first",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "All manual logins.", schema: connectionsAnswerSchema } },
      errors: [],
      run: (call) => connect.list(call),
    }),
  ];
}
