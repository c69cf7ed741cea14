import type { Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { InteractiveSessions } from "../../../cdp-proxy/index.ts";
import { buildRoutes } from "./builds/routes.ts";
import type { BuildParts } from "./builds/builds.ts";
import { connectRoutes } from "./connect/routes.ts";
import { discoveryRoutes, resolveRoute } from "./discovery/routes.ts";
import { identityReadRoutes, identityRoutes } from "./identities/routes.ts";
import { identitySourceRoutes } from "./identity-sources/routes.ts";
import { taskListRoutes, taskRoute } from "./jobs/routes.ts";
import type { OwnWire } from "./own-wire.ts";
import { runRoute } from "./run/routes.ts";
import type { RunParts } from "./run/run-action.ts";
import { submitRoute } from "./tasks/routes.ts";
import { legacyPrefix, wirePrefix, type WirePrefix } from "./wire-prefix.ts";

/** The dependencies of the routes of actions. */
interface WireRouteParts extends RunParts, BuildParts {
  readonly wire: OwnWire;
  readonly connections: { readonly interactive: InteractiveSessions | undefined };
}

/** Actions on websites: found, run, shown; also under the old prefix (interface, 4.8). */
export function wireRoutes(parts: WireRouteParts): Route[] {
  return [
    runRoute(parts),
    ...both(parts, wirePrefix),
    resolveRoute(parts.wire, wirePrefix),
    ...taskListRoutes(parts),
    ...buildRoutes(parts),
    ...identityRoutes({ wire: parts.wire, identities: parts.wire.identities }),
    ...identitySourceRoutes(parts.wire),
    ...connectRoutes({
      ...parts,
      interactive: parts.connections.interactive,
      proxies: parts.engines.proxies,
    }),
    ...both(parts, legacyPrefix),
  ];
}

function both(parts: ResourceParts & { readonly wire: OwnWire }, at: WirePrefix): Route[] {
  const { wire } = parts;
  return [
    ...discoveryRoutes(wire, at),
    submitRoute(parts, at),
    taskRoute(parts, at),
    ...identityReadRoutes({ wire, identities: wire.identities }, at),
  ];
}
