import { withDefaults } from "../../core/index.ts";
import { selectPaths } from "../../diff/index.ts";
import { checkFilters, checkSelectors } from "../content/check-filters.ts";
import { definitionDefaults } from "./definition-defaults.ts";
import type { MonitorDefinition, Schedule, WatchedDefinition } from "./definition.ts";
import { MonitorError } from "../monitor-error.ts";
import { nextSlot } from "../schedule/next-slot.ts";

const LONGEST_OWNER = 256;
const LONGEST_URL = 2_048;
const LONGEST_GOAL = 2_000;
const MOST_FIELDS = 50;
const MOST_PATHS = 50;
const LARGEST_SCHEMA = 51_200;
const LEAST_INTERVAL = 1_000;

type Complete = WatchedDefinition;

/**
 * Completes and checks a definition.
 * @param now milliseconds since 1970
 * @throws MonitorError `INVALID_DEFINITION`, with the field in `details`
 */
export function checkDefinition(given: MonitorDefinition, now: number): WatchedDefinition {
  const definition = complete(given);
  checkUrl(definition.url);
  checkSchedule(definition.schedule, now);
  checkChoices(definition);
  checkTexts(definition);
  checkNumbers(definition);
  checkWatched(definition);
  checkExpiry(definition.expiresAt, now);
  // A copy that nobody else can change, of what can be stored.
  return copyOf(definition);
}

/** @throws MonitorError `INVALID_DEFINITION` for an end that is no future time */
export function checkExpiry(expiresAt: number | null, now: number): void {
  if (expiresAt === null || (Number.isFinite(expiresAt) && expiresAt > now)) return;
  throw refusal("expiresAt", "must be a time in the future, or null");
}

function complete(given: MonitorDefinition): Complete {
  const isObject = typeof given === "object" && given !== null;
  if (!isObject) throw refusal("", "must be an object");
  const { url, schedule, ...rest } = given;
  const known = Object.entries(rest).find(([name]) => !Object.hasOwn(definitionDefaults, name));
  if (known !== undefined) throw refusal(known[0], "is unknown");
  try {
    return { ...withDefaults<object>(definitionDefaults, rest), url, schedule } as Complete;
  } catch (cause) {
    const { option = "" } = (cause as { readonly details: { readonly option?: string } }).details;
    throw refusal(option, "is of the wrong type", cause);
  }
}

function checkUrl(url: unknown): void {
  const parsed = typeof url === "string" && url.length <= LONGEST_URL ? URL.parse(url) : null;
  const isWeb = parsed?.protocol === "http:" || parsed?.protocol === "https:";
  if (!isWeb)
    throw refusal("url", `must be an http or https URL of at most ${LONGEST_URL} characters`);
}

function checkSchedule(schedule: Schedule, now: number): void {
  if (typeof schedule !== "object" || schedule === null) {
    throw refusal("schedule", "must be an object with `every` or `cron`");
  }
  if (!("cron" in schedule)) {
    const { every } = schedule;
    if (Number.isSafeInteger(every) && every >= LEAST_INTERVAL) return;
    throw refusal("schedule", `\`every\` must be a whole number from ${LEAST_INTERVAL}`);
  }
  const { cron, timezone } = schedule;
  const isText = typeof cron === "string" && ["string", "undefined"].includes(typeof timezone);
  if (!isText) throw refusal("schedule", "`cron` and `timezone` must be strings");
  try {
    if (nextSlot(schedule, now, now) !== undefined) return;
  } catch (cause) {
    throw refusal(
      "schedule",
      `is not a valid cron pattern in a known time zone: ${(cause as Error).message}`,
      cause,
    );
  }
  throw refusal("schedule", "has no next time");
}

function checkChoices(definition: Complete): void {
  check("scope", definition.scope, ["page", "site", "wire"]);
  check("watchMode", definition.watchMode, ["full_page", "specific_data"]);
  check("watchFormat", definition.watchFormat, ["markdown", "html", "cleaned_html"]);
}

function check(field: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value)) throw refusal(field, `must be one of ${choices.join(", ")}`);
}

