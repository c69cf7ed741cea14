import type { WatchedDefinition } from "./definition.ts";

/** What of a definition is kept as one value; the rest has columns of its own. */
export type StoredDefinition = Omit<WatchedDefinition, "owner" | "isActive" | "expiresAt">;

/** The defaults of a definition; the URL and the schedule have none. */
export const definitionDefaults: Omit<WatchedDefinition, "url" | "schedule"> = Object.freeze({
  owner: "",
  scope: "page",
  watchMode: "full_page",
  watchFormat: "markdown",
  fields: null,
  outputSchema: null,
  filters: Object.freeze({}),
  aiMode: false,
  aiGoal: null,
  useBrowser: false,
  country: null,
  sessionId: null,
  maxPages: 50,
  maxDepth: 2,
  includePatterns: Object.freeze([]),
  excludePatterns: Object.freeze([]),
  wireActionId: null,
  wireCredentialId: null,
  wireParams: Object.freeze({}),
  wireWatchPaths: Object.freeze([]),
  isActive: true,
  expiresAt: null,
});
