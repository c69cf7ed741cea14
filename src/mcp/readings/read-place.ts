import type { Client } from "../../client/index.ts";
import type { Ref } from "../results/cursor.ts";
import { McpToolError } from "../tool-error.ts";
import { readJob } from "./job-reading.ts";
import type { Reading } from "./reading.ts";
import {
  readActions,
  readChanges,
  readJobs,
  readMonitor,
  readMonitors,
} from "./service-reading.ts";

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
  const [kind = "", ...names] = ref.split("/").map(decoded);
  const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  const reading = reader?.(client, names, call);
  if (reading !== undefined) return await reading;
  const message = `There is nothing to read at '${ref.slice(0, 100)}'`;
  throw new McpToolError(message, "Give the value of next or ref of a result as it is.");
}

type Call = { readonly signal: AbortSignal };
type Reader = (
  client: Client,
  names: readonly string[],
  call: Call,
) => Promise<Reading> | undefined;

/** By the first part of a place; undefined for names that a reader does not know. */
const readers: Readonly<Record<string, Reader>> = {
  jobs: (client, [id, page], call) => {
    if (id === undefined) return readJobs(client, call);
    if (page === undefined) return readJob(client, { id }, call);
    return /^[1-9]\d{0,4}$/.test(page)
      ? readJob(client, { id, page: Number(page) }, call)
      : undefined;
  },
  monitors: (client, [id, part], call) => {
    if (id === undefined) return readMonitors(client, call);
    if (part === undefined) return readMonitor(client, id, call);
    return part === "changes" ? readChanges(client, id, call) : undefined;
  },
  wire: (client, [limit = "", words], call) => {
    const isKnown = words !== undefined && /^(?:[1-9]\d?|100)$/.test(limit);
    return isKnown ? readActions(client, { words, limit: Number(limit) }, call) : undefined;
  },
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
