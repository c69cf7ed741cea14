import type { Monitor, MonitorChange } from "../../../client/index.ts";
import { counted } from "../../layout/pieces.ts";

/** A monitor's state in a word that badges know. */
export function monitorState({ expired, isActive, lastError }: Monitor): string {
  if (expired) return "expired";
  if (!isActive) return "paused";
  return lastError === null ? "active" : "failed";
}

/** Minutes as people say them: `30 minutes`, `6 hours`, `2 days`. */
export function intervalText(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, "day");
  return minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
}

/** What is watched, in a few words. */
export function watchedText({ scope, watchMode, outputSchema, wireActionId }: Monitor): string {
  if (scope === "site") return "pages of the site";
  if (scope === "wire") return `result of ${wireActionId ?? "a Wire action"}`;
  if (watchMode === "full_page") return "the whole page";
  const names = Object.keys(outputSchema?.["properties"] ?? {});
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5
    ? `${shown} and ${counted(names.length - 5, "more value")}`
    : shown || "values";
}

/** What a change is, in one line. */
export function changeText({ summary, diffJson: diff }: MonitorChange): string {
  if (summary !== null && summary !== "") return summary;
  if (diff.type === "content") {
    return `${counted(diff.stats.adds, "line")} added, ${counted(diff.stats.dels, "line")} removed`;
  }
  if (diff.type === "site") {
    const { added, removed, changed } = diff.stats;
    return `${counted(added, "page")} added, ${removed} removed, ${changed} changed`;
  }
  const [name = "", ...more] = diff.changedFields;
  const text = `${name}: ${valueText(diff.before[name])} → ${valueText(diff.after[name])}`;
  return more.length === 0 ? text : `${text}, and ${counted(more.length, "more value")}`;
}

/** A value as text; of what is none, nothing. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
