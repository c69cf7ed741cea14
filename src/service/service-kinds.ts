import type { JobKind } from "./jobs/job.ts";
import { aiTaskKind } from "./resources/ai-tasks/ai-tasks.ts";
import type { AiTaskParts } from "./resources/ai-tasks/run-ai-task.ts";
import { aiSearchKind } from "./resources/ai-visibility/ai-visibility.ts";
import { aiRetryKind } from "./resources/ai-visibility/retry.ts";
import type { SourceStore } from "./resources/ai-visibility/source-store.ts";
import { agenticSearchKind } from "./resources/agentic-search/agentic-search.ts";
import { crawlKind } from "./resources/crawl/crawl.ts";
import { mapKind } from "./resources/map/map.ts";
import { searchKind } from "./resources/search/search.ts";
import { urlScraperKinds } from "./resources/url-scraper/url-scraper.ts";
import { buildKind } from "./resources/wire/builds/build-kind.ts";
import { wireKind } from "./resources/wire/tasks/wire-kind.ts";
import type { WebScraper } from "./resources/web-scraper/define-scraper.ts";
import { webScraperKind } from "./resources/web-scraper/web-scraper.ts";

/** Every kind of job that the service runs. */
export function serviceKinds(
  parts: AiTaskParts & Parameters<typeof buildKind>[0] & { readonly aiSources: SourceStore },
  scrapers: readonly WebScraper[],
): readonly JobKind[] {
  return [
    ...urlScraperKinds(parts),
    mapKind(parts),
    crawlKind(parts),
    webScraperKind(parts, scrapers),
    searchKind(parts),
    agenticSearchKind(parts),
    wireKind(parts),
    aiTaskKind(parts),
    buildKind(parts),
    aiSearchKind(parts),
    aiRetryKind(parts),
  ];
}
