import { formObject } from "../../form-json.ts";
import type { Monitor, MonitorRequest } from "../../../client/index.ts";
import { filled } from "../filled.ts";
import { pickedSchema } from "./picked-schema.ts";

/** The request that makes a monitor what it is. */
export function requestOf(monitor: Monitor): MonitorRequest {
  return {
    url: monitor.url,
    intervalMinutes: monitor.intervalMinutes,
    scope: monitor.scope,
    watchMode: monitor.watchMode,
    watchFormat: monitor.watchFormat,
    outputSchema: monitor.outputSchema,
    aiMode: monitor.aiMode,
    aiGoal: monitor.aiGoal,
    useBrowser: monitor.useBrowser,
    country: monitor.country,
    sessionId: monitor.sessionId,
    maxPages: monitor.maxPages,
    maxDepth: monitor.maxDepth,
    includePatterns: monitor.includePatterns,
    excludePatterns: monitor.excludePatterns,
    wireActionId: monitor.wireActionId,
    wireCredentialId: monitor.wireCredentialId,
    wireParams: monitor.wireParams,
    wireWatchPaths: monitor.wireWatchPaths,
    isActive: monitor.isActive,
    expiresAt: monitor.expiresAt ?? undefined,
    alertWebhookUrl: monitor.alertWebhookUrl,
    alertEmails: monitor.alertEmails,
  };
}

/**
 * What a form asks to have watched; what it does not ask stays as it was.
 * @throws RangeError for JSON that is none, and names that are none
 */
export function askedRequest(form: URLSearchParams, before?: MonitorRequest): MonitorRequest {
  const text = (name: string): string | null => filled(form, name) ?? null;
  const number = (name: string, otherwise: number): number =>
    Number(filled(form, name) ?? otherwise);
  return {
    ...before,
    url: text("url") ?? "",
    intervalMinutes: number("intervalMinutes", 60),
    watchFormat: oneOf(form.get("watchFormat"), ["markdown", "html", "cleaned_html"]),
    country: text("country") ?? "us",
    aiMode: form.has("aiMode"),
    aiGoal: text("aiGoal"),
    maxPages: number("maxPages", 50),
    maxDepth: number("maxDepth", 2),
    includePatterns: linesIn(form, "includePatterns"),
    excludePatterns: linesIn(form, "excludePatterns"),
    sessionId: text("sessionId"),
    wireActionId: text("wireActionId"),
    wireCredentialId: text("wireCredentialId"),
    wireParams: objectIn("wireParams: The parameters", text("wireParams")) ?? {},
    wireWatchPaths: linesIn(form, "wireWatchPaths"),
    alertWebhookUrl: text("alertWebhookUrl"),
    alertEmails: text("alertEmails"),
    expiresAt: filled(form, "expiresAt"),
    ...watchedOf(form),
  };
}

/** What is watched: values that were picked, or what the fields say. */
function watchedOf(form: URLSearchParams) {
  const picked = pickedSchema(form);
  const useBrowser = form.has("useBrowser");
  if (picked !== undefined) {
    return {
      scope: "page",
      watchMode: "specific_data",
      outputSchema: picked.schema,
      useBrowser: useBrowser || picked.needsBrowser,
    } as const;
  }
  return {
    scope: oneOf(form.get("scope"), ["page", "site", "wire"]),
    watchMode: oneOf(form.get("watchMode"), ["full_page", "specific_data"]),
    outputSchema: objectIn(
      "outputSchema: The JSON Schema",
      form.get("outputSchema")?.trim() || null,
    ),
    useBrowser,
  };
}

/** The fields of a form as a request fills them. */
export function fieldsOf(request: MonitorRequest): URLSearchParams {
  const fields = new URLSearchParams();
  const lists = new Set(["includePatterns", "excludePatterns", "wireWatchPaths"]);
  for (const [name, value] of Object.entries(request)) {
    if (value === null || value === undefined || value === false) continue;
    if (lists.has(name)) fields.set(name, (value as string[]).join("\n"));
    else if (typeof value === "object") fields.set(name, objectText(value as object));
    else fields.set(name, value === true ? "on" : String(value as string | number));
  }
  const { expiresAt } = request;
  if (typeof expiresAt === "string") fields.set("expiresAt", expiresAt.slice(0, 10));
  return fields;
}

function objectText(value: object): string {
  return Object.keys(value).length === 0 ? "" : JSON.stringify(value, null, 2);
}

/** The choice that was made; the first where it is none of them. */
function oneOf<const Choices extends readonly [string, ...string[]]>(
  made: string | null,
  choices: Choices,
): Choices[number] {
  return choices.find((choice) => choice === made) ?? choices[0];
}

function linesIn(form: URLSearchParams, name: string): string[] {
  return (form.get(name) ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function objectIn(what: string, text: string | null): Record<string, unknown> | null {
  return text === null ? null : formObject(what, text);
}
