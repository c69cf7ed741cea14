import type { ClientSocket } from "./client-socket.ts";
import type { ConnectionFiles } from "./files/connection-files.ts";

/** Browsers for clients of the Chrome DevTools Protocol: unmodified Puppeteer and Playwright. */
export interface CdpProxy extends AsyncDisposable {
  /**
   * Makes everything ready for a connection: place, session, browser, recording. Only then may the
   * upgrade be answered.
   * @throws CdpProxyError; the signal's reason, when nothing is left of it
   */
  open(order: ConnectOrder): Promise<Acceptor>;
  /**
   * {@link open} for a request: its query as in the interface (4.5), refusals as responses in JSON.
   * Who may connect is the caller's affair.
   */
  connect(request: Request, facts: { readonly owner: string }): Promise<Response | Acceptor>;
  /**
   * The files of a connection; undefined where this proxy has none of that id, or it is another
   * owner's. They go with the connection.
   */
  files(of: { readonly owner: string; readonly connectionId: string }): ConnectionFiles | undefined;
  /** The connections of an owner that this proxy has, oldest first. */
  running(of: { readonly owner: string }): readonly RunningConnection[];
  /** What runs. */
  status(): CdpProxyStatus;
  /**
   * Takes no new connections (`DRAINING`), closes those that run (1001) and saves what they save.
   * Resolves when all have ended.
   */
  drain(): Promise<void>;
}

/** What a connection is for. */
export interface ConnectOrder {
  /** Who connects: limits, saved sessions and recordings are by owner. */
  readonly owner: string;
  /** The saved session that the browser starts with; a blank browser when absent. */
  readonly sessionId?: string | undefined;
  /** Counts without {@link sessionId}. */
  readonly sessionName?: string | undefined;
  /** The name under which the state is saved when the connection ends. */
  readonly saveSession?: string | undefined;
  /** The website that the saved session is for; http or https. */
  readonly saveUrl?: string | undefined;
  /** ISO 3166-1 alpha-2, in any case; `US` when unknown or without a proxy. */
  readonly country?: string | undefined;
  /** The client has gone, or the host gives up. */
  readonly signal: AbortSignal;
}

/** A connection that waits for its socket: take it or leave it. */
export interface Acceptor {
  /** Opaque; the recording's too. */
  readonly connectionId: string;
  /** Joins the socket and the browser; resolves when the connection has ended and all is saved. */
  accept(socket: ClientSocket): Promise<ConnectionEnd>;
  /** Nobody comes: undoes all, the first credit too. Never rejects. */
  leave(): Promise<void>;
}

/** How a connection ended. */
export interface ConnectionEnd {
  /** As the client saw it (decisions, 4.5). */
  readonly code: number;
  readonly reason: string;
  /** The session's id, when the state was saved. */
  readonly savedSession: string | undefined;
}

/** A connection that is open. */
export interface RunningConnection {
  readonly connectionId: string;
  /** When its browser was ready, in milliseconds since 1970. */
  readonly since: number;
  /**
   * What its page looks like now, a JPEG of the recording; undefined before the first picture, and
   * where nothing is recorded.
   */
  readonly picture: Uint8Array<ArrayBuffer> | undefined;
}

/** How many connections there are. */
export interface CdpProxyStatus {
  /** Open or being opened. */
  readonly connections: number;
  /** Callers that wait for a browser. */
  readonly waiting: number;
  /** Bytes that the browsers use, by the last look (every 10 s). */
  readonly memoryBytes: number;
}
