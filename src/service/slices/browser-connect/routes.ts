import { upgradeRoute, type Route, type Upgraded } from "../../http/route.ts";
import { browserConnect, type ConnectParts } from "./browser-connect.ts";
import { connectQuery, type ConnectQuery } from "./schema.ts";

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
