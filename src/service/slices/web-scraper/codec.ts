import type { Json } from "../../../storage/index.ts";
import type { Job } from "../../jobs/job.ts";
import type { ScraperOutput } from "./define-scraper.ts";
import type { WebScraperBody } from "./schema.ts";

/** What a web-scraper job remembers of its request. */
interface WebScraperRequest {
  readonly code: string;
  readonly scope: "GLOBAL" | "PRIVATE";
  readonly action: string;
  /** As they came. */
  readonly params: Json;
}

/** The request as it is stored with the job. */
export function storedRequest(body: WebScraperBody): Json {
  const { scraper_code: code, scraper_scope: scope, action_type: action } = body;
  return { code, scope, action, params: body.scraper_params as Json };
}

/** The request of a web-scraper job, as {@link storedRequest} wrote it. */
export function webScraperRequest({ request }: Job): WebScraperRequest {
  return request as unknown as WebScraperRequest;
}

/** The members of the document besides what was found. */
export function webScraperHead(job: Job): { readonly [name: string]: Json } {
  const { url, country, cached } = job;
  return { url, country, cached, scraperCode: webScraperRequest(job).code };
}

/**
 * What was found, as the document has it.
 * @throws TypeError for data that is not an object or array of plain data: a bug of the scraper
 */
export function webScraperResult({ data, html, cleanedHtml, markdown }: ScraperOutput): string {
  if (typeof data !== "object" || data === null) {
    throw new TypeError("an action of a scraper must return an object or array as its data");
  }
  const generatedJson = { status: "success", data };
  return JSON.stringify({ generatedJson, html, cleanedHtml, markdown });
}
