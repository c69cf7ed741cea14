import type { Clock, Ids } from "../../core/index.ts";
import type { RemoteBrowsers } from "../../browser/index.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { StorageLook } from "../storage-look.ts";

/** The collaborators of interactive sessions; each is borrowed. */
export interface InteractiveCollaborators {
  readonly browsers: RemoteBrowsers;
  readonly sessions: Pick<SessionStore, "reserve" | "rename">;
  /** Without one nothing is recorded. */
  readonly recorder?: Recorder | undefined;
  /**
   * Bounds what browsers write to the disk, together with what else it is given to; one of its own
   * with the default limits of a proxy's connections when absent.
   */
  readonly storage?: StorageLook | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** Settings of interactive sessions. */
export interface InteractiveOptions {
  /**
   * Milliseconds that a session is open; 1 or more.
   * @default 600000
   */
  readonly lifetimeMs?: number;
  /**
   * Whether the person sees the browser's own windows (the launcher's option `shown`) and not the
   * viewer. Pages are then left as they are; closing the last window saves, and so does quitting the
   * browser, with what it stored some seconds before.
   * @default false
   */
  readonly windowed?: boolean;
}

/** What {@link InteractiveOptions} are unless said otherwise. */
export const interactiveDefaults: Required<InteractiveOptions> = Object.freeze({
  lifetimeMs: 600_000,
  windowed: false,
});
