import type { CdpProxy } from "../../../cdp-proxy/index.ts";
import { placeRows } from "./collections.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { browserConnectRoutes } from "./routes.ts";
import { versionRoute } from "./version-route.ts";

/** Browsers for clients that speak the Chrome DevTools Protocol (interface, 4.5). */
export const browserConnect = {
  collections: [placeRows],
  open({
    connections,
    settings,
  }: ResourceParts & { readonly connections: { readonly proxy: CdpProxy } }) {
    return {
      routes: settings.devtoolsVersion ? [versionRoute()] : [],
      upgrades: browserConnectRoutes({ proxy: connections.proxy, settings }),
    };
  },
} satisfies Slice;
