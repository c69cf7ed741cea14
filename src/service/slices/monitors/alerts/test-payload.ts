import type { Monitor } from "../../../../monitor/index.ts";
import type { ChangePayload, Values } from "./change-payload.ts";

/** The payload of a test alert: what a change of the monitor looks like, with invented values. */
export function testPayload(monitor: Monitor, now: number): ChangePayload {
  return {
    monitorId: monitor.id,
    url: monitor.url,
    scope: monitor.scope,
    watchMode: monitor.watchMode,
    changeId: "test",
    changedAt: new Date(now).toISOString(),
    ...variantOf(monitor),
    ...(monitor.aiMode && {
      aiMeaningful: [{ description: "A sample change", before: "20", after: "18" }],
    }),
    test: true,
  };
}

type Variant = Pick<ChangePayload, "changedFields" | "summary" | "diff" | "pages" | "stats">;

function variantOf(monitor: Monitor): Variant {
  const { scope, watchMode } = monitor;
  const summary = monitor.aiMode ? "This change is sample data." : null;
  if (scope === "site") return { ...siteOf(monitor), summary };
  if (scope === "page" && watchMode === "full_page") return { ...pageOf(), summary };
  const name = scope === "wire" ? pathOf(monitor) : fieldOf(monitor);
  return {
    changedFields: [name],
    summary,
    diff: { before: { [name]: 20 }, after: { [name]: 18 } },
  };
}

function pageOf() {
  const diff = {
    before: { snapshotId: "test-before", contentHash: "0".repeat(64) },
    after: { snapshotId: "test-after", contentHash: "1".repeat(64) },
  };
  return { changedFields: [], diff, stats: { adds: 4, dels: 1 } };
}

function siteOf({ url }: Monitor) {
  const page = (path: string) => URL.parse(path, url)?.href ?? url;
  return {
    changedFields: [],
    diff: { before: { totalPages: 12 }, after: { totalPages: 12 } },
    pages: { added: [page("/test-new")], removed: [page("/test-old")], changed: [url] },
    stats: { added: 1, removed: 1, changed: 1 },
  };
}

/** A value that the monitor watches. */
function fieldOf({ fields, outputSchema }: Monitor): string {
  const properties: unknown = outputSchema?.["properties"];
  const named = fields ?? (isValues(properties) ? properties : {});
  return Object.keys(named)[0] ?? "value";
}

function pathOf({ wireWatchPaths }: Monitor): string {
  const [path = "value"] = wireWatchPaths;
  return path.replace(/^\$\./, "").replaceAll("[*]", "[0]");
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}
