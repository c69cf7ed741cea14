import { z } from "@hono/zod-openapi";
import { countryField, optional, orDefault, urlField } from "../../../base/schema.ts";

const nameField = z.string().min(1).max(100).openapi({
  description:
    "Name of the saved session; unique per user. The default is the domain, with a number if needed.",
});

/** Body of POST /sessions/manual-start (decisions, 4.4). */
export const manualStartSchema = z
  .object({
    websiteUrl: urlField,
    name: optional(nameField),
    record: orDefault(z.boolean(), false).openapi({
      description:
        "Whether to record a video; the `connId` of the recording is the interactive session's id.",
    }),
    sessionType: orDefault(z.literal("manual"), "manual"),
    country: orDefault(countryField, "us"),
  })
  .openapi("ManualStart");

/** What POST /sessions/manual-start was asked. */
export type ManualStart = z.output<typeof manualStartSchema>;

/** Answer of POST /sessions/manual-start. */
export const manualStartedSchema = z
  .object({
    sessionId: z
      .uuid()
      .openapi({ description: "Id of the interactive session, and of the saved session later." }),
    browserInstanceId: z.uuid().openapi({ description: "The same as sessionId." }),
    novncUrl: z
      .url()
      .openapi({ description: "A page that shows the browser; it needs no API key." }),
    wsUrl: z.url().openapi({ description: "The stream of that page; its messages are private." }),
    accessToken: z
      .string()
      .openapi({ description: "Opens the page and the stream of this interactive session only." }),
    expiresIn: z.int().openapi({ description: "Seconds until the browser ends without saving." }),
  })
  .openapi("ManualStarted");

/** Body of POST /sessions/manual-save (decisions, 4.4). */
export const manualSaveSchema = z
  .object({
    browserInstanceId: optional(z.string().min(1)),
    sessionId: optional(z.string().min(1)).openapi({
      description: "Accepted in place of browserInstanceId.",
    }),
    name: optional(nameField).openapi({
      description: "Replaces the name that was given at the start.",
    }),
  })
  .refine(({ browserInstanceId, sessionId }) => (browserInstanceId ?? sessionId) !== undefined, {
    path: ["browserInstanceId"],
    message: "Required",
  })
  .openapi("ManualSave", {
    example: { browserInstanceId: "6f1c2b9e-8d3a-4c55-9a40-2f6a7c1b0d11" },
  });

/** What POST /sessions/manual-save was asked. */
export type ManualSave = z.output<typeof manualSaveSchema>;

/** Query of the viewer and its stream. */
export const viewerQuery = z.object({
  token: z.string().optional().openapi({
    description: "The access token; not needed once the page has set its cookie.",
  }),
});
