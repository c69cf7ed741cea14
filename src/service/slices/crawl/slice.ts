import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { crawlPageRows } from "./crawl-collection.ts";
import { crawlKind } from "./crawl.ts";
import { crawlRoutes } from "./routes.ts";

/** Crawls of sites (interface, 4.2). */
export const crawl = {
  collections: [crawlPageRows],
  open: (parts: ResourceParts) => ({ routes: crawlRoutes(parts), kinds: [crawlKind(parts)] }),
} satisfies Slice;
