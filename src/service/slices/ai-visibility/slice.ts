import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { aiSearchKind } from "./ai-visibility.ts";
import { aiRetryKind } from "./retry.ts";
import { aiVisibilityRoutes } from "./routes.ts";
import { sourceRows, synthesisRows } from "./source-rows.ts";
import { SourceStore } from "./source-store.ts";

/** What answer engines say to the same question (interface, 4.7). */
export const aiVisibility = {
  collections: [sourceRows, synthesisRows],
  open(given: ResourceParts) {
    const aiSources = new SourceStore(given);
    const parts = { ...given, aiSources };
    return {
      routes: aiVisibilityRoutes(parts),
      kinds: [aiSearchKind(parts), aiRetryKind(parts)],
      belongings: [aiSources],
    };
  },
} satisfies Slice;
