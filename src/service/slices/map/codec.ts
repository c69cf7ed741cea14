import type { SiteMap } from "../../../mapper/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { Job } from "../../jobs/job.ts";
import type { MapBody } from "./schema.ts";

/** What a map job remembers of its request. */
interface MapRequest {
  readonly includeSubdomains: boolean;
  readonly includeExternalLinks: boolean;
  readonly limit: number;
  readonly depth: number;
  readonly limitPerLevel: number;
  readonly search: string;
  readonly useBrowser: boolean;
  readonly country: string;
  readonly sessionId: string | null;
}

/** The request as it is stored with the job. */
export function storedMap(body: MapBody, sessionId: string | null): Json {
  const { includeSubdomains, includeExternalLinks, limit, depth, limitPerLevel } = body;
  const { search, useBrowser, country } = body;
  const limits = { limit, depth, limitPerLevel };
  const wishes = { includeSubdomains, includeExternalLinks, search, useBrowser };
  return { ...limits, ...wishes, country, sessionId };
}

/** The request of a map job, as {@link storedMap} wrote it. */
export function mapRequest({ request }: Job): MapRequest {
  return request as unknown as MapRequest;
}

/** A completed map's members of the document. */
export function mapResult(map: SiteMap): string {
  const { links, externalLinks, totalLinks, totalExternalLinks } = map;
  return JSON.stringify({ links, externalLinks, totalLinks, totalExternalLinks });
}

/** A map's other members of the document. */
export function mapHead({ url }: Job): { readonly [name: string]: Json } {
  return { url };
}
