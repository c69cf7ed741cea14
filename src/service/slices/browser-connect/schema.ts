import { z } from "@hono/zod-openapi";

const text = z.string().optional();

/** Query of GET /browser-connect (interface, 4.5). The proxy reports malformed values. */
export const connectQuery = z.object({
  session_id: text.openapi({
    description: "Id of the saved session to load; takes precedence over `session_name`.",
  }),
  session_name: text.openapi({ description: "Name of the saved session to load." }),
  save_session: text.openapi({
    description: "Save the browser's state under this name on disconnect; unique per user.",
  }),
  save_url: text.openapi({ description: "Website that the saved session is for." }),
  country: text.openapi({
    description:
      "Proxy country (ISO 3166-1 alpha-2); `US` is used where the country has no proxies.",
    default: "US",
  }),
  api_key: text.openapi({ description: "The API key, for clients that cannot send a header." }),
  apikey: text.openapi({ description: "The same." }),
  token: text.openapi({ description: "The same." }),
});

/** What a browser tells of itself, as far as clients need it to find the connection. */
export const versionSchema = z
  .object({
    Browser: z.string(),
    "Protocol-Version": z.string(),
    webSocketDebuggerUrl: z.string().openapi({
      description: "`GET /browser-connect` with the query of this request.",
    }),
  })
  .openapi("BrowserVersion");

/** The pages that are open before a connection has its browser. */
export const noTargetsSchema = z.array(z.object({})).max(0).openapi("BrowserTargets");

/** Query of POST /browser-connect/{connId}/files; the proxy reports a malformed name. */
export const uploadQuery = z.object({
  name: z.string().openapi({ description: "The file's name as the page will see it." }),
});

/** What an upload was called. */
export type UploadQuery = z.output<typeof uploadQuery>;

/** A file that lies where the browser may read it. */
export const uploadSchema = z
  .object({
    path: z.string().openapi({ description: "What `DOM.setFileInputFiles` takes." }),
    size_bytes: z.int(),
  })
  .openapi("BrowserUpload");

/** What a connection's browser has downloaded. */
export const downloadsSchema = z
  .object({
    downloads: z.array(
      z.object({
        id: z.string().openapi({ description: "`guid` of `Browser.downloadWillBegin`." }),
        url: z.string(),
        name: z.string(),
        state: z.enum(["inProgress", "completed", "canceled"]),
        received_bytes: z.int(),
        size_bytes: z.int().nullable().openapi({ description: "Null where it is not known yet." }),
      }),
    ),
  })
  .openapi("BrowserDownloads");

/** Connections that run. */
export const connectionsSchema = z
  .object({
    connections: z.array(
      z.object({
        connId: z.string().openapi({ description: "The `connId` of its recording." }),
        createdAt: z.iso.datetime(),
      }),
    ),
  })
  .openapi("BrowserConnections");

/** What a client may ask for. */
export type ConnectQuery = z.output<typeof connectQuery>;
