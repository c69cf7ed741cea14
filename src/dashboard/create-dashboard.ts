import { checkArgument, systemClock, systemIds } from "../core/index.ts";
import { MemoryRateLimiter } from "../rate-limiter/index.ts";
import type { RequestFacts } from "../service/index.ts";
import { belowBase, readFacts } from "../service/internal.ts";
import { MemoryRecords } from "../storage/memory/index.ts";
import { moveAnswer } from "./answer.ts";
import {
  checkedCollaborators,
  dashboardSettings,
  type DashboardCollaborators,
  type DashboardOptions,
} from "./dashboard-options.ts";
import { Desk } from "./desk.ts";

/** The dashboard of a service, to be mounted in any server in the service's place. */
export interface Dashboard {
  /**
   * Answers a request: paths below `/v1`, `/health` and what else is the API's by the service, all
   * others by the dashboard's pages. Rejects for nothing but facts that do not exist.
   * @throws CoreError `INVALID_OPTION`
   * @example http.createServer(toNodeHandler(dashboard))
   */
  fetch(request: Request, facts?: RequestFacts): Promise<Response>;
}

/** Paths that are the service's own. */
const OF_SERVICE = /^\/(?:v1|health|json|mcp)(?:[/?]|$)/;

/**
 * Where a person is led who opened a `connect_url`: to the dashboard's page, which knows the person,
 * instead of the service's, which asks for a key. Undefined for every other request.
 */
function connectPath({ method, headers }: Request, path: string): string | undefined {
  const [, slug] = /^\/v1\/wire\/connect\/([a-z0-9][a-z0-9_-]{0,99})\/start$/.exec(path) ?? [];
  const isPerson = headers.get("accept")?.includes("text/html") === true;
  return method === "GET" && isPerson && slug !== undefined ? `/connect/${slug}` : undefined;
}

/**
 * Makes a dashboard of a service. Nothing listens: mount {@link Dashboard.fetch}.
 * @throws CoreError `INVALID_OPTION`, `INVALID_ARGUMENT`
 */
export function createDashboard(
  collaborators: DashboardCollaborators,
  options?: DashboardOptions,
): Dashboard {
  const given = checkedCollaborators(collaborators);
  const { service, records, limiter, clock = systemClock, ids = systemIds } = given;
  const desk = new Desk({
    service,
    settings: dashboardSettings(options),
    records: records ?? new MemoryRecords(),
    limiter: limiter ?? new MemoryRateLimiter({ clock }),
    clock,
    ids,
  });
  return {
    async fetch(request, told = {}) {
      checkArgument("request of fetch(request)", request, "request");
      const facts = readFacts(told);
      const { pathname } = new URL(request.url);
      const path = belowBase(pathname, facts.basePath ?? "") ?? pathname;
      const connect = connectPath(request, path);
      if (connect !== undefined) return moveAnswer(`${facts.basePath ?? ""}${connect}`);
      if (OF_SERVICE.test(path)) return await service.fetch(request, told);
      return await desk.answer({ request, facts, path: path === "" ? "/" : path });
    },
  };
}
