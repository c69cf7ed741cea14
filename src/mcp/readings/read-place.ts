import type { Client } from "../../client/index.ts";
import type { Ref } from "../results/cursor.ts";
import { McpToolError } from "../tool-error.ts";
import { readJob } from "./job-reading.ts";
import type { Reading } from "./reading.ts";
import { readActions, readChanges, readJobs, readMonitor, readMonitors } from "./service-reading.ts";

/**
 * Reads again what a result was of: everything is asked of the service, so that a cursor holds in any
 * process, for as long as the service keeps the thing.
 * @throws ClientError, McpToolError
 */
export async function readPlace(
  client: Client,
  ref: Ref,
  call: { readonly signal: AbortSignal },
): Promise<Reading> {
  const parts = ref.split("/").map(decoded);
  const [kind, id, third] = parts;
  if (kind === "jobs" && id === undefined) return await readJobs(client, call);
  if (kind === "jobs" && id !== undefined) {
    const page = third === undefined ? undefined : Number(third);
    if (page === undefined || (Number.isInteger(page) && page > 0)) {
      return await readJob(client, { id, page }, call);
    }
  }
  if (kind === "monitors" && id === undefined) return await readMonitors(client, call);
  if (kind === "monitors" && id !== undefined) {
    return await (third === "changes" ? readChanges : readMonitor)(client, id, call);
  }
  const limit = Number(id);
  if (kind === "wire" && third !== undefined && limit >= 1 && limit <= 100) {
    return await readActions(client, { words: third, limit }, call);
  }
  const message = `There is nothing to read at '${ref.slice(0, 100)}'`;
  throw new McpToolError(message, "Give the value of next or ref of a result as it is.");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
