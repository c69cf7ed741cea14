import type { SessionStore } from "../../../cdp-proxy/index.ts";
import { LiveRuns } from "../../base/live-runs.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { aiTaskKind } from "./ai-tasks.ts";
import type { LiveTask } from "./live-task.ts";
import { aiTaskRoutes } from "./routes.ts";

type Connections = {
  readonly sessions: SessionStore | undefined;
};

/** Tasks that a model does in a browser (decisions, 4.7). */
export const aiTasks = {
  collections: [],
  open(given: ResourceParts & { readonly connections: Connections }) {
    const parts = {
      ...given,
      store: given.connections.sessions,
      liveTasks: new LiveRuns<LiveTask>(),
    };
    return { routes: aiTaskRoutes(parts), kinds: [aiTaskKind(parts)] };
  },
} satisfies Slice;
