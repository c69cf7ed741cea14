import {
  createMapper,
  isMapError,
  type MapCall,
  type MapError,
  type MapperCollaborators,
  type MapperOptions,
  type SiteMap,
} from "dragline/mapper";
import { home, reasonOf, type FakeSite } from "./fake-site.ts";

interface MapParts extends Partial<MapperCollaborators> {
  readonly options?: MapperOptions;
  readonly seed?: string;
}

/** Maps a site; without its sitemaps unless they are asked for. */
export function map(site: FakeSite, call: MapCall = {}, parts: MapParts = {}): Promise<SiteMap> {
  const { options, seed = home, ...rest } = parts;
  const mapper = createMapper({ source: site, robots: site.robots, ...rest }, options);
  return mapper.map(seed, { sitemaps: false, ...call });
}

/** The paths of a map's links. */
export function paths({ links }: SiteMap): string[] {
  return links.map((url) => (url.startsWith(`${home}/`) ? url.slice(home.length) : url));
}

/** The MapError with which a map ends. */
export async function failureOf(promise: Promise<unknown>): Promise<MapError> {
  const error = await reasonOf(promise);
  if (isMapError(error)) return error;
  throw error;
}

export const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
