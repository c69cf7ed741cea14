import { z } from "@hono/zod-openapi";

/** Longest URL field, in characters (decisions, part 8). */
export const MAX_URL = 2048;

/** A page to scrape; `checkTarget` judges it further, so that its message can name the field. */
export const urlField = z.string().min(1).max(MAX_URL).openapi({
  format: "uri",
  description: "A valid HTTP/HTTPS URL.",
  example: "https://example.com/",
});

/** Bytes of a prompt (interface, part 8). */
const LONGEST_PROMPT = 8192;

/** What is searched for. */
export const promptField = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text !== "", "must not be empty")
  .refine(
    (text) => Buffer.byteLength(text) <= LONGEST_PROMPT,
    `must have at most ${LONGEST_PROMPT} bytes`,
  )
  .openapi({
    type: "string",
    description: `What to search for, in your own words; 1 to ${LONGEST_PROMPT} bytes of UTF-8.`,
    example: "When does the harbour of Tallinn open in winter?",
  });

/** Country of the proxy. */
export const countryField = z
  .string()
  .regex(/^[A-Za-z]{2}$/, "must be a two-letter country code")
  .transform((code) => code.toLowerCase())
  .openapi({
    type: "string",
    description: "Proxy country code; the default exit is used where the country has no proxy.",
    example: "us",
    default: "us",
  });

/** A callback URL; `webhooks.checkUrl` judges it further. */
export const webhookUrlField = z
  .string()
  .min(1)
  .max(MAX_URL)
  .openapi({ format: "uri", description: "Receives the signed event when the job is settled." });

/** `null` for an optional field is the same as absent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** What stands in for an optional field that is absent or `null`. */
export function orDefault<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  return schema
    .nullish()
    .transform((given) => given ?? value)
    .openapi({ default: value });
}

/** A saved browser session, by id or name; the id wins. */
export const sessionFields = {
  sessionId: optional(z.string().min(1).openapi({ description: "Id of a saved browser session." })),
  sessionName: optional(
    z.string().min(1).openapi({ description: "Name of a saved browser session." }),
  ),
};

const evidenceSchema = z
  .object({
    source: z.string().openapi({
      description: "What said it, such as `json-ld`, `label`, `table`, `recipe` or `model`.",
    }),
    text: z.string().openapi({
      description: "The text or member that it was read from, at most 500 characters.",
    }),
    place: z.string().openapi({
      description: "A path in structured data, or a CSS path of the element; empty for neither.",
    }),
    derived: z.boolean().openapi({
      description: "Whether it follows from what is on the page: EUR from €.",
    }),
    support: z.enum(["quoted", "unchecked"]).optional().openapi({
      description:
        "Of a value of the model's: whether it stands on the page, or nothing was compared.",
    }),
  })
  .openapi("ValueEvidence");

/** What became of JSON extraction (decisions, 2.1). */
export const generatedJsonSchema = z.object({
  status: z.enum(["success", "failed"]),
  data: z.record(z.string(), z.unknown()).nullable(),
  missing: z.array(z.string()).optional().openapi({
    description:
      "Dotted paths of properties without a value, when the extraction succeeded nevertheless.",
  }),
  evidence: z.record(z.string(), evidenceSchema).optional().openapi({
    description:
      "Where each value comes from, by its dotted path with indices (`offers[0].price`), when `evidence` was asked for.",
  }),
  error: z.string().optional(),
});

/** A submission's answer. */
export const submittedSchema = z
  .object({ jobId: z.string(), status: z.literal("pending") })
  .openapi("JobSubmitted");

/** Members that every job's document has. */
export const jobFields = {
  id: z.string(),
  status: z.enum(["pending", "processing", "completed", "failed"]),
  jobType: z.string(),
  error: z.string().nullable().openapi({ description: "Why it failed; null unless failed." }),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().optional(),
  durationMs: z.int().optional().openapi({ description: "Milliseconds of processing." }),
  creditsUsed: z.int().optional(),
};

/** The answer of what has nothing to tell. */
export const successSchema = z.object({ success: z.literal(true) }).openapi("Success");
