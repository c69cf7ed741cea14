import { z } from "@hono/zod-openapi";

/** The recording of a browser connection (interface and decisions, 2.11). */
export const recordingSchema = z
  .object({
    id: z.string(),
    connId: z.string().openapi({ description: "Of the connection; also in its upgrade answer." }),
    duration: z.int().openapi({ description: "Seconds; 0 until it is completed." }),
    fileSize: z.int().openapi({ description: "Bytes; 0 until it is completed." }),
    status: z.enum(["recording", "processing", "completed", "failed"]),
    videoUrl: z.string().nullable().openapi({
      description: "WebM, valid for 1 hour, without a key; null unless it is completed.",
    }),
    createdAt: z.iso.datetime(),
  })
  .openapi("Recording");

export const recordingListSchema = z
  .object({ recordings: z.array(recordingSchema) })
  .openapi("RecordingList");
