import {
  walkSitemaps,
  type MapperCollaborators,
  type SitemapReport,
  type SitemapWalkCall,
} from "dragline/mapper";
import { home, type FakeSite } from "./fake-site.ts";

interface Walked {
  readonly pages: readonly string[];
  readonly report: SitemapReport;
}

/** Walks through the sitemaps of a site. */
export async function walk(
  { robots, ...source }: FakeSite,
  call: SitemapWalkCall = {},
  parts: Partial<MapperCollaborators> = {},
): Promise<Walked> {
  const walking = walkSitemaps({ source, robots, ...parts }, home, call);
  const pages: string[] = [];
  for await (const { loc } of walking) pages.push(loc);
  return { pages, report: walking.report };
}

/** What a robots.txt says that names sitemaps. */
export function named(...sitemaps: readonly string[]): () => { readonly sitemaps: string[] } {
  return () => ({ sitemaps: sitemaps.map((path) => new URL(path, home).href) });
}

/** URLs of the site. */
export function at(...paths: readonly string[]): string[] {
  return paths.map((path) => `${home}${path}`);
}
