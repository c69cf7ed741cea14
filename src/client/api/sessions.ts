// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listSessions` gives. */
export type SessionList = readonly Session[];

/** What `renameSession`, `saveManualSession` give. */
export interface Session {
  readonly id: string;
  /** The same as id. */
  readonly sessionId: string;
  readonly name: string;
  readonly websiteUrl: string | null;
  readonly websiteDomain: string | null;
  readonly createdAt: string;
  /** Whether state is saved and not known to be logged out. */
  readonly isActive: boolean;
  readonly lastUsedAt: string | null;
  /** When the last cookie of the saved session expires. */
  readonly expiresAt: string | null;
  readonly cookieCount: number;
  readonly storageItemCount: number;
  /** Whether the saved session remembers the address of its proxy. */
  readonly staticProxy: boolean;
}

/** What `renameSession` takes. */
export interface SessionChanges {
  /**
   * Unique per user.
   * At most 100 characters.
   */
  readonly name: string;
}

/** What `deleteSession` gives. */
export interface SessionRemoved {
  readonly success: true;
}

/** What `startManualSession` gives. */
export interface ManualStarted {
  /** Id of the interactive session, and of the saved session later. */
  readonly sessionId: string;
  /** The same as sessionId. */
  readonly browserInstanceId: string;
  /** A page that shows the browser; it needs no API key. */
  readonly novncUrl: string;
  /** The stream of that page; its messages are private. */
  readonly wsUrl: string;
  /** Opens the page and the stream of this interactive session only. */
  readonly accessToken: string;
  /** Seconds until the browser ends without saving. */
  readonly expiresIn: number;
}

/** What `startManualSession` takes. */
export interface ManualStart {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly websiteUrl: string;
  /**
   * Name of the saved session; unique per user. The default is the domain, with a number if needed.
   * At most 100 characters.
   */
  readonly name?: string | null | undefined;
  /**
   * Whether to record a video; the `connId` of the recording is the interactive session's id.
   * When absent: false.
   */
  readonly record?: boolean | null | undefined;
  /** When absent: "manual". */
  readonly sessionType?: "manual" | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
}

/** What `saveManualSession` takes. */
export interface ManualSave {
  readonly browserInstanceId?: string | null | undefined;
  /** Accepted in place of browserInstanceId. */
  readonly sessionId?: string | null | undefined;
  /**
   * Replaces the name that was given at the start.
   * At most 100 characters.
   */
  readonly name?: string | null | undefined;
}

/** Calls of the family "Sessions". */
export interface SessionsCalls {
  /** List saved sessions: `GET /sessions`. */
  listSessions(
    input?: {
      /**
       * Only sessions of this domain and its subdomains, in upper or lower case.
       * At most 253 characters.
       */
      readonly domain?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<SessionList>;
  /** Rename a saved session: `PATCH /sessions/{id}`. */
  renameSession(
    input: {
      readonly id: string;
    } & SessionChanges,
    call?: CallOptions,
  ): Promise<Session>;
  /** Delete a saved session and its state; this cannot be undone: `DELETE /sessions/{id}`. */
  deleteSession(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<SessionRemoved>;
  /** Open a browser in which a person logs in: `POST /sessions/manual-start`. */
  startManualSession(input: ManualStart, call?: CallOptions): Promise<ManualStarted>;
  /** Save the login and end the browser: `POST /sessions/manual-save`. */
  saveManualSession(input: ManualSave, call?: CallOptions): Promise<Session>;
}
