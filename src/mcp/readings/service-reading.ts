import type { Client } from "../../client/index.ts";
import { counted } from "./counted.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { Reading } from "./reading.ts";

interface Call {
  readonly signal: AbortSignal;
}

/** Jobs of a list. */
const LISTED = 50;

/** The account's jobs, the newest first. */
export async function readJobs(client: Client, call: Call): Promise<Reading> {
  const { jobs } = await client.listJobs({ limit: LISTED }, call);
  const rows = jobs.map(
    ({ id, jobType, status, title }) => `${id} | ${jobType} | ${status} | ${title}`,
  );
  return {
    ref: "jobs",
    summary:
      jobs.length === 0
        ? "There are no jobs."
        : `The last ${counted(jobs.length, "job")}, newest first.`,
    status: "completed",
    source: "",
    text: jobs.length === 0 ? "" : ["id | type | status | about", ...rows].join("\n"),
  };
}

/** Actions of sites that fit a wish. */
export async function readActions(
  client: Client,
  { words, limit }: { readonly words: string; readonly limit: number },
  call: Call,
): Promise<Reading> {
  const { results } = await client.searchWire({ q: words, limit }, call);
  const rows = results.map(({ action_id, description, type, auth_mode, credits, parameters }) => {
    const params = parameters.map(
      ({ name, type, required, description: about }) =>
        `  ${name}${required ? "" : "?"}: ${type}. ${about}`,
    );
    const login = auth_mode === "none" ? "" : `, login ${auth_mode}`;
    return [
      `${action_id} (${type}, ${counted(credits, "credit")}${login}): ${description}`,
      ...params,
    ].join("\n");
  });
  return {
    ref: `wire/${limit}/${encodeURIComponent(words.toWellFormed())}`,
    summary: `${counted(results.length, "action")} for: ${words}. Run one with wire_run.`,
    status: "completed",
    source: "",
    text: rows.join("\n\n"),
  };
}

/** The account's monitors. */
export async function readMonitors(client: Client, call: Call): Promise<Reading> {
  const monitors = listOf(await client.listMonitors(undefined, call));
  const rows = monitors.map(({ id, url, intervalMinutes, isActive, lastCheckedAt, lastError }) => {
    const state = isActive === true ? `every ${String(intervalMinutes)} min` : "paused";
    const last = textOf(lastError) || textOf(lastCheckedAt) || "not checked yet";
    return `${textOf(id)} | ${textOf(url)} | ${state} | ${last}`;
  });
  return {
    ref: "monitors",
    summary: `${counted(monitors.length, "monitor")}.`,
    status: "completed",
    source: "",
    text: rows.length === 0 ? "" : ["id | URL | interval | last check", ...rows].join("\n"),
  };
}

/** A monitor. */
export async function readMonitor(client: Client, id: string, call: Call): Promise<Reading> {
  const { url, intervalMinutes, nextRunAt, lastError } = await client.getMonitor({ id }, call);
  const next = nextRunAt === null ? "" : `, next at ${nextRunAt}`;
  return {
    ref: `monitors/${id}`,
    summary: `Monitor ${id} checks ${url} every ${intervalMinutes} minutes${next}.`,
    status: lastError === null ? "active" : "failing",
    source: url,
    text: lastError ?? "",
  };
}

/** What a monitor saw change, the newest first. */
export async function readChanges(client: Client, id: string, call: Call): Promise<Reading> {
  const { changes } = await client.listMonitorChanges({ id }, call);
  const { url } = await client.getMonitor({ id }, call);
  const rows = changes.map(({ changedAt, summary, diffJson }) => {
    const { type, stats, changedFields, aiMeaningful } = fieldsOf(diffJson);
    return `${changedAt} ${summary ?? textOf(type)} ${JSON.stringify({ stats, changedFields, aiMeaningful })}`;
  });
  return {
    ref: `monitors/${id}/changes`,
    summary: `Monitor ${id} of ${url} has ${counted(changes.length, "change")}.`,
    status: "completed",
    source: url,
    text: rows.join("\n"),
  };
}
