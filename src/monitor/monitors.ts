import type { TextDiff, TextDiffOptions } from "../diff/index.ts";
import type {
  ChangeDiff,
  MonitorChange,
  MonitorRun,
  MonitorSnapshot,
  TrackedPage,
} from "./checks/change.ts";
import type { Monitor, MonitorDefinition } from "./definition/definition.ts";

/** What every call may carry. */
export interface MonitorCall {
  /** Ends the call; what it asked for has then happened whole or not at all. */
  readonly signal?: AbortSignal | undefined;
}

/** How many are wanted, newest first. */
export interface HistoryQuery extends MonitorCall {
  /** 1 to 200; 200 when absent. */
  readonly limit?: number | undefined;
}

/** Which monitors are wanted, newest first. */
export interface MonitorQuery extends MonitorCall {
  /** All owners' when absent. */
  readonly owner?: string | undefined;
  /** Only those that are, or are not, active. */
  readonly isActive?: boolean | undefined;
  /** Most of them; 1 or more, all when absent. */
  readonly limit?: number | undefined;
  /** Id of a monitor: only those that are older; none for an id that is unknown or another owner's. */
  readonly before?: string | undefined;
}

/** The body of a snapshot. */
export interface SnapshotContent {
  readonly content: string;
  readonly capturedAt: number;
  readonly contentHash: string;
}

/** A change, with what it was before and after at hand. */
export interface ChangeDetail {
  readonly change: MonitorChange;
  readonly diff: ChangeDiff;
  /** The bodies, or the values as JSON with two spaces; undefined when they are kept no longer. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of the two; undefined without them. */
  readonly text: TextDiff | undefined;
}

/**
 * Monitors: what they watch, their history, and the worker that checks them. Methods that take an id
 * throw MonitorError `UNKNOWN_MONITOR` when there is none.
 */
export interface Monitors extends AsyncDisposable {
  /**
   * Adds a monitor; its first check is due at once.
   * @throws MonitorError `INVALID_DEFINITION`, with the field in `details`
   */
  add(definition: MonitorDefinition, call?: MonitorCall): Promise<Monitor>;
  list(query?: MonitorQuery): Promise<Monitor[]>;
  get(id: string, call?: MonitorCall): Promise<Monitor>;
  /**
   * Replaces the definition; what is absent is the default again. Another `url`, `scope`, `watchMode`,
   * `watchFormat`, `fields`, `outputSchema`, `filters`, `country` or action starts a new baseline.
   * @throws MonitorError `INVALID_DEFINITION`
   */
  replace(id: string, definition: MonitorDefinition, call?: MonitorCall): Promise<Monitor>;
  /** Removes it with its history; a check under way is cancelled, and stores nothing. */
  remove(id: string, call?: MonitorCall): Promise<void>;
  /** No scheduled checks any more; one under way ends. */
  pause(id: string, call?: MonitorCall): Promise<Monitor>;
  /**
   * Checks are due again, the first at once.
   * @param call `expiresAt` replaces the one that it has; null for never
   * @throws MonitorError `MONITOR_EXPIRED`, without an `expiresAt` for one that is expired;
   *   `INVALID_DEFINITION` for one in the past
   */
  resume(
    id: string,
    call?: MonitorCall & { readonly expiresAt?: number | null | undefined },
  ): Promise<Monitor>;
  /**
   * Sets when it stops; null for never. One that is expired stays inactive.
   * @throws MonitorError `INVALID_DEFINITION` for one in the past
   */
  expire(id: string, expiresAt: number | null, call?: MonitorCall): Promise<Monitor>;
  /**
   * Has it checked as soon as a worker can, paused or not.
   * @returns the run, `processing`
   * @throws MonitorError `CHECK_UNDER_WAY`; `CHECK_REFUSED` with the ledger's reason
   */
  request(id: string, call?: MonitorCall): Promise<MonitorRun>;
  /**
   * Checks it now, in this process, and waits for the end.
   * @throws MonitorError `CHECK_UNDER_WAY`; `CHECK_REFUSED` with the ledger's reason
   */
  check(id: string, call?: MonitorCall): Promise<MonitorRun>;
  run(id: string, runId: string, call?: MonitorCall): Promise<MonitorRun | undefined>;
  runs(id: string, query?: HistoryQuery): Promise<MonitorRun[]>;
  changes(id: string, query?: HistoryQuery): Promise<MonitorChange[]>;
  snapshots(id: string, query?: HistoryQuery): Promise<MonitorSnapshot[]>;
  /**
   * The body of a snapshot, by its id or by its hash; undefined when there is none: the snapshot is
   * unknown, or has values instead.
   */
  content(
    id: string,
    which: { readonly snapshotId: string } | { readonly hash: string },
    call?: MonitorCall,
  ): Promise<SnapshotContent | undefined>;
  /**
   * A change, compared anew; the newest when `changeId` is absent. Undefined when there is none.
   */
  compare(
    id: string,
    query?: MonitorCall & TextDiffOptions & { readonly changeId?: string | undefined },
  ): Promise<ChangeDetail | undefined>;
  /** The pages of a site, by URL. */
  pages(id: string, call?: MonitorCall): Promise<TrackedPage[]>;
  /** Watches a page of a site no longer; false when it is not watched. */
  exclude(id: string, url: string, call?: MonitorCall): Promise<boolean>;
  /** The opposite; false when it is not excluded. */
  restore(id: string, url: string, call?: MonitorCall): Promise<boolean>;
  /**
   * Checks what is due until the signal aborts; checks under way then go back. Several processes may
   * do it on one store.
   * @throws StorageError when the store fails for good
   */
  work(call: { readonly signal: AbortSignal }): Promise<void>;
}
