import { z } from "@hono/zod-openapi";

const text = z.string().optional();

/** Query of GET /browser-connect (interface, 4.5). What is malformed is told by the proxy. */
export const connectQuery = z.object({
  session_id: text.openapi({
    description: "Saved session to load, by id; goes before `session_name`.",
  }),
  session_name: text.openapi({ description: "Saved session to load, by name." }),
  save_session: text.openapi({
    description: "Name under which the browser's state is saved on disconnect; unique per user.",
  }),
  save_url: text.openapi({ description: "Website that the saved session is for." }),
  country: text.openapi({
    description: "Proxy country (ISO 3166-1 alpha-2); `US` also where the country has no proxies.",
    default: "US",
  }),
  api_key: text.openapi({ description: "The API key, where no header can carry it." }),
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

/** What a client may ask for. */
export type ConnectQuery = z.output<typeof connectQuery>;
