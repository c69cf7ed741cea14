import type { MonitorRequest } from "../../client/index.ts";
import { readChanges, readMonitor, readMonitors } from "../readings/service-reading.ts";
import type { Reading } from "../readings/reading.ts";
import { McpToolError } from "../tool-error.ts";
import type { Tool } from "./tool.ts";

/** Watches pages. */
export const monitor: Tool = {
  name: "monitor",
  description: "Watch a page for changes: add (url, minutes), or list; check, changes, remove (id)",
  input: {
    type: "object",
    properties: {
      do: { enum: ["add", "list", "check", "changes", "remove"] },
      id: { type: "string" },
      url: { type: "string" },
      minutes: { type: "integer", minimum: 15, maximum: 43_200 },
    },
    required: ["do"],
  },
  acts: "changes",
  async call({ do: act, id, url, minutes }, call) {
    const { client, signal } = call;
    if (act === "list") return await readMonitors(client, { signal });
    if (act === "add") {
      const asked = { url: needed("url", url, act), intervalMinutes: minutes ?? 60 };
      const made = await client.createMonitor(asked as MonitorRequest, { signal });
      return await readMonitor(client, made.id, { signal });
    }
    const which = needed("id", id, String(act));
    if (act === "changes") return await readChanges(client, which, { signal });
    if (act === "remove") {
      await client.deleteMonitor({ id: which }, { signal });
      return said(which, "removed", `Monitor ${which} is removed.`);
    }
    const { message } = await client.runMonitor({ id: which }, { signal });
    return said(which, "checking", `${message} Ask for changes in a minute.`);
  },
};

function said(id: string, status: string, summary: string): Reading {
  return { ref: `monitors/${id}`, summary, status, source: "", text: "" };
}

function needed(name: string, value: unknown, act: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new McpToolError(`monitor needs '${name}' to ${act}`, `Give ${name} and call again.`);
}
