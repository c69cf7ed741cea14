import type {
  EndingCheck,
  MonitorChange,
  MonitorScope,
  WatchMode,
} from "../../../../monitor/index.ts";
import type { Json } from "../../../../storage/index.ts";
import { withoutSupport } from "../codec.ts";

/** Values by name. */
export type Values = { readonly [name: string]: Json };

/** The body of `monitor.change`, but for its `type` (decisions, 6.4). */
export type ChangePayload = {
  readonly monitorId: string;
  readonly url: string;
  readonly scope: MonitorScope;
  readonly watchMode: WatchMode;
  readonly changeId: string;
  readonly changedAt: string;
  /** Names; paths for the scope `wire`. */
  readonly changedFields: readonly string[];
  readonly summary: string | null;
  readonly diff: { readonly before: Values; readonly after: Values };
  /** The change was too long for the body; webhooks say so. */
  readonly diffOmitted?: "size";
  /** Of a site. */
  readonly pages?: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  readonly stats?: LineStats | PageStats;
  /** With `aiMode`. */
  readonly aiMeaningful?: readonly {
    readonly description: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** Only of a test alert. */
  readonly test?: true;
};

/** Lines that came and went. */
type LineStats = { readonly adds: number; readonly dels: number };

/** Pages that came, went and changed. */
type PageStats = {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
};

/** What a payload is made of. */
interface ChangeFacts extends Pick<EndingCheck, "between"> {
  readonly monitor: Pick<EndingCheck["monitor"], "id" | "url" | "scope" | "watchMode">;
  readonly change: MonitorChange;
}

const unknown = Object.freeze({ contentHash: "", totalPages: 0 });

/** The payload of a change. */
export function changePayload({ monitor, change, between }: ChangeFacts): ChangePayload {
  const { before, after } = between ?? { before: unknown, after: unknown };
  const { diff } = change;
  const common = {
    monitorId: monitor.id,
    url: monitor.url,
    scope: monitor.scope,
    watchMode: monitor.watchMode,
    changeId: change.id,
    changedAt: new Date(change.changedAt).toISOString(),
    changedFields: diff.type === "fields" ? diff.changedFields : [],
    summary: change.summary,
  };
  const found = diff.aiMeaningful?.map((part) => withoutSupport(part));
  const meaningful = found === undefined ? {} : { aiMeaningful: found };
  if (diff.type === "fields") {
    return { ...common, diff: { before: diff.before, after: diff.after }, ...meaningful };
  }
  if (diff.type === "content") {
    const sides = {
      before: { snapshotId: diff.beforeSnapshotId, contentHash: before.contentHash },
      after: { snapshotId: diff.afterSnapshotId, contentHash: after.contentHash },
    };
    return { ...common, diff: sides, stats: { ...diff.stats }, ...meaningful };
  }
  const { added, removed, changed } = diff;
  return {
    ...common,
    diff: { before: { totalPages: before.totalPages }, after: { totalPages: after.totalPages } },
    pages: { added, removed, changed: changed.map(({ url }) => url) },
    stats: { ...diff.stats },
    ...meaningful,
  };
}
