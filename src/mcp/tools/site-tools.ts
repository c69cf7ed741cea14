import type { CrawlRequest, MapRequest } from "../../client/index.ts";
import { readJob } from "../readings/job-reading.ts";
import { runJob } from "../run-job.ts";
import type { Tool } from "./tool.ts";

const url = { type: "string" } as const;
const depth = { type: "integer", minimum: 0, maximum: 5 } as const;
const patterns = { type: "array", items: { type: "string" } } as const;

/** Lists the URLs of a site. */
export const map: Tool = {
  name: "map",
  description: "List the URLs of a site",
  input: {
    type: "object",
    properties: {
      url,
      search: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: 5000 },
      depth,
    },
    required: ["url"],
  },
  async call(args, call) {
    const { client, signal } = call;
    const input = args as object as MapRequest;
    const id = await runJob(async (free) => (await client.createMap(input, free)).jobId, call);
    return await readJob(client, { id }, { signal });
  },
};

/** Reads the pages of a site. */
export const crawl: Tool = {
  name: "crawl",
  description: "Read many pages of a site; gives a table, each page by its cursor",
  input: {
    type: "object",
    properties: {
      url,
      maxPages: { type: "integer", minimum: 1, maximum: 1000 },
      depth,
      includePatterns: patterns,
      excludePatterns: patterns,
      useBrowser: { type: "boolean" },
    },
    required: ["url"],
  },
  async call(args, call) {
    const { client, signal } = call;
    const input = args as object as CrawlRequest;
    const id = await runJob(async (free) => (await client.createCrawl(input, free)).jobId, call);
    return await readJob(client, { id }, { signal });
  },
};
