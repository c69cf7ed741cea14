import type { ResourceParts } from "../../base/parts.ts";
import type { OpenSlice, Slice } from "../../base/slice.ts";
import { requestRoutes } from "./routes.ts";

/** Any job by one route (interface, 4.3). */
export const request = {
  collections: [],
  open: (parts: ResourceParts & { readonly rows: () => OpenSlice["routes"] }) => ({
    routes: requestRoutes(parts),
  }),
} satisfies Slice;
