import { readPlace } from "../readings/read-place.ts";
import { readJobs } from "../readings/service-reading.ts";
import { placeOf, type Place } from "../results/cursor.ts";
import { waitForJob } from "../run-job.ts";
import { McpToolError } from "../tool-error.ts";
import { textOf, type Fields } from "../readings/fields.ts";
import type { Tool } from "./tool.ts";

/** Shows jobs, and the rest of what did not fit. */
export const job: Tool = {
  name: "job",
  description:
    "The rest of a result by its cursor; a job's state or result by id; no argument: recent jobs",
  input: {
    type: "object",
    properties: { id: { type: "string" }, cursor: { type: "string" } },
  },
  async call(args, call) {
    const { client, signal } = call;
    const place = placeAsked(args);
    if (place === undefined) return await readJobs(client, { signal });
    const [kind, id = ""] = place.ref.split("/");
    if (kind === "jobs") await waitForJob(id, call);
    return await readPlace(client, place.ref, { signal });
  },
};

/**
 * What `job` was asked for; undefined for the list.
 * @throws McpToolError
 */
export function placeAsked({ id, cursor }: Fields): Place | undefined {
  const text = textOf(cursor) || textOf(id);
  if (text === "") return undefined;
  const place = placeOf(text);
  if (place !== undefined) return place;
  const message = `'${text.slice(0, 100)}' is neither a job's id nor a cursor`;
  throw new McpToolError(message, "Give the value of next or ref of a result as it is.");
}
