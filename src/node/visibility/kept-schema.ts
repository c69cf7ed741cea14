import { z } from "zod";

const text = z.string();

const answerSource = z.object({
  url: text,
  title: text,
  date: text.optional(),
  isRedirect: z.literal(true).optional(),
});

/** What one engine came to, as a line of a history keeps it. */
export const keptResult = z.object({
  at: z.number(),
  query: text,
  country: text.optional(),
  source: text,
  label: text,
  status: z.enum(["completed", "failed", "timed_out"]),
  latencyMs: z.number(),
  answer: z
    .object({
      summary: text,
      content: text,
      sources: z.array(answerSource),
      model: text,
      isRefusal: z.boolean(),
    })
    .optional(),
  error: text.optional(),
});
