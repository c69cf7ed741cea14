import { z } from "@hono/zod-openapi";
import { countryField, optional, orDefault, urlField } from "../../schema.ts";

const nameField = z.string().min(1).max(100).openapi({
  description: "Name of the session; unique per user. By default the domain, made unique.",
});

/** Body of POST /sessions/manual-start (decisions, 4.4). */
export const manualStartSchema = z
  .object({
    websiteUrl: urlField,
    name: optional(nameField),
    record: orDefault(z.boolean(), false).openapi({
      description: "Whether a video is made; its `connId` is the session's id.",
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
    sessionId: z.uuid().openapi({ description: "The id that the saved session will have." }),
    browserInstanceId: z.uuid().openapi({ description: "The same." }),
    novncUrl: z.url().openapi({ description: "A page that shows the browser; no key is needed." }),
    wsUrl: z.url().openapi({ description: "The page's own stream; its messages are private." }),
    accessToken: z.string().openapi({ description: "Opens page and stream of this session only." }),
    expiresIn: z.int().openapi({ description: "Seconds until the browser ends, unsaved." }),
  })
  .openapi("ManualStarted");

/** Body of POST /sessions/manual-save (decisions, 4.4). */
export const manualSaveSchema = z
  .object({
    browserInstanceId: optional(z.string().min(1)),
    sessionId: optional(z.string().min(1)).openapi({
      description: "Accepted for browserInstanceId.",
    }),
    name: optional(nameField).openapi({ description: "Replaces the name of the start." }),
  })
  .refine(({ browserInstanceId, sessionId }) => (browserInstanceId ?? sessionId) !== undefined, {
    path: ["browserInstanceId"],
    message: "Required",
  })
  .openapi("ManualSave");

/** What POST /sessions/manual-save was asked. */
export type ManualSave = z.output<typeof manualSaveSchema>;

/** Query of the viewer and its stream. */
export const viewerQuery = z.object({
  token: z.string().optional().openapi({
    description: "The access token; the page's cookie stands for it afterwards.",
  }),
});
