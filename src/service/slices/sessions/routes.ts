import { answering } from "../../base/connection-failure.ts";
import { route, type Route, type RouteLimit } from "../../http/route.ts";
import {
  removedSchema,
  sessionChangesSchema,
  sessionListSchema,
  sessionSchema,
  sessionsQuery,
  type SessionChanges,
  type SessionsQuery,
} from "./schema.ts";
import { Sessions, type SessionParts } from "./sessions.ts";

/** How often each may be called (interface and decisions, part 8). */
const LIMIT: RouteLimit = { limit: 60, per: "user" };

const family = { family: "flat", tag: "Sessions", limit: LIMIT } as const;

/** Saved browser sessions (interface, 4.4). */
export function sessionRoutes(parts: SessionParts): Route[] {
  const sessions = new Sessions(parts);
  return [listing(sessions), ...changes(sessions)];
}

function listing(sessions: Sessions): Route {
  return route<SessionsQuery>({
    ...family,
    access: "key",
    method: "GET",
    path: "/sessions",
    operationId: "listSessions",
    summary: "List saved sessions",
    query: sessionsQuery,
    answers: { 200: { description: "Newest first.", schema: sessionListSchema } },
    errors: ["INVALID_REQUEST"],
    run: async (call) => ({ status: 200, json: await answering(() => sessions.list(call)) }),
  });
}

function changes(sessions: Sessions): Route[] {
  return [
    route<unknown, SessionChanges>({
      ...family,
      access: "key",
      method: "PATCH",
      path: "/sessions/{id}",
      operationId: "renameSession",
      summary: "Rename a saved session",
      body: sessionChangesSchema,
      answers: { 200: { description: "The saved session as it is now.", schema: sessionSchema } },
      errors: ["FORBIDDEN", "DUPLICATE_NAME"],
      run: async (call) => ({ status: 200, json: await answering(() => sessions.rename(call)) }),
    }),
    route({
      ...family,
      access: "key",
      method: "DELETE",
      path: "/sessions/{id}",
      operationId: "deleteSession",
      summary: "Delete a saved session and its state; this cannot be undone",
      answers: {
        200: { description: "The saved session and its state are deleted.", schema: removedSchema },
      },
      errors: ["FORBIDDEN", "SESSION_IN_USE"],
      run: async (call) => ({ status: 200, json: await answering(() => sessions.remove(call)) }),
    }),
  ];
}
