import type { DispatchRoute, Route, Upgraded } from "./http/route.ts";
import type { KindParts } from "./parts.ts";
import { aiTaskRoutes } from "./resources/ai-tasks/routes.ts";
import { aiVisibilityRoutes } from "./resources/ai-visibility/routes.ts";
import { agenticSearchRoutes } from "./resources/agentic-search/routes.ts";
import { browserConnectRoutes } from "./resources/browser-connect/routes.ts";
import { versionRoute } from "./resources/browser-connect/version-route.ts";
import { crawlRoutes } from "./resources/crawl/routes.ts";
import { creditsRoutes } from "./resources/credits/routes.ts";
import { mapRoutes } from "./resources/map/routes.ts";
import { recipeRoutes } from "./resources/recipes/routes.ts";
import { recordingRoutes } from "./resources/recordings/routes.ts";
import { interactiveRoutes, interactiveStreams } from "./resources/sessions/interactive/routes.ts";
import { sessionRoutes } from "./resources/sessions/routes.ts";
import type { BaseParts } from "./service-parts.ts";
import type { MonitorParts } from "./resources/monitors/monitor-parts.ts";
import { monitorRoutes } from "./resources/monitors/routes.ts";
import { requestRoutes } from "./resources/request/routes.ts";
import { searchRoutes } from "./resources/search/routes.ts";
import { urlScraperRoutes } from "./resources/url-scraper/routes.ts";
import type { WebScraper } from "./resources/web-scraper/define-scraper.ts";
import { webScraperRoutes } from "./resources/web-scraper/routes.ts";
import { wireRoutes } from "./resources/wire/routes.ts";
import { webhookRoutes } from "./resources/webhooks/routes.ts";

/** Every route but those about the service itself, family by family. */
export function serviceTable(
  parts: MonitorParts &
    Pick<BaseParts, "connections" | "liveTasks" | "aiSources"> &
    Parameters<typeof wireRoutes>[0],
  scrapers: readonly WebScraper[],
): readonly (Route | DispatchRoute)[] {
  const { connections } = parts;
  const urlScraper = urlScraperRoutes(parts);
  const map = mapRoutes(parts);
  const crawl = crawlRoutes(parts);
  const search = searchRoutes(parts);
  const agenticSearch = agenticSearchRoutes(parts);
  const webScraper = webScraperRoutes(parts, scrapers);
  const targets = {
    url_scraper: submission(urlScraper, "/url-scraper"),
    map: submission(map, "/map"),
    crawl: submission(crawl, "/crawl"),
    web_scraper: submission(webScraper, "/web-scraper"),
    search: submission(search, "/search"),
    agentic_search: submission(agenticSearch, "/agentic-search"),
  };
  return [
    ...urlScraper,
    ...map,
    ...crawl,
    ...webScraper,
    ...search,
    ...agenticSearch,
    ...requestRoutes(parts, targets),
    ...wireRoutes(parts),
    ...aiTaskRoutes({ ...parts, store: connections.sessions }),
    ...aiVisibilityRoutes(parts),
    ...monitorRoutes(parts),
    ...sessionRoutes({ store: connections.sessions, interactive: connections.interactive }),
    ...interactiveRoutes({ ...parts, proxies: parts.engines.proxies, ...connections }),
    ...(parts.settings.devtoolsVersion ? [versionRoute()] : []),
    ...recordingRoutes({ ...parts, recordings: connections.recordings }),
    ...recipeRoutes(parts),
    ...webhookRoutes(parts),
    ...creditsRoutes(parts),
  ];
}

/** Every route that upgrades to a WebSocket. */
export function upgradeTable(
  parts: KindParts & Pick<BaseParts, "connections">,
): readonly Route<Upgraded>[] {
  const { connections, engines } = parts;
  return [
    ...browserConnectRoutes({ ...parts, proxy: connections.proxy }),
    ...interactiveStreams({ ...parts, proxies: engines.proxies, ...connections }),
  ];
}

function submission(routes: readonly Route[], path: string): Route {
  const found = routes.find((row) => row.method === "POST" && row.path === path);
  if (found === undefined) throw new Error(`there is no route POST ${path}`);
  return found;
}
