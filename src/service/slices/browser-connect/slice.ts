import type { CdpProxy } from "../../../cdp-proxy/index.ts";
import { placeRows } from "./collections.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { discoveryRoutes } from "./discovery-routes.ts";
import { browserConnectRoutes, fileRoutes, liveRoutes } from "./routes.ts";

/** Browsers for clients that speak the Chrome DevTools Protocol (interface, 4.5). */
export const browserConnect = {
  collections: [placeRows],
  open({
    connections,
    settings,
  }: ResourceParts & { readonly connections: { readonly proxy: CdpProxy } }) {
    const { proxy } = connections;
    const found = settings.devtoolsVersion ? discoveryRoutes() : [];
    return {
      routes: [...liveRoutes({ proxy }), ...fileRoutes({ proxy }), ...found],
      upgrades: browserConnectRoutes({ proxy, settings }),
    };
  },
} satisfies Slice;
