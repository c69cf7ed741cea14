import { z } from "@hono/zod-openapi";

/** The recording of a browser connection (interface and decisions, 2.11). */
export const recordingSchema = z
  .object({
    id: z.string(),
    connId: z
      .string()
      .openapi({ description: "Id of the connection; its upgrade answer has it too." }),
    duration: z
      .int()
      .openapi({ description: "Length in seconds; 0 until the recording is completed." }),
    fileSize: z
      .int()
      .openapi({ description: "Size in bytes; 0 until the recording is completed." }),
    status: z.enum(["recording", "processing", "completed", "failed"]),
    videoUrl: z.string().nullable().openapi({
      description:
        "URL of the WebM video, valid for 1 hour and without an API key; null unless the recording is completed.",
    }),
    createdAt: z.iso.datetime(),
  })
  .openapi("Recording");

export const recordingListSchema = z
  .object({ recordings: z.array(recordingSchema) })
  .openapi("RecordingList");
