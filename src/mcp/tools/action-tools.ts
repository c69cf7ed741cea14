import type { AiTaskRequest, WireTaskRequest } from "../../client/index.ts";
import { fieldsOf } from "../readings/fields.ts";
import { readJob } from "../readings/job-reading.ts";
import { readActions } from "../readings/service-reading.ts";
import { runJob } from "../run-job.ts";
import type { Tool } from "./tool.ts";

/** Does a task in a browser. */
export const browserTask: Tool = {
  name: "browser_task",
  description: "Do a task in a browser on a site, described in words",
  input: {
    type: "object",
    properties: {
      task: { type: "string" },
      url: { type: "string" },
      maxSteps: { type: "integer", minimum: 1, maximum: 100 },
      schema: { type: "object" },
    },
    required: ["task"],
  },
  acts: "changes",
  async call({ task, url, maxSteps, schema }, call) {
    const { client, signal } = call;
    const asked = { prompt: task, url, max_steps: maxSteps, output_schema: schema, async: true };
    const id = await runJob(async (free) => {
      const begun = fieldsOf(await client.evaluateAiTask(asked as AiTaskRequest, free));
      return String(begun["workflow_id"] ?? begun["run_id"]);
    }, call);
    return await readJob(client, { id }, { signal });
  },
};

/** Finds ready-made actions. */
export const wireSearch: Tool = {
  name: "wire_search",
  description: "Find ready-made actions on sites (prices, issues, jobs …) with their params",
  input: {
    type: "object",
    properties: {
      query: { type: "string", maxLength: 200 },
      limit: { type: "integer", minimum: 1, maximum: 100 },
    },
    required: ["query"],
  },
  call: ({ query, limit = 5 }, { client, signal }) =>
    readActions(client, { words: String(query), limit: Number(limit) }, { signal }),
};

/** Runs one. */
export const wireRun: Tool = {
  name: "wire_run",
  description: "Run an action that wire_search found",
  input: {
    type: "object",
    properties: { action: { type: "string" }, params: { type: "object" } },
    required: ["action"],
  },
  acts: "changes",
  async call({ action, params }, call) {
    const { client, signal } = call;
    const asked = { action_id: action, params } as WireTaskRequest;
    const id = await runJob(
      async (free) => (await client.createWireTask(asked, free)).job_id,
      call,
    );
    return await readJob(client, { id }, { signal });
  },
};
