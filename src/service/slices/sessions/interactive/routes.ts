import { route, upgradeRoute, type Route, type Upgraded } from "../../../http/route.ts";
import { sessionSchema } from "../schema.ts";
import {
  manualSave,
  manualStart,
  showViewer,
  streamViewer,
  type InteractiveParts,
} from "./interactive.ts";
import {
  manualSaveSchema,
  manualStartedSchema,
  manualStartSchema,
  viewerQuery,
  type ManualSave,
  type ManualStart,
} from "./schema.ts";

const family = { family: "flat", tag: "Sessions" } as const;
const perUser = { limit: 60, per: "user" } as const;
const perAddress = { limit: 60, per: "ip" } as const;

/** Logging in by hand (decisions, 4.4). */
export function interactiveRoutes(parts: InteractiveParts): Route[] {
  return [start(parts), save(parts), viewer(parts)];
}

function start(parts: InteractiveParts): Route {
  return route<unknown, ManualStart>({
    ...family,
    access: "key",
    method: "POST",
    path: "/sessions/manual-start",
    operationId: "startManualSession",
    startsWork: true,
    summary: "Open a browser in which a person logs in",
    limit: perUser,
    body: manualStartSchema,
    answers: { 201: { description: "The browser is open.", schema: manualStartedSchema } },
    errors: ["INVALID_REQUEST", "DUPLICATE_NAME", "SERVICE_UNAVAILABLE"],
    run: (call) => manualStart(parts, call),
  });
}

function save(parts: InteractiveParts): Route {
  return route<unknown, ManualSave>({
    ...family,
    access: "key",
    method: "POST",
    path: "/sessions/manual-save",
    operationId: "saveManualSession",
    summary: "Save the login and end the browser",
    limit: perUser,
    body: manualSaveSchema,
    answers: { 200: { description: "The saved session.", schema: sessionSchema } },
    errors: ["INVALID_REQUEST", "FORBIDDEN", "DUPLICATE_NAME", "CONFLICT", "SERVICE_UNAVAILABLE"],
    run: (call) => manualSave(parts, call),
  });
}

function viewer(parts: InteractiveParts): Route {
  return route({
    ...family,
    access: "public",
    method: "GET",
    path: "/sessions/interactive/{sessionId}",
    operationId: "viewManualSession",
    summary:
      "Show a page with the browser that takes clicks and keys; needs the interactive session's token",
    limit: perAddress,
    query: viewerQuery,
    answers: { 200: { description: "The page.", mediaType: "text/html" } },
    errors: ["UNAUTHORIZED", "NOT_FOUND"],
    run: (call) => showViewer(parts, call),
  });
}

/** The WebSocket of the viewer's page. */
export function interactiveStreams(parts: InteractiveParts): Route<Upgraded>[] {
  return [
    upgradeRoute({
      ...family,
      access: "public",
      method: "GET",
      path: "/sessions/interactive/{sessionId}/stream",
      operationId: "streamManualSession",
      summary: "Open the WebSocket of that page; its messages are private",
      limit: perAddress,
      query: viewerQuery,
      answers: { 101: { description: "The WebSocket is open; pictures follow.", mediaType: null } },
      errors: ["UNAUTHORIZED", "NOT_FOUND"],
      run: (call) => streamViewer(parts, call),
    }),
  ];
}
