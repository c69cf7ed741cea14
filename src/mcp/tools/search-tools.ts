import type { AgenticSearchRequest, SearchRequest } from "../../client/index.ts";
import { counted } from "../readings/counted.ts";
import { fieldsOf, listOf } from "../readings/fields.ts";
import { foundPages, readJob } from "../readings/job-reading.ts";
import { runJob } from "../run-job.ts";
import type { Tool } from "./tool.ts";

/** Finds pages. */
export const search: Tool = {
  name: "search",
  description: "Find web pages: titles, URLs, snippets",
  input: {
    type: "object",
    properties: {
      query: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: 20 },
    },
    required: ["query"],
  },
  async call({ query, limit }, { client, signal }) {
    const input = { prompt: query, limit } as SearchRequest;
    const { id, results } = await client.search(input, { signal });
    const { text } = foundPages(listOf(results));
    const summary = `search ${id} completed: ${counted(results.length, "page")} for ${String(query)}`;
    return { ref: `jobs/${id}`, summary, status: "completed", source: "", text };
  },
};

/** Answers a question from pages. */
export const research: Tool = {
  name: "research",
  description: "Answer a question from many web pages, with sources; takes minutes",
  input: {
    type: "object",
    properties: { question: { type: "string" }, schema: { type: "object" } },
    required: ["question"],
  },
  async call({ question, schema }, call) {
    const { client, signal } = call;
    const input = { prompt: question, schema } as AgenticSearchRequest;
    const id = await runJob(async (free) => {
      const begun = fieldsOf(await client.createAgenticSearch(input, free));
      return String(begun["job_id"]);
    }, call);
    return await readJob(client, { id }, { signal });
  },
};
