import type { DriverBrowser } from "./driver.ts";

/** Starts browsers. The port of the pool: in tests a fake, else Chromium. */
export interface BrowserLauncher {
  /**
   * Starts a browser with an empty profile of its own.
   * @throws BrowserError `BROWSER_MISSING`, `DRIVER_MISSING`, `LAUNCH_FAILED`; the signal's reason,
   *   when nothing of the browser is left
   */
  launch(signal: AbortSignal): Promise<RunningBrowser>;
}

/** A browser that runs. Disposing it ends its processes and removes its profile. */
export interface RunningBrowser extends AsyncDisposable {
  readonly driver: DriverBrowser;
  /** Resolves with the reason, in words, when the browser's process has ended, no matter who ended it. */
  readonly ended: Promise<string>;
  /** The system's number of the browser's main process; 0 where it is not on this machine. */
  readonly pid: number;
  /**
   * The processes of the browser with their memory, which counts what is shared in proportion where
   * the system tells; empty where it does not.
   */
  memory(): Promise<readonly BrowserMemory[]>;
  /** Ends one of the browser's processes at once; the main one when it is its number. */
  kill(pid: number): void;
  /**
   * Whether it is not on this machine: its pages go to the web their own way, past the guard proxy, and
   * the proxies of calls are refused.
   * @default false
   */
  readonly isElsewhere?: boolean | undefined;
  /** Aborts when it is to take no further page. */
  readonly leaving?: AbortSignal | undefined;
}

/** One process of a browser. */
export interface BrowserMemory {
  readonly pid: number;
  readonly kind: "browser" | "renderer" | "other";
  readonly bytes: number;
}
