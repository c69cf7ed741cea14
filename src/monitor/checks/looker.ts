import { isDiffError, selectPaths } from "../../diff/index.ts";
import { readSchema } from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";
import type { AcquiredPage } from "../acquire/acquirer.ts";
import type { CheckFailure } from "./check-failure.ts";
import type { MonitorRow } from "../collections.ts";
import { canonicalJson } from "../definition/canonical-json.ts";
import { schemaValues } from "../content/values/schema-values.ts";
import { lookAtSite } from "./look-at-site.ts";
import { lookFailure, type LookFailure, type LookOutcome } from "./look.ts";
import type { LookerParts, Watched } from "./looker-parts.ts";
import { pageFailure, redirected } from "./page-failure.ts";
import { pageRequest } from "./page-request.ts";
import { hostFailure } from "./host-failure.ts";

/** Characters of values as JSON. */
const LARGEST_VALUES = 1_048_576;

/** Looks at what a monitor watches, as it is now. */
export async function lookAt(
  parts: LookerParts,
  watched: Watched,
  signal: AbortSignal,
): Promise<LookOutcome> {
  const { scope, watchMode } = watched.definition;
  if (scope === "wire") return lookAtAction(parts, watched, signal);
  if (scope === "site") return lookAtSite(parts, watched, signal);
  const page = await parts.acquirer.page(pageRequest(watched), signal);
  if (page.status === "failed") return pageFailure(page);
  const astray = redirected(watched, { url: watched.definition.url, finalUrl: page.finalUrl });
  if (astray !== undefined) return astray;
  if (watchMode === "specific_data") return valuesOf(parts, { ...watched, page }, signal);
  const { finalUrl, html } = page;
  const { watchFormat: format, filters } = watched.definition;
  const made = await parts.contentMaker.body({ url: finalUrl, html }, { format, filters }, signal);
  if (made.status === "failed") return contentFailure(watched, made);
  return { status: "seen", look: { kind: "body", body: made, finalUrl } };
}

async function valuesOf(
  parts: LookerParts,
  { row, definition, page }: Watched & { readonly page: AcquiredPage },
  signal: AbortSignal,
): Promise<LookOutcome> {
  const { fields, outputSchema: schema, filters } = definition;
  const { finalUrl, html } = page;
  const source = { url: finalUrl, html };
  const made = await parts.contentMaker.values(source, { fields, schema, filters }, signal);
  if (made.status === "made") {
    return { status: "seen", look: { kind: "values", values: made.values, finalUrl } };
  }
  const isForModel = made.code === "NOT_EXTRACTED" && schema !== null && hasProperties(schema);
  if (!isForModel || parts.reader === undefined) {
    return contentFailure({ definition }, made);
  }
  const request = { ...source, schema, owner: row.owner };
  const read = await asked(parts.reader(request, signal), row, signal);
  if (!("answer" in read)) return read;
  const { data, warnings } = read.answer;
  const { values, lacking } = schemaValues(schema, data);
  if (lacking.length === 0) return { status: "seen", look: { kind: "values", values, finalUrl } };
  const failure = warnings.find(({ kind }) => kind === "model-failed");
  if (failure !== undefined) return hostFailure(row, new Error(failure.message), modelFailure);
  return lookFailure("NOT_EXTRACTED", `Not found on the page: ${lacking.slice(0, 10).join(", ")}.`);
}

/** Why a page has nothing to watch; a login that a saved session should have had is the session's end. */
function contentFailure(
  { definition }: Pick<Watched, "definition">,
  { code, error, cause }: CheckFailure,
): LookFailure {
  const isSession = code === "LOGIN_REQUIRED" && definition.sessionId !== null;
  return lookFailure(isSession ? "SESSION_EXPIRED" : code, error, cause);
}

function hasProperties(schema: Readonly<Record<string, Json>>): boolean {
  return Object.keys(readSchema(schema).properties).length > 0;
}

const modelFailure = Object.freeze({ code: "MODEL_FAILED", otherwise: "The model failed." });

/** What a model answers, or that it failed. */
export async function asked<Answer>(
  question: Promise<Answer>,
  row: Pick<MonitorRow, "id" | "runId">,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer } | LookFailure> {
  try {
    return { answer: await question };
  } catch (error) {
    signal.throwIfAborted();
    return hostFailure(row, error, modelFailure);
  }
}

async function lookAtAction(
  { acquirer }: LookerParts,
  { row, definition }: Watched,
  signal: AbortSignal,
): Promise<LookOutcome> {
  const { wireActionId, wireCredentialId: credentialId, wireParams: params } = definition;
  const request = { actionId: wireActionId ?? "", credentialId, params, owner: row.owner };
  const answer = await acquirer.action(request, signal);
  if (answer.status === "failed") return pageFailure(answer);
  const values = watchedValues(answer.result, definition.wireWatchPaths);
  if (values === undefined) return lookFailure("TOO_LARGE", "The answer is longer than the limit.");
  return { status: "seen", look: { kind: "values", values, finalUrl: null } };
}

/** Undefined where they are longer than the limit. */
function watchedValues(result: Json, paths: readonly string[]): Record<string, Json> | undefined {
  try {
    const values = selectPaths(result, paths);
    return canonicalJson(values).length > LARGEST_VALUES ? undefined : values;
  } catch (error) {
    // The paths themselves were checked when the monitor was stored.
    if (isDiffError(error, "INVALID_PATH")) return undefined;
    throw error;
  }
}
