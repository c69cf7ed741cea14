import { walkSitemaps } from "../mapper/index.ts";
import type { AttemptParts } from "./look-ahead.ts";

/** The pages that a site's sitemaps name, as they are read. */
export async function* sitemapUrls(
  { source, robots, clock, ids, settings }: AttemptParts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { seed, includeSubdomains, obeyRobots, headers, country, session } = settings;
  const collaborators = { source, robots, clock, ids };
  const call = { signal, includeSubdomains, obeyRobots, headers, country, session };
  for await (const page of walkSitemaps(collaborators, seed, call)) yield page.loc;
}
