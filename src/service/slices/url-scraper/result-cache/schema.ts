import { z } from "@hono/zod-openapi";
import type { Evidence } from "../../../../extractor/index.ts";

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const text = z.string().optional();

/** What is kept of a scrape; whatever else a cache holds is none of ours. */
export const cachedPageSchema = z.object({
  version: z.literal(1),
  /** The sort of document; only of `html` can more be made from its HTML. */
  kind: z.string(),
  finalUrl: z.string(),
  outputs: z.object({
    html: text,
    cleanedHtml: text,
    markdown: text,
    links: z.array(z.object({ href: z.string(), text: z.string() })).optional(),
    images: z.array(z.object({ src: z.string(), alt: z.string() })).optional(),
    summary: text,
  }),
  /** Extracted objects by the hash of their schema. */
  json: z.record(z.string(), z.record(z.string(), z.json())),
  /** Dotted paths of what those objects lack, likewise; absent where nothing is missing. */
  missing: z.record(z.string(), z.array(z.string())).optional(),
  /** Where those objects' values come from, likewise; absent without a schema, and in older entries. */
  evidence: z.record(z.string(), z.record(z.string(), z.custom<Evidence>(isObject))).optional(),
  /** Blob keys. */
  pictures: z.object({ viewport: text, fullpage: text }),
});

/** A scrape as the cache keeps it. */
export type CachedPage = z.output<typeof cachedPageSchema>;
