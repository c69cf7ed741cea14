import type { StorageState } from "../../browser/index.ts";
import type { ClientSocket } from "../client-socket.ts";
import type { SavedSession } from "../sessions/saved-session.ts";

/** Browsers in which a person logs in by hand, seen through a web page. */
export interface InteractiveSessions extends AsyncDisposable {
  /**
   * Opens a browser on a website, for 600 s. Its session's name is reserved, and its state saved
   * only by {@link save}.
   * @throws CdpProxyError `INVALID_REQUEST`, `DUPLICATE_NAME`, `TOO_MANY_CONNECTIONS`,
   *   `BROWSER_UNAVAILABLE`, `DRAINING`, `CLOSED`; StorageError; the signal's reason, when nothing is left of it
   */
  start(order: InteractiveOrder): Promise<StartedInteractive>;
  /** One that is open, of any owner; one that its viewer has saved too, until its time is over. */
  find(id: string): OpenInteractive | undefined;
  /**
   * Saves the state and ends the browser. When the name is another session's, the browser stays.
   * @throws CdpProxyError `SESSION_NOT_FOUND` when it is not open, `INVALID_REQUEST`,
   *   `DUPLICATE_NAME`, `LEASE_LOST`, `BROWSER_UNAVAILABLE`; StorageError; the signal's reason
   */
  save(order: InteractiveSave): Promise<SavedSession>;
  /**
   * Hands over the state of a session that was started for a purpose, and ends the browser once `use` has
   * taken it. When `use` refuses it the browser stays, for another try.
   * @throws CdpProxyError `SESSION_NOT_FOUND` when none is open for that purpose, `BROWSER_UNAVAILABLE`;
   *   what `use` throws; the signal's reason
   */
  take<Result>(
    order: InteractiveTake,
    use: (state: StorageState) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Ends the browser without saving, and forgets what {@link take} would hand over; false when there is
   * neither. Never rejects.
   */
  end(id: string): Promise<boolean>;
  /** The viewer of an open session, for a client with its token; undefined for all others. */
  viewer(id: string, token: string): InteractiveViewer | undefined;
  /**
   * Starts no new sessions (`DRAINING`) and ends those that are open: their viewers are closed with
   * 1001. A save that has begun is finished; what nobody asked to save is not saved. Resolves when
   * all have ended. Never rejects.
   */
  drain(): Promise<void>;
}

/** What is to be opened. */
export interface InteractiveOrder {
  readonly owner: string;
  /** http or https, at most 2,048 characters, without credentials. */
  readonly websiteUrl: string;
  /** 1 to 100 characters; the host's name, made unique with `-2`, `-3`, …, when absent. */
  readonly name?: string | undefined;
  /** Two letters of ISO 3166-1, in any case; `US` when absent. */
  readonly country?: string | undefined;
  /** Whether a video is made, under the session's id; none when absent. */
  readonly record?: boolean | undefined;
  /**
   * What the state is for, when it is no session to be saved: a text of the host's, for {@link
   * InteractiveSessions.take}. Nothing is stored then, and no name reserved.
   */
  readonly purpose?: string | undefined;
  /** The proxy upstream; remembered with the session. */
  readonly proxy?: URL | undefined;
  readonly signal: AbortSignal;
}

/**
 * Why a session ended: its state was saved; its time was over or somebody ended it; the host shut
 * down; the browser ended by itself; or it wrote more to the disk than it may.
 */
export type InteractiveEnd = "saved" | "ended" | "draining" | "lost" | "tooMuchStored";

/** A browser that waits for its viewer. */
export interface StartedInteractive {
  /** UUID; the saved session's too. */
  readonly id: string;
  readonly name: string;
  /** Opens the viewer of this session, and nothing else. */
  readonly token: string;
  /** Milliseconds since 1970; then the browser ends unsaved. */
  readonly expiresAt: number;
  /** Resolves when the browser has ended, no matter who ended it, with what was saved. */
  readonly ended: Promise<SavedSession | undefined>;
  /** Why it ended; undefined until it does. */
  readonly whyEnded: () => InteractiveEnd | undefined;
}

/** What is known of an open session. */
export interface OpenInteractive {
  readonly id: string;
  readonly owner: string;
  readonly expiresAt: number;
  /** As the order said. */
  readonly purpose?: string | undefined;
}

/** Whose state is handed over. */
export interface InteractiveTake {
  readonly id: string;
  /** As at the start. */
  readonly purpose: string;
  readonly signal: AbortSignal;
}

/** Which session is saved. */
export interface InteractiveSave {
  readonly id: string;
  /** Replaces the name of the start. */
  readonly name?: string | undefined;
  readonly signal: AbortSignal;
}

/** What a person sees of a session. */
export interface InteractiveViewer {
  readonly expiresAt: number;
  /** The HTML page and the headers that belong to it. */
  page(place: ViewerPlace): ViewerPage;
  /**
   * Shows the browser on a socket, and takes what the person does. Another viewer of the same
   * session takes its place. Resolves when the socket is closed. Never rejects.
   */
  accept(socket: ClientSocket): Promise<void>;
}

/** Where the page is served. */
export interface ViewerPlace {
  /** The page's own absolute URL, without a query; the stream is at `/stream` below it. */
  readonly url: URL;
}

/** A page to be answered as it is. */
export interface ViewerPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}
