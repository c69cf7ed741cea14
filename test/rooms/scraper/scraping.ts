import { createFetcher } from "dragline/fetcher";
import {
  createScraper,
  type ScrapeCall,
  type ScrapeResult,
  type ScrapeSuccess,
} from "dragline/scraper";
import { createSite, type Site, type SiteRoute } from "dragline/testing";

/** Scrapes a path of a site, without retries. */
export async function scrapeFrom(
  site: Site,
  path: string,
  call?: ScrapeCall,
): Promise<ScrapeResult> {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
  await using scraper = createScraper({ fetcher });
  return await scraper.scrape(site.url(path), call);
}

/** Scrapes a site of one page. */
export async function scrapeRoute(route: SiteRoute, call?: ScrapeCall): Promise<ScrapeResult> {
  await using site = await createSite({ "/page": route });
  return await scrapeFrom(site, "/page", call);
}

/** The same, for a scrape that completes. */
export async function scrapeSuccess(route: SiteRoute, call?: ScrapeCall): Promise<ScrapeSuccess> {
  const result = await scrapeRoute(route, call);
  if (result.status === "failed") throw new Error(result.error);
  return result;
}

/** A route that answers with this content type. */
export function typed(contentType: string, body: string | Uint8Array, status = 200): SiteRoute {
  return { status, headers: { "content-type": contentType }, body };
}

/** A German page with navigation, main content, a link and an image. */
export const page = `<!DOCTYPE html><html lang="de"><head><title>Hafen</title></head><body>
  <nav><a href="/">Start</a></nav>
  <main><h1>Hafen</h1><p>Ein <b>Bagger</b> und ein <a href="/schiff">Schiff</a>.
  <img src="/bagger.png" alt="Bagger"></p></main><script>tracking()</script></body></html>`;
