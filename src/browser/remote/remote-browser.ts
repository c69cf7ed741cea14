import type { BrowserMemory } from "../launcher.ts";
import type { StorageState } from "../storage-state.ts";

/** Chromiums of one connection each: nothing of one is reachable from another. */
export interface RemoteBrowsers extends AsyncDisposable {
  /**
   * A browser with an empty profile, from the warm ones where one fits. Another is warmed up in its
   * place.
   * @throws BrowserError `BROWSER_MISSING`, `LAUNCH_FAILED`, `NO_BROWSER_FREE`, `POOL_CLOSED`;
   *   NetError `PROXY_FAILED` for a proxy URL that is none; the signal's reason
   */
  take(order: RemoteBrowserOrder): Promise<RemoteBrowser>;
  /** What runs. */
  status(): RemoteBrowserStatus;
}

/** Which browser is wanted. */
export interface RemoteBrowserOrder {
  /** Two letters of ISO 3166-1, in any case: time zone and languages. @default "US" */
  readonly country?: string | undefined;
  /** The proxy upstream, credentials in its URL; direct without one. */
  readonly proxy?: URL | undefined;
  readonly signal: AbortSignal;
}

/** How many browsers there are. */
export interface RemoteBrowserStatus {
  /** Taken and not yet given back. */
  readonly taken: number;
  /** Ready for the next connection. */
  readonly warm: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** One Chromium process. Disposing it ends all of its processes and removes its folder. */
export interface RemoteBrowser extends AsyncDisposable {
  /** The system's number of its main process. */
  readonly pid: number;
  /** Where downloads of this browser go; removed with it. */
  readonly folder: string;
  /** Resolves with the reason, in words, when the process has ended, no matter who ended it. */
  readonly ended: Promise<string>;
  /**
   * A channel to the browser, as if it were its only client: what one channel attaches to, enables
   * and is told concerns no other.
   * @throws BrowserError `BROWSER_LOST`; the signal's reason
   */
  attach(call: { readonly signal: AbortSignal }): Promise<CdpChannel>;
  /**
   * What the default context stores, in the format of Playwright's `storageState`: all cookies, and
   * localStorage and IndexedDB of the origins given, of those open in its pages and of those that
   * its cookies came from. Also when pages of it hang.
   * @throws BrowserError `BROWSER_LOST`; the signal's reason
   */
  saveState(call: RemoteSaveCall): Promise<StorageState>;
  /** All cookies alone: cheap, opens nothing. @throws as {@link saveState} */
  saveCookies(call: { readonly signal: AbortSignal }): Promise<StorageState>;
  /**
   * Puts a state into the default context; what the browser refuses of it is left out.
   * @throws as {@link saveState}
   */
  loadState(state: StorageState, call: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Why its last connection to a host was not made, as the address guard says it: Chromium itself knows
   * no more than that its proxy gave none. Undefined after a connection that was made.
   */
  failureOf(host: string): Error | undefined;
  /**
   * Bytes of all that the browser has written to the disk and still keeps: downloads, as large as they
   * are announced, caches, what pages store. When absent nobody watches them.
   */
  stored?(): Promise<number>;
  /** Its downloads as it tells of them; when absent they are seen by {@link stored} alone. */
  readonly downloads?: RemoteDownloads | undefined;
  /** The processes with their memory; empty where the system does not tell. */
  memory(): Promise<readonly BrowserMemory[]>;
}

/** A download of a browser. */
export interface RemoteDownload {
  /** Chromium's own: `guid` of `Browser.downloadWillBegin`. */
  readonly id: string;
  /** Where it came from; empty where Chromium did not say. */
  readonly url: string;
  /** What the website calls the file. */
  readonly name: string;
  readonly state: "inProgress" | "completed" | "canceled";
  /** Bytes that have arrived. */
  readonly received: number;
  /** Bytes of the file; undefined where the website did not say, and it has not arrived. */
  readonly size: number | undefined;
  /** Where the file is, when it has arrived; on the browser's machine. */
  readonly path: string | undefined;
}

/** Downloads of a browser, in every context of it. */
export interface RemoteDownloads {
  /** In the order in which they began; the latest 1,000. */
  readonly list: readonly RemoteDownload[];
  /** Bytes of those that are there or under way, each as large as it is announced. */
  readonly bytes: number;
  /** Bytes of them that are announced and not there yet. */
  readonly awaited: number;
  /** Called when there are more {@link bytes}. */
  ongrowth: (() => void) | undefined;
  /** Ends those that are under way, and all that begin later. Never rejects. */
  cancel(): Promise<void>;
}

/** What is saved, and for how long. */
export interface RemoteSaveCall {
  /** Origins that were visited: `https://host[:port]`. */
  readonly origins: readonly string[];
  /** Milliseconds for each origin. @default 5000 */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/**
 * Messages of the Chrome DevTools Protocol, one JSON text in UTF-8 each, to and from the browser's
 * own target and, flattened, the sessions attached through it.
 */
export interface CdpChannel {
  /** Takes each message; set before anything is sent. */
  onmessage: ((text: Buffer) => void) | undefined;
  /** Called when the browser takes more again after {@link send} gave false. */
  ondrain: (() => void) | undefined;
  /** Called once, when the browser is gone; not after {@link close}. */
  onclose: (() => void) | undefined;
  /**
   * Sends a message whose JSON the caller vouches for: one object, each key once. Gives false when
   * more than 8 MiB wait to be taken.
   */
  send(text: string): boolean;
  /** Reads no more of the browser, for all channels, until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Detaches: all that was enabled through the channel is undone. Never rejects. */
  close(): Promise<void>;
}
