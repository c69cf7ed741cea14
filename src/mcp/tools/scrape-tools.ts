import type { ScrapeRequest } from "../../client/index.ts";
import { readJob } from "../readings/job-reading.ts";
import type { Reading } from "../readings/reading.ts";
import { runJob } from "../run-job.ts";
import type { Tool, ToolCall } from "./tool.ts";

const url = { type: "string" } as const;
const useBrowser = { type: "boolean" } as const;

/** Reads a page. */
export const scrape: Tool = {
  name: "scrape",
  description: "Read a web page as markdown (or other formats)",
  input: {
    type: "object",
    properties: {
      url,
      formats: {
        type: "array",
        items: { enum: ["markdown", "summary", "links", "images", "html", "cleanedHtml"] },
      },
      useBrowser,
      forceFresh: { type: "boolean" },
      country: { type: "string" },
    },
    required: ["url"],
  },
  call: ({ formats = ["markdown"], ...rest }, call) => scraped({ formats, ...rest }, call),
};

/** Reads the values of a page. */
export const extract: Tool = {
  name: "extract",
  description: "Values of a page as JSON, by a JSON Schema",
  input: {
    type: "object",
    properties: { url, schema: { type: "object" }, useBrowser },
    required: ["url", "schema"],
  },
  call: ({ schema, ...rest }, call) =>
    scraped({ ...rest, formats: ["json"], outputSchema: schema }, call),
};

/** Reads a document. */
export const documentTool: Tool = {
  name: "document",
  description: "Read a PDF, feed or other file at a URL as text",
  input: { type: "object", properties: { url, useBrowser }, required: ["url"] },
  call: (args, call) => scraped({ ...args, formats: ["markdown"] }, call),
};

async function scraped(request: object, call: ToolCall): Promise<Reading> {
  const { client, signal } = call;
  const input = request as ScrapeRequest;
  const id = await runJob(async (free) => (await client.submitUrlScraper(input, free)).jobId, call);
  return await readJob(client, { id }, { signal });
}
