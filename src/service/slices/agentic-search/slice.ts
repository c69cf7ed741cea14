import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { agenticSearchKind } from "./agentic-search.ts";
import { journalRows } from "./journal-collection.ts";
import { agenticSearchRoutes } from "./routes.ts";

/** Researches: searches, pages and a report (interface, 4.2). */
export const agenticSearch = {
  collections: [journalRows],
  open: (parts: ResourceParts) => ({
    routes: agenticSearchRoutes(parts),
    kinds: [agenticSearchKind(parts)],
  }),
} satisfies Slice;
