import { isClientError, type Client, type ScrapeRequest } from "../../client/index.ts";
import type { Disposer } from "../../core/index.ts";
import type { GivenPage, ScrapeHtml } from "../extract/given-pages.ts";
import type { Values } from "../help/flag.ts";
import type { pageIndexHelp } from "../help/tables/page-index.ts";
import { addPages, namedPages } from "../search/add-pages.ts";
import { indexFile, openIndex } from "../search/open-index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";
import { pagePart, scrapePage } from "./scrape.ts";

/** Pages for the index of this machine. */
interface RemotePages {
  readonly pages: readonly GivenPage[];
  readonly values: Values<typeof pageIndexHelp.verbs.add.flags>;
}

/** `dragline index add --remote`: a service scrapes the pages, and the index of this machine keeps them. */
export function addPagesAt(
  place: RemotePlace,
  { pages, values }: RemotePages,
  { terminal, owned }: { readonly terminal: Terminal; readonly owned: Disposer },
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const scrape = scraperAt(client, await pagePart(values), terminal);
    const index = await openIndex(values, owned);
    const brought = namedPages(pages, scrape, terminal);
    return await addPages(brought, { index, file: indexFile(values) }, terminal);
  });
}

function scraperAt(
  client: Client,
  part: Omit<ScrapeRequest, "url" | "formats">,
  terminal: Terminal,
): ScrapeHtml {
  return async (url, { formats }) => {
    try {
      const job = await scrapePage(client, { ...part, url, formats }, terminal);
      const { status, error, html, url: finalUrl } = job;
      return status === "failed"
        ? { status, error: error ?? "the scrape failed" }
        : { status: "completed", html, finalUrl, warnings: [] };
    } catch (error) {
      // A page that the service refuses keeps none of the others out of the index.
      if (!isClientError(error, "INVALID_REQUEST")) throw error;
      return { status: "failed", error: error.message };
    }
  };
}
