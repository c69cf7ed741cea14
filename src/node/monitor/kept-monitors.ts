import type {
  ChangeDetail,
  HistoryQuery,
  Monitor,
  MonitorCall,
  MonitorChange,
  MonitorQuery,
  MonitorRun,
  Monitors,
  MonitorSnapshot,
  TrackedPage,
} from "../../monitor/index.ts";

/** What verbs read of a monitor. */
export type KeptMonitor = Pick<
  Monitor,
  | "id"
  | "url"
  | "scope"
  | "schedule"
  | "isActive"
  | "expired"
  | "nextRunAt"
  | "lastCheckedAt"
  | "lastError"
>;

/** What verbs read of a change; a service does not always say which snapshot was before it. */
export type KeptChange = Omit<MonitorChange, "beforeSnapshotId"> & {
  readonly beforeSnapshotId?: string | undefined;
};

/** A change with what was before and after it. */
export type KeptDetail = Pick<ChangeDetail, "diff" | "before" | "text"> & {
  readonly change: KeptChange;
};

/** Monitors as verbs use them, each method as {@link Monitors} has it: those of a folder, or of a service. */
export interface KeptMonitors extends Pick<Monitors, "remove" | "content" | "check" | "run"> {
  list(query?: MonitorQuery): Promise<readonly KeptMonitor[]>;
  runs(id: string, query?: HistoryQuery): Promise<readonly MonitorRun[]>;
  changes(id: string, query?: HistoryQuery): Promise<readonly KeptChange[]>;
  snapshots(id: string, query?: HistoryQuery): Promise<readonly MonitorSnapshot[]>;
  compare(
    id: string,
    query: MonitorCall & { readonly changeId: string },
  ): Promise<KeptDetail | undefined>;
  pages(id: string, call?: MonitorCall): Promise<readonly TrackedPage[]>;
}