function checkTexts(definition: Complete): void {
  if (definition.owner.length > LONGEST_OWNER) {
    throw refusal("owner", `must have at most ${LONGEST_OWNER} characters`);
  }
  for (const name of [
    "aiGoal",
    "country",
    "sessionId",
    "wireActionId",
    "wireCredentialId",
  ] as const) {
    const value: unknown = definition[name];
    if (value !== null && typeof value !== "string")
      throw refusal(name, "must be a string or null");
  }
  if ((definition.aiGoal?.length ?? 0) > LONGEST_GOAL) {
    throw refusal("aiGoal", `must have at most ${LONGEST_GOAL} characters`);
  }
  for (const name of ["includePatterns", "excludePatterns", "wireWatchPaths"] as const) {
    const list: unknown = definition[name];
    const isList = Array.isArray(list) && list.every((entry) => typeof entry === "string");
    if (!isList) throw refusal(name, "must be a list of strings");
  }
  if (definition.wireWatchPaths.length > MOST_PATHS) {
    throw refusal("wireWatchPaths", `must have at most ${MOST_PATHS} entries`);
  }
}

function checkNumbers({ maxPages, maxDepth }: Complete): void {
  if (!Number.isInteger(maxPages) || maxPages < 1 || maxPages > 50) {
    throw refusal("maxPages", "must be a whole number from 1 to 50");
  }
  if (!Number.isInteger(maxDepth) || maxDepth < 1 || maxDepth > 5) {
    throw refusal("maxDepth", "must be a whole number from 1 to 5");
  }
}

function checkWatched(definition: Complete): void {
  const { fields, outputSchema, filters, wireParams } = definition;
  for (const [name, value] of Object.entries({ fields, outputSchema, filters, wireParams })) {
    const isObject = typeof value === "object" && !Array.isArray(value);
    if (!isObject || (value === null && !["fields", "outputSchema"].includes(name))) {
      throw refusal(name, "must be an object");
    }
  }
  checkFields(fields);
  checkFilters(filters);
  checkPaths(definition.wireWatchPaths);
  if (outputSchema !== null && Buffer.byteLength(JSON.stringify(outputSchema)) > LARGEST_SCHEMA) {
    throw refusal("outputSchema", `must have at most ${LARGEST_SCHEMA} bytes as JSON`);
  }
  checkScope(definition);
}

function checkScope({ scope, watchMode, fields, outputSchema, wireActionId }: Complete): void {
  if (scope === "wire" && wireActionId === null) throw refusal("wireActionId", "is missing");
  if (watchMode !== "specific_data") return;
  if (scope !== "page")
    throw refusal("watchMode", "can be `specific_data` only for the scope `page`");
  if (fields === null && outputSchema === null) {
    throw refusal("outputSchema", "or `fields` is required for `specific_data`");
  }
}

function checkFields(fields: Complete["fields"]): void {
  if (fields === null) return;
  const { length } = Object.keys(fields);
  if (length === 0 || length > MOST_FIELDS)
    throw refusal("fields", `must have 1 to ${MOST_FIELDS} members`);
  for (const [name, rule] of Object.entries(fields)) {
    const isObject = typeof rule === "object" && rule !== null;
    const { selector, attribute, all, as } = isObject ? rule : { selector: rule };
    checkSelectors(`fields.${name}`, [selector]);
    const fits =
      ["string", "undefined"].includes(typeof attribute) &&
      ["boolean", "undefined"].includes(typeof all) &&
      [undefined, "text", "number"].includes(as);
    if (!fits) throw refusal(`fields.${name}`, "has a member of the wrong type");
  }
}

function checkPaths(paths: readonly string[]): void {
  try {
    selectPaths(null, paths);
  } catch (cause) {
    throw refusal("wireWatchPaths", "must be paths such as `items[0].price`", cause);
  }
}

function copyOf(definition: Complete): Complete {
  try {
    return JSON.parse(JSON.stringify(definition)) as Complete;
  } catch (cause) {
    throw refusal("", "must be plain JSON data", cause);
  }
}

function refusal(field: string, rule: string, cause?: unknown): MonitorError {
  return new MonitorError("INVALID_DEFINITION", {
    message: `${field === "" ? "The definition" : `'${field}'`} ${rule}.`,
    details: { field },
    cause,
  });
}
