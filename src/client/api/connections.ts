// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { WireCatalogEntry } from "./wire.ts";
import type { WireRemoved } from "./identity-sources.ts";

/** What `startWireConnect` gives. */
export interface WireConnectStarted {
  readonly status: "ok";
  readonly catalog: WireCatalogEntry;
  readonly session: {
    readonly session_id: string;
    /** A page that shows the browser; it needs no API key. */
    readonly novnc_url: string;
    /** The stream of that page; its messages are private. */
    readonly ws_url: string;
    readonly access_token: string;
    /** Seconds until the browser ends. */
    readonly expires_in: number;
  };
  readonly login_url: string;
  readonly catalog_slug: string;
}

/** What `finishWireConnect` gives. */
export interface WireConnectFinished {
  readonly status: "ok";
  readonly identity_id: string;
  readonly identity_name: string;
  readonly credential_id: string;
  readonly catalog_id: string;
  readonly catalog_slug: string;
  readonly expires_at: string | null;
}

/** What `finishWireConnect` takes. */
export interface WireConnectFinish {
  /**
   * Id from the answer of the start.
   * At most 100 characters.
   */
  readonly session_id: string;
  /**
   * URL of the login, when it was made on another host than the site's own.
   * At most 2048 characters.
   */
  readonly website_url?: string | null | undefined;
  /** The identity that receives the login. */
  readonly identity_id?: string | null | undefined;
  /**
   * Name of the identity, which is created if it does not exist; `default` when neither is given.
   * At most 100 characters.
   */
  readonly identity_name?: string | null | undefined;
}

/** What `listWireConnections` gives. */
export interface WireConnections {
  readonly status: "ok";
  readonly connections: readonly {
    readonly catalog_id: string;
    readonly catalog_slug: string;
    readonly catalog_name: string;
    readonly identity_id: string;
    readonly identity_name: string;
    readonly credential_id: string;
    readonly status: "active" | "expired";
    readonly created_at: string;
    readonly last_used_at?: string | undefined;
  }[];
}

/** Calls of the family "Connections". */
export interface ConnectionsCalls {
  /** Open a browser on the site's login page: `POST /wire/connect/{slug}/start`. */
  startWireConnect(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireConnectStarted>;
  /** Store the browser's login in an identity, and end the browser: `POST /wire/connect/{slug}/finish`. */
  finishWireConnect(
    input: {
      readonly slug: string;
    } & WireConnectFinish,
    call?: CallOptions,
  ): Promise<WireConnectFinished>;
  /** End the browser without storing a login: `DELETE /wire/connect/cancel/{session_id}`. */
  cancelWireConnect(
    input: {
      readonly session_id: string;
    },
    call?: CallOptions,
  ): Promise<WireRemoved>;
  /** Remove the manual logins of a site: `DELETE /wire/connect/{slug}`. */
  removeWireConnection(
    input: {
      readonly slug: string;
    },
    call?: CallOptions,
  ): Promise<WireRemoved>;
  /** List manual logins, newest first: `GET /wire/connections`. */
  listWireConnections(input?: undefined, call?: CallOptions): Promise<WireConnections>;
}
