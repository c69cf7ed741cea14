import { z } from "@hono/zod-openapi";
import { orDefault, promptField } from "../../base/schema.ts";

/** The body of POST /search. */
export const searchBodySchema = z
  .object({
    prompt: promptField,
    limit: orDefault(z.int().min(1).max(20), 5),
  })
  .openapi("SearchRequest");

/** What POST /search was asked. */
export type SearchBody = z.output<typeof searchBodySchema>;

const dayField = z.iso.date().optional();

/** What POST /search answers (interface and decisions, 2.2). */
export const searchAnswerSchema = z
  .object({
    id: z.string(),
    results: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        snippet: z.string().openapi({ description: "Text of the page that matches the prompt." }),
        date: dayField.openapi({
          description: "When the page was published; absent when unknown.",
        }),
        last_updated: dayField.openapi({
          description: "When the page was last changed; absent when unknown.",
        }),
      }),
    ),
  })
  .openapi("SearchResults");
