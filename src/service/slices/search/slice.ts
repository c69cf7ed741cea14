import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { searchRoutes } from "./routes.ts";
import { searchKind } from "./search.ts";

/** Searches of the web, or of the pages that an account had (interface, 4.2). */
export const search = {
  collections: [],
  open: (parts: ResourceParts) => ({
    routes: searchRoutes(parts),
    kinds: [searchKind(parts)],
    belongings: [parts.ownPages],
    swept: [parts.ownPages],
  }),
} satisfies Slice;
