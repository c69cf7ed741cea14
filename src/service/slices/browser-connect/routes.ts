import { route, upgradeRoute, type Route, type Upgraded } from "../../http/route.ts";
import { browserConnect, type ConnectParts } from "./browser-connect.ts";
import { keepUpload, listDownloads, readDownload, type FileParts } from "./files.ts";
import { listConnections, showPicture, type LiveParts } from "./live.ts";
import {
  connectionsSchema,
  connectQuery,
  downloadsSchema,
  uploadQuery,
  uploadSchema,
  type ConnectQuery,
  type UploadQuery,
} from "./schema.ts";

const ofConnection = { tag: "Browser", family: "flat" } as const;

/** Files of running connections: routes of our own beside the interface's. */
export function fileRoutes(parts: FileParts): Route[] {
  return [
    route({
      ...ofConnection,
      access: "key",
      method: "GET",
      path: "/browser-connect/{connId}/downloads",
      operationId: "listBrowserDownloads",
      summary: "List what the browser of a running connection has downloaded",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "The downloads.", schema: downloadsSchema } },
      errors: [],
      run: (call) => listDownloads(parts, call),
    }),
    route({
      ...ofConnection,
      access: "key",
      method: "GET",
      path: "/browser-connect/{connId}/downloads/{id}",
      operationId: "getBrowserDownload",
      summary: "Get the bytes of a download",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "The file.", mediaType: "application/octet-stream" } },
      errors: ["NOT_READY"],
      run: (call) => readDownload(parts, call),
    }),
    route<UploadQuery>({
      ...ofConnection,
      access: "key",
      method: "POST",
      path: "/browser-connect/{connId}/files",
      operationId: "uploadBrowserFile",
      summary: "Keep the body, of any type, as a file for file inputs of the browser",
      limit: { limit: 60, per: "user" },
      query: uploadQuery,
      answers: { 201: { description: "Where the file is.", schema: uploadSchema } },
      errors: ["INVALID_REQUEST"],
      run: (call) => keepUpload(parts, call),
    }),
  ];
}

/** Running connections to look at: routes of our own beside the interface's. */
export function liveRoutes(parts: LiveParts): Route[] {
  return [
    route({
      ...ofConnection,
      access: "key",
      method: "GET",
      path: "/browser-connect/connections",
      operationId: "listBrowserConnections",
      summary: "List the account's browser connections that run in this process",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "Oldest first.", schema: connectionsSchema } },
      errors: [],
      run: async (call) => listConnections(parts, call),
    }),
    route({
      ...ofConnection,
      access: "key",
      method: "GET",
      path: "/browser-connect/{connId}/picture",
      operationId: "getBrowserPicture",
      summary: "Show what the page of a running connection looks like now",
      limit: { limit: 240, per: "user" },
      answers: { 200: { description: "A picture.", mediaType: "image/jpeg" } },
      errors: ["NOT_READY"],
      run: async (call) => showPicture(parts, call),
    }),
  ];
}

/** The browser connection (interface, 4.5): a WebSocket. */
export function browserConnectRoutes(parts: ConnectParts): Route<Upgraded>[] {
  return [
    upgradeRoute<ConnectQuery>({
      method: "GET",
      path: "/browser-connect",
      operationId: "connectBrowser",
      startsWork: true,
      tag: "Browser",
      summary:
        "Open a WebSocket to a browser for this connection alone; it speaks the Chrome DevTools Protocol",
      family: "flat",
      access: "key",
      keyInQuery: true,
      limit: { limit: 30, per: "user" },
      query: connectQuery,
      answers: {
        101: { description: "The browser is ready, and its recording has begun.", mediaType: null },
      },
      errors: [
        "INVALID_REQUEST",
        "INSUFFICIENT_CREDITS",
        "SESSION_NOT_SAVED",
        "SESSION_IN_USE",
        "DUPLICATE_NAME",
      ],
      run: (call) => browserConnect(parts, call),
    }),
  ];
}
