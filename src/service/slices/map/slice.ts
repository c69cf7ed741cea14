import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { mapKind } from "./map.ts";
import { mapRoutes } from "./routes.ts";

/** Maps of sites (interface, 4.2). */
export const map = {
  collections: [],
  open: (parts: ResourceParts) => ({ routes: mapRoutes(parts), kinds: [mapKind(parts)] }),
} satisfies Slice;
