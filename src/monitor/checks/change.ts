import type { Json } from "../../storage/index.ts";

/** A part of a change that matters. */
export interface MeaningfulChange {
  readonly description: string;
  readonly before: string;
  readonly after: string;
  /**
   * How well the page supports the description. `unchecked`: in the model's words, and rules find nothing
   * against it; `quoted`: the page spoke against the model's, and the page's own words stand in its place;
   * absent in changes that were kept before this was told.
   */
  readonly support?: "quoted" | "unchecked";
}

/** What changed, as it is kept and shown (`diffJson`; decisions, 2.12). */
export type ChangeDiff = {
  /** Only with `aiMode`. */
  readonly aiMeaningful?: readonly MeaningfulChange[];
  /** How well the page supports the summary, as {@link MeaningfulChange} has it. */
  readonly summarySupport?: "quoted" | "unchecked";
} & (
  | {
      readonly type: "fields";
      /** Names; dotted paths for the scope `wire`. */
      readonly changedFields: readonly string[];
      /** Only what changed; null for a value that is missing. */
      readonly before: Readonly<Record<string, Json>>;
      readonly after: Readonly<Record<string, Json>>;
    }
  | {
      readonly type: "content";
      readonly beforeSnapshotId: string;
      readonly afterSnapshotId: string;
      /** Lines. */
      readonly stats: { readonly adds: number; readonly dels: number };
    }
  | {
      readonly type: "site";
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly {
        readonly url: string;
        readonly beforeHash: string;
        readonly afterHash: string;
        readonly stats: { readonly adds: number; readonly dels: number };
      }[];
      readonly stats: {
        readonly added: number;
        readonly removed: number;
        readonly changed: number;
      };
    }
);

/** A change. Times are milliseconds since 1970. */
export interface MonitorChange {
  readonly id: string;
  readonly monitorId: string;
  /** The snapshot that it came with, and the one before. */
  readonly snapshotId: string;
  readonly beforeSnapshotId: string;
  readonly changedAt: number;
  /** The model's, or in the page's words where these speak against it; null without `aiMode`. */
  readonly summary: string | null;
  readonly diff: ChangeDiff;
  readonly createdAt: number;
}

/** What a page, a site or an action was at a check that succeeded. */
export interface MonitorSnapshot {
  readonly id: string;
  readonly monitorId: string;
  readonly capturedAt: number;
  /**
   * Hex SHA-256 of the body; of the canonical JSON of the values; of the sorted pairs of URL and hash
   * of a site. Equal hashes: no change.
   */
  readonly contentHash: string;
  /** The values; null for the scopes that have bodies. */
  readonly extractedData: Json;
  /** Whether there is a body to read. */
  readonly hasBody: boolean;
  readonly createdAt: number;
}

/** How a run came about. */
export type RunTrigger = "schedule" | "manual";

/** How a run stands; the last three are final. `skipped`: it was not allowed to begin. */
export type RunStatus = "processing" | "completed" | "failed" | "skipped";

/** A check of a monitor. */
export interface MonitorRun {
  readonly id: string;
  readonly monitorId: string;
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly completedAt: number | null;
  readonly pagesCrawled: number;
  readonly pagesAdded: number;
  readonly pagesChanged: number;
  readonly pagesRemoved: number;
  readonly changeId: string | null;
  /** What it costs in the end; 0 without a {@link CheckLedger}. */
  readonly creditsUsed: number;
  /**
   * Of a failed run: one of `checkFailures`; of a skipped one the ledger's reason; `BASELINE_GONE` of a
   * completed one that found nothing to compare with, and made what it saw the new baseline.
   */
  readonly code: string | null;
  readonly error: string | null;
}

/** A page of a site that is watched. */
export interface TrackedPage {
  readonly url: string;
  /** As of the last run. */
  readonly status: "added" | "unchanged" | "changed" | "removed";
  /** Null when it is removed. */
  readonly contentHash: string | null;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}
