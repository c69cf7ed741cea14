import { z } from "zod";

const text = z.string();

/** How an answer of another engine stands to a claim. */
const relation = z.object({
  source: text,
  relation: z.enum(["agree", "contradict", "silent"]),
  evidence: text.optional(),
  by: z.enum(["readers", "model"]),
});

const claim = z.object({
  text,
  evidence: text,
  is_central: z.boolean(),
  others: z.array(relation),
});

/** What `full_content` of a service's result has. */
export const fullContent = z.object({
  content: text,
  sources: z.array(
    z.object({
      url: text,
      title: text,
      date: text.optional(),
      is_redirect: z.boolean().optional(),
    }),
  ),
  model: text,
  is_refusal: z.boolean(),
  comparison: z.object({ claims: z.array(claim), notes: z.array(text) }).nullable(),
});

/** An answer of an engine, as a service gives it. */
export type FullContent = z.output<typeof fullContent>;
