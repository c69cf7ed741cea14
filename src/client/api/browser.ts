// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listBrowserConnections` gives. */
export interface BrowserConnections {
  readonly connections: readonly {
    /** The `connId` of its recording. */
    readonly connId: string;
    readonly createdAt: string;
  }[];
}

/** What `listBrowserDownloads` gives. */
export interface BrowserDownloads {
  readonly downloads: readonly {
    /** `guid` of `Browser.downloadWillBegin`. */
    readonly id: string;
    readonly url: string;
    readonly name: string;
    readonly state: "inProgress" | "completed" | "canceled";
    readonly received_bytes: number;
    /** Null where it is not known yet. */
    readonly size_bytes: number | null;
  }[];
}

/** What `uploadBrowserFile` gives. */
export interface BrowserUpload {
  /** What `DOM.setFileInputFiles` takes. */
  readonly path: string;
  readonly size_bytes: number;
}

/** Calls of the family "Browser". */
export interface BrowserCalls {
  /** List the account's browser connections that run in this process: `GET /browser-connect/connections`. */
  listBrowserConnections(input?: undefined, call?: CallOptions): Promise<BrowserConnections>;
  /** Show what the page of a running connection looks like now: `GET /browser-connect/{connId}/picture`. */
  getBrowserPicture(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** List what the browser of a running connection has downloaded: `GET /browser-connect/{connId}/downloads`. */
  listBrowserDownloads(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<BrowserDownloads>;
  /** Get the bytes of a download: `GET /browser-connect/{connId}/downloads/{id}`. */
  getBrowserDownload(
    input: {
      readonly connId: string;
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Response>;
  /** Keep the body, of any type, as a file for file inputs of the browser: `POST /browser-connect/{connId}/files`. */
  uploadBrowserFile(
    input: {
      readonly connId: string;
      /** The file's name as the page will see it. */
      readonly name: string;
    } & { readonly body: Blob | Uint8Array<ArrayBuffer> | string },
    call?: CallOptions,
  ): Promise<BrowserUpload>;
}
