import { z } from "zod";

const text = z.string();

const answerSource = z.object({
  url: text,
  title: text,
  date: text.optional(),
  isRedirect: z.literal(true).optional(),
});

/** What every line of a history has. */
const asked = z.object({ at: z.number(), query: text, country: text.optional(), source: text });

/** A job that was begun at an engine, as a line of a history keeps it. */
export const keptHandle = asked.extend({ handle: text });

/** What one engine came to, as a line of a history keeps it. */
export const keptResult = asked.extend({
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
